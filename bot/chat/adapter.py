"""What a platform must offer, and how sending can fail."""

from typing import Protocol

from bot.chat.message import Outgoing


class Adapter(Protocol):
    """One platform's sending side."""

    @property
    def platform(self) -> str: ...

    async def send(self, message: Outgoing) -> str | None:
        """Send or edit; returns the platform's handle of the message.

        Raises SendLater, SendRefused or SendUnknown. A cancelled send counts as unknown.
        """
        ...

    async def alert(self, press_key: str, message: Outgoing) -> bool:
        """Show a pop-up to the person who pressed; False when that is not possible (any more)."""
        ...


class SendLater(Exception):
    """Not sent; may be tried again after `seconds`."""

    def __init__(self, seconds: int, reason: str) -> None:
        super().__init__(reason)
        self.seconds = seconds


class SendRefused(Exception):
    """Not sent and never will be. `gone`: the whole chat cannot be reached (blocked, kicked, never started)."""

    def __init__(self, reason: str, *, gone: bool = False) -> None:
        super().__init__(reason)
        self.gone = gone


class SendUnknown(Exception):
    """The platform did not say whether it sent."""
