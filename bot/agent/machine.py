"""The machine's cards through time: opens NVML once, notices when it breaks, and what has changed since the last look.

Every way to break is a state with a name. NVML is opened again only where that can help, and seldom.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from bot.agent.card import Card
from bot.agent.changes import changes
from bot.agent.host import Host
from bot.agent.library import OK, Driver, DriverGone, Unread, open_library
from bot.agent.links import read_links
from bot.agent.pace import Pace
from bot.agent.people.owners import NOT_VISIBLE, Owners
from bot.agent.processes import Listed
from bot.agent.xids import Xids
from bot.wire.sample import CardReading, Event, HostReading, LinkReading, ProcessReading, Sample

OPENING, SYSTEM = "nvmlInit", "/proc"
FIRST_RETRY, LONGEST_RETRY = 1.0, 30.0
MOST_EVENTS = 1000


class Machine:
    """`look` is called by one thread only; `doing`, `partial` and `events` may be looked at by any."""

    def __init__(
        self,
        owners: Owners,
        host: Host,
        pace: Pace,
        clock: Callable[[], float],
        monotonic: Callable[[], float],
        *,
        listen: bool,
    ) -> None:
        self.owners = owners
        self.partial: list[CardReading] = []
        self.count: int | None = None
        self.events: deque[Event] = deque(maxlen=MOST_EVENTS)
        self.cheap_look_s: float | None = None
        self.mismatch_since: float | None = None
        self._host = host
        self._pace, self._clock, self._monotonic = pace, clock, monotonic
        self._listen = listen
        self._xids = Xids(clock, lambda uuid, xid: self._tell("xid", uuid, xid=xid))
        self._driver: Driver | None = None
        self._opening = False
        self._state = OK
        self._reason: str | None = None
        self._retry_at, self._retry_after = 0.0, FIRST_RETRY
        self._cards: dict[int, Card] = {}
        self._versions: dict[str, str | None] = {}
        self._versions_unread: dict[str, str] = {}
        self._counted_at = self._linked_at = -1e9
        self._topology: tuple[LinkReading, ...] | None = None
        self._seen: dict[str, CardReading] = {}
        self._last: Sample | None = None
        self._host_reading: HostReading | None = None
        self._host_at = 0.0

    @property
    def doing(self) -> str:
        """The question that is open now: to NVML, else to the system about a process."""
        if self._opening:
            return OPENING
        asked = self._driver.doing if self._driver is not None else ""
        return f"nvml{asked}" if asked else SYSTEM

    @property
    def starting(self) -> bool:
        return self._opening

    def look(self, at: float) -> Sample:
        """One look, dated `at` (UTC seconds). Raises nothing; it may hang as long as the driver does."""
        self.partial, self.cheap_look_s = [], None
        if self._driver is None and self._monotonic() >= self._retry_at:
            self._open()
        cards: tuple[CardReading, ...] = ()
        if self._driver is not None:
            try:
                cards = self._read(self._driver)
            except DriverGone as gone:
                self._lose(gone.reason)
            except Unread as fault:
                self._state, self._reason = "mismatch" if fault.reason == "mismatch" else "error", fault.reason
        sample = self._sample(at, cards)
        self.events.extend(changes(self._last, sample, int(at)))
        self._last = sample
        return sample

    def stop(self) -> None:
        self._xids.stop()

    def _open(self) -> None:
        self._opening = True
        try:
            opened = open_library()
        finally:
            self._opening = False
        self._driver = opened.driver
        self._state, self._reason = opened.state, opened.reason
        self._retry_at = self._monotonic() + self._pace.slow
        if opened.driver is not None:
            self._cards, self._counted_at, self._linked_at = {}, -1e9, -1e9
            self._versions, self._versions_unread = {}, {}

    def _lose(self, reason: str) -> None:
        """Every handle is dead. Opens again after 1 s, then after 2, 4, … 30: never in a tight circle."""
        if self._driver is not None:
            self._driver.close()
        self._driver, self._cards = None, {}
        self._xids.stop()
        self._state, self._reason = reason, reason
        self._retry_at = self._monotonic() + self._retry_after
        self._retry_after = min(LONGEST_RETRY, 2 * self._retry_after)

    def _read(self, driver: Driver) -> tuple[CardReading, ...]:
        began = self._monotonic()
        if not self._versions:
            self._read_versions(driver)
        if began - self._counted_at >= self._pace.slow:
            self._recount(driver, began)
        for card in self._cards.values():
            self.partial.append(card.read(driver, began, self._name, self._xids.of))
        cards = self._named(tuple(self.partial))
        if not any(card.dear for card in self._cards.values()):
            self.cheap_look_s = self._monotonic() - began
        self._watch(driver, cards)
        self._link(driver, began)
        self._retry_after = FIRST_RETRY
        self._state, self._reason = _state_of(cards)
        return cards

    def _read_versions(self, driver: Driver) -> None:
        for name, getter in (("driver", "SystemGetDriverVersion"), ("cuda", "SystemGetCudaDriverVersion_v2")):
            try:
                told = driver.ask(getter)
            except Unread as fault:
                self._versions[name], self._versions_unread[name] = None, fault.reason
            else:
                self._versions[name] = f"{told // 1000}.{told % 1000 // 10}" if name == "cuda" else str(told)

    def _recount(self, driver: Driver, now: float) -> None:
        self.count = int(driver.ask("DeviceGetCount"))
        self._counted_at = now
        self._cards = {index: self._cards.get(index) or Card(index, self._pace) for index in range(self.count)}

    def _named(self, cards: tuple[CardReading, ...]) -> tuple[CardReading, ...]:
        """The processes named once more, if their numbers turned out to be those of another machine."""
        rows = [row for card in self._cards.values() for row in card.rows]
        self.owners.forget(row.pid for row in rows)
        if not self.owners.judge([row.evidence != NOT_VISIBLE for row in rows]):
            return cards
        for card in self._cards.values():
            card.rows = tuple(self._name(Listed(row.pid, row.memory, row.mig), row.util) for row in card.rows)
        return tuple(
            card if card.processes is None else replace(card, processes=self._cards[card.index].rows) for card in cards
        )

    def _name(self, row: Listed, used: int | None) -> ProcessReading:
        owner = self.owners.of(row.pid)
        return ProcessReading(
            pid=row.pid,
            user=owner.attribution.user,
            command=owner.command,
            memory=row.memory,
            grade=owner.attribution.grade,
            evidence=owner.attribution.evidence,
            unix_user=owner.unix_user,
            start_ticks=owner.start_ticks,
            started_at=owner.started_at,
            job=owner.attribution.job,
            util=used,
            mig=row.mig,
        )

    def _watch(self, driver: Driver, cards: tuple[CardReading, ...]) -> None:
        """Listens for errors on the handles that are good now, anew whenever those have changed."""
        if not self._listen:
            return
        handles = {card.uuid: self._cards[card.index].handle for card in cards if card.uuid and card.state == OK}
        self._xids.keep_watching(driver, handles, self._monotonic())

    def _link(self, driver: Driver, now: float) -> None:
        if now - self._linked_at < self._pace.rare:
            return
        self._linked_at = now
        good = [(card.index, card.handle) for card in self._cards.values() if card.handle is not None]
        self._topology = read_links(driver, good)

    def _sample(self, at: float, cards: tuple[CardReading, ...]) -> Sample:
        if self._state == "mismatch":
            self.mismatch_since = self._monotonic() if self.mismatch_since is None else self.mismatch_since
        else:
            self.mismatch_since = None
        listed = {card.uuid for card in cards}
        if self._state not in (OK, "no_cards") and (not cards or self._state != "mismatch"):
            unread = {card.index: card for card in self._seen.values()}
            cards = tuple(self._unread(unread[index]) for index in sorted(unread))
            listed = {card.uuid for card in cards}
        absent = tuple(uuid for uuid in self._seen if uuid not in listed)
        self._seen |= {card.uuid: card for card in cards if card.uuid}
        missing = dict(self._versions_unread) if self._versions else dict.fromkeys(("driver", "cuda"), self._state)
        if self._topology is None:
            missing["topology"] = "not_read" if self._state == OK else self._state
        return Sample(
            at=moment(at),
            state=self._state,
            driver=self._versions.get("driver"),
            gpus=cards,
            host=self._host_now(),
            reason=self._reason,
            missing=missing,
            cuda=self._versions.get("cuda"),
            absent=absent,
            topology=self._topology,
        )

    def _host_now(self) -> HostReading:
        """Read seldom: disk and memory do not fill up in seconds."""
        now = self._monotonic()
        if self._host_reading is None or now - self._host_at >= self._pace.host:
            self._host_reading, self._host_at = self._host.read(now), now
        host, visible = self._host_reading, self.owners.pids_visible
        missing = {**host.missing, "pids_visible": "no_process_seen"} if visible is None else host.missing
        return replace(host, pids_visible=visible, missing=missing)

    def _unread(self, card: CardReading) -> CardReading:
        stale = Card(card.index, self._pace)
        stale.identity = {"uuid": card.uuid, "name": card.name, "bus_id": card.bus_id}
        return stale.unread(self._state, self._state)

    def _tell(self, kind: str, uuid: str | None, **facts: object) -> None:
        self.events.append(Event(int(self._clock()), kind, uuid, facts))


def _state_of(cards: tuple[CardReading, ...]) -> tuple[str, str | None]:
    """The machine's state as its cards show it, and why."""
    if not cards:
        return "no_cards", "NVML lists no card"
    if all(card.state == "unknown" for card in cards):
        # A container whose device rules were reset under it: only a new container gets its cards back.
        return "init_unknown", "every card answers: unknown error"
    if any("mismatch" in card.missing.values() for card in cards):
        return "mismatch", "the driver was replaced while this process ran"
    return OK, None


def moment(at: float) -> str:
    """ISO 8601 in UTC, to the second."""
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")
