"""The console's sending side: hands messages to whoever prints."""

from collections.abc import Callable

from bot.chat.message import Outgoing
from bot.console.lines import PLATFORM


class ConsoleAdapter:
    """Implements `bot.chat.adapter.Adapter`. `show` prints or collects; it cannot fail halfway."""

    platform = PLATFORM

    def __init__(self, show: Callable[[Outgoing], None]) -> None:
        self._show = show
        self._sent = 0

    async def send(self, message: Outgoing) -> str | None:
        self._show(message)
        self._sent += 1
        return str(self._sent)

    async def alert(self, press_key: str, message: Outgoing) -> bool:
        return False
