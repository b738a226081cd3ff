"""Waits for the driver's error reports (Xid) in a thread of its own, and counts them by card and number.

Nothing from before the registration can be had. The counts outlive failed looks and lost drivers.
"""

import ctypes
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from bot.agent.library import Driver, DriverGone, Unread
from bot.wire.sample import XidCount

XID_EVENTS = 0x8  # nvmlEventTypeXidCriticalError
WAIT_MS = 1000
TIMED_OUT = "timeout"
TRY_AGAIN_S = 60


class Xids:
    """`tell` is called in the waiting thread with (uuid, xid) for each report; two equal ones are two."""

    def __init__(self, clock: Callable[[], float], tell: Callable[[str, int], None]) -> None:
        self._clock = clock
        self._tell = tell
        self._counts: dict[tuple[str, int], tuple[int, int]] = {}
        self._lock = threading.Lock()
        self._turn = 0
        self._unwatched: dict[str, str] = {}
        self.alive = False
        self._watched: tuple[Driver, dict[str, int]] | None = None
        self._tried_at = 0.0

    def keep_watching(self, driver: Driver, cards: Mapping[str, Any], now: float) -> None:
        """Wait for reports on these handles by uuid: anew when they have changed or the waiting broke off."""
        same = self._watched == (driver, {uuid: _address(handle) for uuid, handle in cards.items()})
        if cards and (not same or (not self.alive and now - self._tried_at >= TRY_AGAIN_S)):
            self._tried_at = now
            self._watched = (driver, {uuid: _address(handle) for uuid, handle in cards.items()})
            self._watch(driver, cards)

    def _watch(self, driver: Driver, cards: Mapping[str, Any]) -> None:
        own = Driver(driver.nvml)
        self._turn += 1
        self._unwatched = {}
        try:
            events = own.ask("EventSetCreate")
        except Unread as fault:
            self._unwatched = dict.fromkeys(cards, fault.reason)
            return
        by_address = {}
        for uuid, handle in cards.items():
            try:
                own.ask("DeviceRegisterEvents", handle, XID_EVENTS, events)
            except Unread as fault:
                self._unwatched[uuid] = fault.reason
            else:
                by_address[_address(handle)] = uuid
        self.alive = True
        waiting = (own, events, by_address, self._turn)
        threading.Thread(target=self._wait, args=waiting, name="xids", daemon=True).start()

    def stop(self) -> None:
        """The thread ends within a second."""
        self._turn += 1

    def of(self, uuid: str | None) -> tuple[XidCount, ...]:
        """The counts of one card, by number.

        Raises:
            Unread: nobody listens for this card.
        """
        if uuid in self._unwatched:
            raise Unread(self._unwatched[uuid])
        if self._turn == 0 or uuid is None:
            raise Unread("not_watched")
        with self._lock:
            mine = {xid: seen for (card, xid), seen in self._counts.items() if card == uuid}
        return tuple(XidCount(xid, *mine[xid]) for xid in sorted(mine))

    def _wait(self, driver: Driver, events: Any, cards: dict[int, str], turn: int) -> None:
        try:
            while turn == self._turn:
                try:
                    event = driver.ask("EventSetWait_v2", events, WAIT_MS)
                except Unread as fault:
                    if fault.reason != TIMED_OUT:
                        return
                else:
                    if turn != self._turn:
                        return  # whoever listens now has got it too
                    self._count(cards.get(_address(event.device)), int(event.eventData))
        except DriverGone:
            return
        finally:
            if turn == self._turn:
                self.alive = False
            with suppress(Unread, DriverGone):
                driver.ask("EventSetFree", events)

    def _count(self, uuid: str | None, xid: int) -> None:
        if uuid is None:
            return
        with self._lock:
            before = self._counts.get((uuid, xid), (0, 0))[0]
            self._counts[uuid, xid] = (before + 1, int(self._clock()))
        self._tell(uuid, xid)


def _address(handle: Any) -> int:
    return ctypes.cast(handle, ctypes.c_void_p).value or 0
