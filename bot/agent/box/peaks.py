"""How much memory each job of `pinka job run` took on each card at most, by all its processes together."""

from collections import OrderedDict

from bot.wire.sample import Sample

MOST_JOBS = 256


class Peaks:
    """Bytes by job and the card's UUID, from every look that is shown to it. The oldest jobs give way."""

    def __init__(self) -> None:
        self._by_job: OrderedDict[str, dict[str, int]] = OrderedDict()

    def see(self, sample: Sample) -> None:
        """One look."""
        for card in sample.gpus:
            if card.uuid is None:
                continue
            held: dict[str, int] = {}
            for process in card.processes or ():
                if process.job is not None and process.memory is not None:
                    held[process.job] = held.get(process.job, 0) + process.memory
            for job, memory in held.items():
                peaks = self._by_job.setdefault(job, {})
                peaks[card.uuid] = max(memory, peaks.get(card.uuid, 0))
                self._by_job.move_to_end(job)
        while len(self._by_job) > MOST_JOBS:
            self._by_job.popitem(last=False)

    def take(self, job: str) -> dict[str, int]:
        """What a job took at most; it is forgotten by that."""
        return self._by_job.pop(job, {})
