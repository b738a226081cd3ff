"""Sending an answer that is not owed: it stands in no row, so whoever sends it waits for the outcome."""

import logging
from collections.abc import Awaitable, Callable

from bot.chat.adapter import Adapter, SendLater, SendRefused, SendUnknown
from bot.chat.message import Outgoing

_log = logging.getLogger(__name__)
MOST_ATTEMPTS = 2
REPEAT_SECONDS = 3
"""Before a send of unknown outcome is repeated, so that the trouble has a chance to be over."""


async def send_unowed(
    adapter: Adapter, message: Outgoing, wait: Callable[[float], Awaitable[None]], *, patient: bool
) -> None:
    """One try, and one more when nobody knows what became of it. `patient`: waits as long as it is told to."""
    unknown = 0
    while unknown < MOST_ATTEMPTS:
        try:
            await adapter.send(message)
            return
        except SendLater as late:
            if not patient:
                return
            await wait(late.seconds)
        except SendUnknown:
            unknown += 1
            await wait(REPEAT_SECONDS)
        except SendRefused as refused:
            _log.info("an answer was refused: %s", refused)
            return
        except Exception:
            _log.exception("an answer (%s) could not be sent", message.code)
            return
