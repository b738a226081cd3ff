"""How one bot is reached: its token, address and proxy, how fast it may speak and how long it waits."""

from dataclasses import dataclass, field

TELEGRAM = "https://api.telegram.org/bot"


@dataclass(frozen=True, slots=True)
class Pace:
    """Telegram's published flood guide. A rate of 0 means no limit.

    `retries` after a 429 stays 0 in service: the limiter would halt every chat for as long as one chat has to
    wait, while the outbox can wait for that chat alone.
    """

    overall: float = 30
    overall_seconds: float = 1
    group: float = 20
    group_seconds: float = 60
    retries: int = 0


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds. A hang that begins just before the line comes back costs `poll_limit` plus one pause of at
    most `longest_pause`: together less than 30.
    """

    poll: int = 10
    poll_limit: float = 15
    send_limit: float = 20
    upload_limit: float = 60
    connect: float = 8
    first_pause: float = 1
    longest_pause: float = 12
    confirm: float = 5
    press: float = 1.5
    stop: float = 4


@dataclass(frozen=True, slots=True)
class BotSettings:
    """`base_url` ends in `/bot`, e.g. `http://127.0.0.1:8081/bot`; `proxy` is `http://…` or `socks5://…`.

    `whispers`: what concerns only the asker is shown only to the asker, where the server can do that.
    """

    token: str = field(repr=False)
    base_url: str = TELEGRAM
    proxy: str | None = field(default=None, repr=False)
    pace: Pace = Pace()
    patience: Patience = Patience()
    whispers: bool = False
