"""One card through time: its identity is read once, dear fields seldom, and a bad handle is never used again."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields
from typing import Any

from bot.agent.getters import FAST, ONCE, RARE, SLOW, Group, read_groups
from bot.agent.library import Driver, Unread
from bot.agent.migs import read_migs
from bot.agent.pace import Pace
from bot.agent.people.owners import NOT_VISIBLE
from bot.agent.processes import Listed, Usage, list_processes
from bot.wire.sample import CardReading, MigReading, ProcessReading, XidCount

OK = "ok"
# What a card as a whole is in, when any of its answers says so.
CARD_STATES = ("lost", "reset_required")
HANDLE_STATES = (*CARD_STATES, "no_permission", "unknown")
IDENTITY = ("uuid", "name", "bus_id")
NOT_READINGS = ("index", "state", "missing", "age_s")
READINGS = tuple(each.name for each in fields(CardReading) if each.name not in NOT_READINGS)
# A PCIe link at rest drops its speed to save power.
LOADED_UTIL, LOADED_STATES = 50, ("P0", "P1", "P2")
NEVER = -1e9


Name = Callable[[Listed, int | None], ProcessReading]
XidsOf = Callable[[str | None], tuple[XidCount, ...]]


class _Seldom:
    """The last answers to dear questions, and when they were asked."""

    def __init__(self, groups: tuple[Group, ...]) -> None:
        self._groups = groups
        self.asked = NEVER
        self.values: dict[str, Any] = {}
        self.missing: dict[str, str] = {}

    def refresh(self, driver: Driver, handle: Any, now: float) -> None:
        self.values, self.missing = read_groups(driver, handle, self._groups)
        self.asked = now


class Card:
    """Asked by the one thread that owns NVML."""

    def __init__(self, index: int, pace: Pace) -> None:
        self.index = index
        self.identity: dict[str, Any] = {}
        self.handle: Any = None
        self._pace = pace
        self._forget()

    def read(self, driver: Driver, now: float, name: Name, xids_of: XidsOf) -> CardReading:
        """`now` on the monotonic clock. Never fails, but for a driver that is gone altogether.

        Raises:
            DriverGone
        """
        try:
            if self.handle is None:
                self.handle = driver.ask("DeviceGetHandleByIndex", self.index)
        except Unread as fault:
            return self.unread(fault.reason if fault.reason in HANDLE_STATES else "error", fault.reason)
        values, missing = read_groups(driver, self.handle, FAST)
        sick = _sickness(missing, values) or self._ask_seldom(driver, now, values)
        if sick is not None:
            return self.unread(sick, sick)
        values |= self._kept
        missing |= self._kept_missing
        self._list_processes(driver, now, values, missing, name)
        try:
            values["xids"] = xids_of(values.get("uuid"))
        except Unread as fault:
            missing["xids"] = fault.reason
        return CardReading(self.index, OK, **values, missing=missing)

    def unread(self, state: str, reason: str) -> CardReading:
        """What is left to say of a card that cannot be read: which one it is. The next look finds it anew."""
        self.handle = None
        self._forget()
        missing = {field: reason for field in READINGS if field not in self.identity}
        return CardReading(self.index, state, **self.identity, missing=missing)

    @property
    def dear(self) -> bool:
        """Whether the last look asked dear questions, so that its length says nothing about cheap ones."""
        return self._dear

    def _forget(self) -> None:
        self._once, self._slow, self._rare = _Seldom(ONCE), _Seldom(SLOW), _Seldom(RARE)
        self._usage = Usage()
        self._listed_at = NEVER
        self.rows: tuple[ProcessReading, ...] = ()
        self._unlisted: str | None = None
        self._migs: tuple[MigReading, ...] | str = ()
        self._narrow: bool | str = "not_under_load"
        self._dear, self._nameless = True, True
        self._kept: dict[str, Any] = {}
        self._kept_missing: dict[str, str] = {}

    def _ask_seldom(self, driver: Driver, now: float, values: dict[str, Any]) -> str | None:
        """Asks the dear questions that are due, and keeps the answers. Returns what the card as a whole is in."""
        due = {
            self._once: self._once.asked == NEVER or (self._nameless and now - self._once.asked >= self._pace.slow),
            self._slow: now - self._slow.asked >= self._pace.slow,
            self._rare: now - self._rare.asked >= self._pace.rare,
        }
        self._dear = any(due.values())
        if not self._dear:
            return None
        for part, again in due.items():
            if again:
                part.refresh(driver, self.handle, now)
                sick = _sickness(part.missing, values)
                if sick is not None:
                    return sick
        if due[self._slow]:
            self._read_migs(driver)
            self._narrow = self._judge_link(values)
        self._keep()
        return None

    def _keep(self) -> None:
        parts = (self._once, self._slow, self._rare)
        self._kept = {name: value for part in parts for name, value in part.values.items()}
        self._kept_missing = {name: reason for part in parts for name, reason in part.missing.items()}
        for field, found in (("pcie_narrow", self._narrow), ("migs", self._migs)):
            if isinstance(found, str):
                self._kept_missing[field] = found
            else:
                self._kept[field] = found
        self.identity = {name: self._kept[name] for name in IDENTITY if name in self._kept}
        self._nameless = len(self.identity) < len(IDENTITY)

    def _judge_link(self, values: dict[str, Any]) -> bool | str:
        """Whether the link is narrower than it could be, if the card works hard enough to tell; else why not."""
        link = {**self._once.values, **self._slow.values}
        pairs = [(link.get(f"pcie_{what}"), link.get(f"pcie_{what}_max")) for what in ("gen", "width")]
        if any(None in pair for pair in pairs):
            return "not_supported"
        if values.get("util", 0) < LOADED_UTIL or values.get("pstate") not in LOADED_STATES:
            return "not_under_load"
        return any(now < most for now, most in pairs if now is not None and most is not None)

    def _read_migs(self, driver: Driver) -> None:
        mode = self._slow.values.get("mig_mode")
        try:
            if mode is None:
                self._migs = self._slow.missing["mig_mode"]
            else:
                self._migs = read_migs(driver, self.handle) if mode == "on" else ()
        except Unread as fault:
            self._migs = fault.reason

    def _list_processes(
        self, driver: Driver, now: float, values: dict[str, Any], missing: dict[str, str], name: Name
    ) -> None:
        if now - self._listed_at >= self._pace.processes:
            self._ask_for_processes(driver, now, name)
        values["processes_age_s"] = int(now - self._listed_at)
        if self._unlisted is not None:
            missing |= dict.fromkeys(("processes", "memory_unexplained"), self._unlisted)
            return
        values["processes"] = self.rows
        sizes = [row.memory for row in self.rows if row.memory is not None]
        if values.get("memory_used") is None or len(sizes) < len(self.rows):
            missing["memory_unexplained"] = missing.get("memory_used", "no_process_memory")
        else:
            values["memory_unexplained"] = max(0, values["memory_used"] - sum(sizes))

    def _ask_for_processes(self, driver: Driver, now: float, name: Name) -> None:
        self._listed_at = now
        before = {row.pid for row in self.rows if row.evidence == NOT_VISIBLE}
        try:
            listed = list_processes(driver, self.handle)
            rows = self._named(driver, listed, name)
            if any(row.evidence == NOT_VISIBLE and row.pid not in before for row in rows):
                # It may have ended between the list and the look at it: then it is in no second list.
                still = {row.pid for row in list_processes(driver, self.handle)}
                rows = tuple(row for row in rows if row.evidence != NOT_VISIBLE or row.pid in still)
        except Unread as fault:
            self._unlisted, self.rows = fault.reason, ()
        else:
            self._unlisted, self.rows = None, rows

    def _named(self, driver: Driver, listed: tuple[Listed, ...], name: Name) -> tuple[ProcessReading, ...]:
        usage: dict[int, int] = {}
        if listed:
            with suppress(Unread):
                usage = self._usage.since_last(driver, self.handle, {row.pid for row in listed})
        return tuple(name(row, usage.get(row.pid)) for row in listed)


def _sickness(missing: dict[str, str], values: dict[str, Any]) -> str | None:
    """What the card as a whole is in: any answer may say that it is lost, and of one that says nothing but
    `unknown` no answer is of use.
    """
    reasons = set(missing.values())
    if not values and len(reasons) == 1 and reasons <= set(HANDLE_STATES):
        return reasons.pop()
    return next((state for state in CARD_STATES if state in reasons), None)
