"""How much a job took at most: all its processes of a card together, at one look."""

from bot.agent.box.peaks import MOST_JOBS, Peaks
from bot.wire.sample import CardReading, HostReading, ProcessReading, Sample

HOST = HostReading("box", "b", None, 1, "0")


def look(*cards: tuple[str, tuple[tuple[str | None, int | None], ...]]) -> Sample:
    listed = [
        CardReading(at, "ok", uuid, processes=tuple(ProcessReading(1, job=job, memory=size) for job, size in rows))
        for at, (uuid, rows) in enumerate(cards)
    ]
    return Sample("2026-12-02T12:10:00+00:00", "ok", None, tuple(listed), HOST)


def test_the_most_that_all_processes_of_a_job_held_on_each_card() -> None:
    peaks = Peaks()
    peaks.see(look(("A", (("j", 5), ("j", 7), ("other", 90), (None, 99))), ("B", (("j", 3),))))
    peaks.see(look(("A", (("j", 8),)), ("B", (("j", None), ("j", 4)))))
    assert peaks.take("j") == {"A": 12, "B": 4}
    assert peaks.take("j") == {} and peaks.take("other") == {"A": 90}


def test_jobs_that_nobody_asks_about_are_forgotten_in_the_end() -> None:
    peaks = Peaks()
    for number in range(MOST_JOBS + 10):
        peaks.see(look(("A", ((f"j{number}", 1),))))
    assert peaks.take("j9") == {} and peaks.take("j10") == {"A": 1}
