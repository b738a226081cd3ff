"""What goes in and out of a chat, whatever the platform."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

Data = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is said. `chat` is the platform's key; `topic` a thread inside a group.

    `hears_all`: the platform passes plain words on there from the start.
    """

    platform: str
    chat: str
    private: bool
    topic: str | None = None
    title: str | None = None
    hears_all: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """Who says it. `account` identifies; names never do. `anonymous`: the platform hides who it is."""

    account: str
    name: str
    username: str | None = None
    language: str | None = None
    anonymous: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture or document that words came with. `ref`: what its platform calls it; `sha256` of its bytes (hex),
    null where they could not be had. `text`: what a JSON document says."""

    ref: str
    mime: str | None = None
    name: str | None = None
    size: int = 0
    sha256: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class Incoming:
    """A text. `addressed`: said to the bot (private, a reply to it, a mention). `message` is the platform's id."""

    key: str
    place: Place
    person: Person
    text: str
    sent_at: int
    addressed: bool = False
    message: str | None = None
    picture: Picture | None = None


@dataclass(frozen=True, slots=True)
class Press:
    """A button pressed on the card `message`."""

    key: str
    place: Place
    person: Person
    token: str
    sent_at: int
    message: str | None = None


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a chat: `bot_added`, `bot_removed`, `bot_changed`, `member_left`.

    `facts` of `bot_added` and `bot_changed`: `hears_all` (bool) and `bot` (its @name); of `member_left`:
    `account`. A platform may tell of one departure twice.
    """

    key: str
    place: Place
    kind: str
    sent_at: int
    facts: Data = field(default_factory=dict)


Message = Incoming | Press | Event


@dataclass(frozen=True, slots=True)
class Choice:
    """A button to be: its label (a code of the texts with facts) and what a press does.

    `copy` instead of a verb makes a button that copies a text, `link` one that opens the private chat with the
    bot. `into` names the item of the reply's data that receives the token, e.g. `("offers", 0)`.
    """

    label: str
    verb: str = ""
    payload: Data = field(default_factory=dict)
    facts: Data = field(default_factory=dict)
    copy: str | None = None
    link: bool = False
    into: tuple[str, int] | None = None


Rows = tuple[tuple[Choice, ...], ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """A message owed to a chat that did not ask for it. `key` makes it unique for ever; `replaces` is the key of an
    earlier one that is edited instead of sending another.

    `owner_id`: the person whom it concerns; in their quiet hours it comes without a sound.
    """

    key: str
    chat_id: int
    code: str
    data: Data = field(default_factory=dict)
    choices: Rows = ()
    owner_id: int | None = None
    priority: str = "notice"
    repeatable: bool = True
    replaces: str | None = None
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer to a message. `subject` is what its buttons are about, e.g. `("booking:42", 3)`: name, version.

    `pool_id`: the pool it is about, where the chat alone does not say.
    `anyone`: everybody who may use the verb can press, not only the one who asked.
    `quiet`: nothing is said at all (a text that was not for the bot).
    `alert`: to a press, shown as a pop-up instead of a message where the platform can.
    `edits`: to a press, replaces the pressed card instead of a new message.
    `stays`: to a press, the card's buttons are not used up: others (or the same person again) may press too.
    `language`: the one to answer in, where it is not the one of the question.
    """

    code: str
    data: Data = field(default_factory=dict)
    choices: Rows = ()
    subject: tuple[str, int] | None = None
    pool_id: int | None = None
    anyone: bool = False
    notices: tuple[Notice, ...] = ()
    quiet: bool = False
    alert: bool = False
    edits: bool = False
    stays: bool = False
    language: str | None = None


@dataclass(frozen=True, slots=True)
class Button:
    """A worded button: a token to press, a text to copy, or a link to the private chat with the bot."""

    label: str
    token: str | None = None
    copy: str | None = None
    link: bool = False


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that goes out with a message: its bytes (`body`), or what the platform itself calls it (`ref`).

    `image`: it is shown in the chat instead of being offered as a document.
    `instead`: the words that stand for it where the platform does not take it.
    """

    name: str
    mime: str
    body: bytes | None = None
    ref: str | None = None
    image: bool = False
    instead: str = ""


@dataclass(frozen=True, slots=True)
class Outgoing:
    """A message ready to send. `lines` are plain strings, `Code` or `Pre` (see `bot.language.texts.shape`).

    `asked` is the key of the message it answers; `zone` the pool's, for programs that read `data`.
    `silent`: it comes without a sound, where the platform can.
    `only_for`: the account of the one person whom it concerns; the others need not see it.
    """

    place: Place
    code: str
    data: Data
    lines: tuple[str, ...]
    buttons: tuple[tuple[Button, ...], ...] = ()
    reply_to: str | None = None
    edit_of: str | None = None
    asked: str | None = None
    zone: str = "UTC"
    silent: bool = False
    only_for: str | None = None
    attached: Attached | None = None

    @property
    def text(self) -> str:
        """The words without any markup."""
        return "\n".join(self.lines)
