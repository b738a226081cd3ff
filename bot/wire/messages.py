"""The messages between an agent and the bot, one JSON object each, named by `type`.

Agent: hello, auth, sample, batch, pong, bye. Bot: challenge, welcome, claims, ask, ack, ping, bye. Events ride
in batches, so that none is lost. Times are milliseconds of the agent's own clocks: `wall_ms` in UTC, `mono_ms` since
its machine started.
"""

from dataclasses import dataclass, field

from bot.wire.sample import Event, Sample

LARGEST = 256 * 1024
"""Bytes of a message. A larger one closes the connection."""
AS_IT_CAME = "as it came"
"""Marks a field that decoding fills with the JSON of another one. It is neither written nor read."""


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card that NVML lists."""

    uuid: str
    index: int
    name: str | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Hello:
    """The agent's greeting. `boot` names the boot and the buffer in which `seq` counts, `machine` the boot alone.

    `dropped`: items that the buffer had to give up in all. `memory_only`: the disk takes nothing more.
    """

    agent: str
    versions: tuple[int, ...]
    nonce: str
    boot: str
    machine: str | None = None
    release: str = ""
    state: str = "ok"
    hostname: str | None = None
    driver: str | None = None
    cards: tuple[SeenCard, ...] = ()
    processes: bool | None = None
    dropped: int = 0
    memory_only: bool = False


@dataclass(frozen=True, slots=True)
class Challenge:
    """What the agent has to prove itself with, in the version that was agreed."""

    nonce: str
    version: int


@dataclass(frozen=True, slots=True)
class Auth:
    """The agent's proof, and its clocks as it gave it."""

    proof: str
    wall_ms: int
    mono_ms: int


@dataclass(frozen=True, slots=True)
class ClaimRule:
    """What a member said is theirs: `kind` folder, session or container; `user` is the name it stands for."""

    kind: str
    value: str
    user: str


@dataclass(frozen=True, slots=True)
class ClaimRules:
    """All rules that hold from now on."""

    rules: tuple[ClaimRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Welcome:
    """The bot's own proof; `seq` of `boot` is the newest item that is stored; `state` active or quarantined.

    `now_ms` is the bot's own clock, so that the agent can say by how much its machine's is off.
    """

    proof: str
    node: str
    state: str
    boot: str | None = None
    seq: int = 0
    claims: tuple[ClaimRule, ...] = ()
    now_ms: int | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """A look is wanted, not older than the agent's fastest pace."""

    id: int


@dataclass(frozen=True, slots=True)
class Look:
    """The look that was asked for."""

    id: int
    sample: Sample


@dataclass(frozen=True, slots=True)
class Item:
    """One sample or one event, with the moment on the machine's own clock. `seq` rises by item within the buffer.

    `body` is no part of the message: the sample's JSON as it came, so that whoever keeps it need not write it anew.
    """

    seq: int
    mono_ms: int
    sample: Sample | None = None
    event: Event | None = None
    body: str = field(default="", compare=False, repr=False, metadata={AS_IT_CAME: "sample"})


@dataclass(frozen=True, slots=True)
class Batch:
    """Items of one boot in the order of `seq`. `same_boot`: `mono_ms` counts from the boot that still lasts."""

    boot: str
    items: tuple[Item, ...] = ()
    same_boot: bool = True
    dropped: int = 0


@dataclass(frozen=True, slots=True)
class Ack:
    """Everything of this boot up to `seq` is stored."""

    boot: str
    seq: int


@dataclass(frozen=True, slots=True)
class Ping:
    """The bot asks for the agent's clocks."""

    id: int


@dataclass(frozen=True, slots=True)
class Pong:
    """The agent's clocks."""

    id: int
    wall_ms: int
    mono_ms: int


@dataclass(frozen=True, slots=True)
class Bye:
    """Why the connection ends. Reasons: stopping, replaced, again, unknown_agent, wrong_proof, too_old, too_new,
    not_this_machine, removed, bad_message, too_large, wrong_bot, quarantined.
    """

    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Enrol:
    """What an agent asks to be let in with. The key stays where it was made."""

    code: str
    key_hash: str
    hello: Hello


@dataclass(frozen=True, slots=True)
class Enrolled:
    """The agent is in: as which machine, of which pool."""

    node: str
    pool: str
    bound: int = 0
    waiting: int = 0


@dataclass(frozen=True, slots=True)
class Post:
    """What is posted where no connection stays open: a greeting, the agent's clocks, and a batch."""

    hello: Hello
    wall_ms: int
    mono_ms: int
    batch: Batch | None = None


@dataclass(frozen=True, slots=True)
class Posted:
    """The answer: the bot's own proof, how the agent stands, what is stored, and the nonce for the next one."""

    proof: str
    state: str
    nonce: str
    boot: str | None = None
    seq: int = 0
    claims: tuple[ClaimRule, ...] = ()
    now_ms: int | None = None


Message = (
    Hello
    | Challenge
    | Auth
    | Welcome
    | ClaimRules
    | Ask
    | Look
    | Batch
    | Ack
    | Ping
    | Pong
    | Bye
    | Enrol
    | Enrolled
    | Post
    | Posted
)

TYPES: dict[str, type] = {
    "hello": Hello,
    "challenge": Challenge,
    "auth": Auth,
    "welcome": Welcome,
    "claims": ClaimRules,
    "ask": Ask,
    "sample": Look,
    "batch": Batch,
    "ack": Ack,
    "ping": Ping,
    "pong": Pong,
    "bye": Bye,
    "enrol": Enrol,
    "enrolled": Enrolled,
    "post": Post,
    "posted": Posted,
}
NAMES = {kind: name for name, kind in TYPES.items()}
