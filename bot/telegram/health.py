"""Whether Telegram hears us: read by the health page and the doctor, written by the polling loop."""

from dataclasses import dataclass


@dataclass(slots=True)
class Health:
    """Times are UTC seconds. `since_error` is None while all is well; counts are since the start.

    In memory on purpose: it describes this process only.
    """

    bot: str | None = None
    last_good: int | None = None
    since_error: int | None = None
    last_error: str | None = None
    failures_in_row: int = 0
    failures: int = 0
    updates: int = 0
    unreadable: int = 0
    conflicts: int = 0

    def good(self, now: int) -> None:
        """A round trip to Telegram ended well."""
        self.last_good = now
        self.since_error = None
        self.failures_in_row = 0

    def bad(self, now: int, what: str) -> None:
        self.failures += 1
        self.failures_in_row += 1
        self.last_error = what
        if self.since_error is None:
            self.since_error = now
