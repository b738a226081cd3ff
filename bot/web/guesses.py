"""How often somebody was wrong: after ten wrong codes they wait. In memory only: a restart forgives."""

from collections import OrderedDict

from bot.clock import Clock

MOST_WRONG = 10
WAIT_SECONDS = 60
FORGOTTEN_AFTER = 600
MOST_REMEMBERED = 1_000


class Guesses:
    """Wrong tries by where they come from."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._wrong: OrderedDict[str, list[int]] = OrderedDict()

    def wrong(self, where: str) -> None:
        """One more wrong try."""
        now = self._clock.now()
        tries = [at for at in self._wrong.pop(where, []) if at > now - FORGOTTEN_AFTER]
        self._wrong[where] = [*tries, now][-MOST_WRONG:]
        while len(self._wrong) > MOST_REMEMBERED:
            self._wrong.popitem(last=False)

    def wait(self, where: str) -> int:
        """Seconds until the next try is looked at; 0 when it may come now."""
        now = self._clock.now()
        tries = [at for at in self._wrong.get(where, []) if at > now - FORGOTTEN_AFTER]
        return max(0, tries[-1] + WAIT_SECONDS - now) if len(tries) >= MOST_WRONG else 0
