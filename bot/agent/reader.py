"""Looks at the machine again and again in a thread of its own, and hands out the last look with its age.

Whoever asks never waits for the driver: a call that hangs leaves the last look standing, with its age, and no
second call is queued behind it.
"""

import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from bot.agent.card import Card
from bot.agent.host import Host
from bot.agent.machine import Machine, moment
from bot.agent.pace import ONLY_THE_ROOT, USUAL_PACE, Pace, Watched
from bot.agent.people.claims import Claims
from bot.agent.people.owners import Owners
from bot.wire.sample import CardReading, Event, Sample

STARTING, STUCK = "starting", "driver_stuck"


class Reader:
    """start() once; then latest(), look() and events() from any thread; stop() at the end.

    `clock` gives UTC seconds, `monotonic` seconds that never jump; `root` is where /proc and /sys are looked for.
    """

    def __init__(
        self,
        watched: Watched = ONLY_THE_ROOT,
        pace: Pace = USUAL_PACE,
        *,
        clock: Callable[[], float] = time.time,
        monotonic: Callable[[], float] = time.monotonic,
        root: Path = Path("/"),
        listen: bool = True,
    ) -> None:
        self.pace = pace
        self.interval = pace.fast
        self._clock, self._monotonic = clock, monotonic
        self._owners = Owners(root, watched.shared_accounts, watched.arguments)
        self._host = Host(watched, root)
        self._machine = Machine(self._owners, self._host, pace, clock, monotonic, listen=listen)
        self._changed = threading.Condition()
        self._wake, self._stopping = threading.Event(), threading.Event()
        self._thread: threading.Thread | None = None
        self._last: Sample | None = None
        self._read_at = 0.0
        self._busy_since: float | None = None
        self._looks = 0

    def start(self) -> None:
        """Begin to look, in a daemon thread: a driver that hangs can never keep the process alive."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="nvml", daemon=True)
            self._thread.start()

    def step(self, at: float | None = None) -> Sample:
        """One look in the calling thread, which then owns NVML: for tests and benches instead of start().

        Dated `at` (UTC seconds), by default now.
        """
        with self._changed:
            self._busy_since = self._monotonic()
        sample = self._machine.look(self._clock() if at is None else at)
        self._done(sample)
        self._keep_pace(self._machine.cheap_look_s)
        return sample

    def latest(self) -> Sample:
        """The last look with its age, at once. While the driver hangs: state `driver_stuck`, `stuck_s` since when,
        and each card as it was last read with its own age; before the first look: state `starting`.
        """
        with self._changed:
            return self._composed(self.pace.first_start if self._machine.starting else self.pace.stuck_after)

    def look(self, now: float) -> Sample:
        """A look not older than the fast pace. Without start() it is taken in a thread of its own, dated `now`.

        Waits `pace.answer_within` seconds at most. Many who ask at once share one look.
        """
        deadline = self._monotonic() + self.pace.answer_within
        with self._changed:
            fresh = self._last is not None and self._monotonic() - self._read_at < self.pace.fast
            if not (fresh and self._busy_since is None):
                before = self._looks
                if self._thread is None and self._busy_since is None:
                    self._busy_since = self._monotonic()
                    threading.Thread(target=self._step_on, args=(now,), name="nvml", daemon=True).start()
                self._wake.set()
                self._changed.wait_for(lambda: self._looks > before, deadline - self._monotonic())
                if self._looks == before:
                    return self._composed(0)
            return self._composed(self.pace.stuck_after)

    def events(self) -> tuple[Event, ...]:
        """What happened since the last call, oldest first; each is told once."""
        told = []
        while self._machine.events:
            told.append(self._machine.events.popleft())
        return tuple(told)

    def set_claims(self, claims: Claims) -> None:
        """The claims that hold from the next list of processes on."""
        self._owners.claims = claims

    @property
    def needs_new_process(self) -> bool:
        """The driver was replaced under us a while ago: only `process.begin_again()` can read the new one."""
        since = self._machine.mismatch_since
        return since is not None and self._monotonic() - since >= self.pace.slow

    def stop(self) -> None:
        """Ask the threads to end. Returns at once, whatever the driver does: leave by `process.leave(code)`."""
        self._stopping.set()
        self._wake.set()
        self._machine.stop()

    def _run(self) -> None:
        while not self._stopping.is_set():
            self._step_on()
            self._wake.wait(self.interval)
            self._wake.clear()

    def _step_on(self, at: float | None = None) -> None:
        """A fault of our own is told as one; it neither ends the looking nor passes for a stuck driver."""
        try:
            self.step(at)
        except Exception as fault:
            traceback.print_exc()
            self._done(self._first("error", f"a fault of the agent: {type(fault).__name__}"))

    def _done(self, sample: Sample) -> None:
        with self._changed:
            self._last, self._read_at, self._busy_since = sample, self._monotonic(), None
            self._looks += 1
            self._changed.notify_all()

    def _keep_pace(self, took: float | None) -> None:
        """A look that was slow although it asked nothing dear makes the next ones rarer."""
        if took is None:
            return
        if took > self.pace.slow_look:
            self.interval = min(self.pace.longest, 2 * self.interval)
        elif took < self.pace.slow_look / 2:
            self.interval = max(self.pace.fast, self.interval / 2)

    def _composed(self, stuck_after: float) -> Sample:
        now = self._monotonic()
        busy = 0 if self._busy_since is None else int(now - self._busy_since)
        age = int(now - self._read_at)
        last = () if self._last is None else tuple(replace(card, age_s=age) for card in self._last.gpus)
        if self._busy_since is not None and now - self._busy_since >= stuck_after:
            reason = f"{self._machine.doing} has not answered for {busy} s"
            base = self._last or self._first(STUCK, reason)
            cards = self._cards_so_far(last, busy)
            return replace(base, state=STUCK, reason=reason, gpus=cards, age_s=age if self._last else 0, stuck_s=busy)
        if self._last is None:
            return self._first(STARTING, "the first look is not done")
        return replace(self._last, gpus=last, age_s=age)

    def _cards_so_far(self, last: tuple[CardReading, ...], busy: int) -> tuple[CardReading, ...]:
        """Those read before the driver stopped answering are new, the others as old as the last look."""
        cards = {index: Card(index, self.pace).unread("unknown", STUCK) for index in range(self._machine.count or 0)}
        cards |= {card.index: card for card in last}
        cards |= {card.index: replace(card, age_s=busy) for card in list(self._machine.partial)}
        return tuple(cards[index] for index in sorted(cards))

    def _first(self, state: str, reason: str) -> Sample:
        missing = dict.fromkeys(("driver", "cuda", "topology"), state)
        host = self._host.read(self._monotonic())
        return Sample(moment(self._clock()), state, None, (), host, reason, missing)
