"""Answers that only the asker sees: Telegram's ephemeral messages, where server and chat have them.

In memory on purpose: a proof lives 15 seconds, and what a server cannot do is found out again by one message.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from bot.telegram.api import Json

# Telegram's 15, less the time that the answer is on its way.
PROOF_SECONDS = 13.0
REMEMBERED_PROOFS = 2000
FORGET_SECONDS = 24 * 3600.0


class Form(Enum):
    """How a server wants to be told the receiver. Quirk: a form that it does not know, it ignores."""

    OBJECT = "ephemeral_message_parameters, since Bot API 10.3"
    PARAMETER = "receiver_user_id, since Bot API 10.2"


@dataclass(frozen=True, slots=True)
class Proof:
    """What the person just did, by which Telegram lets a bot whisper that is no administrator."""

    query: str | None = None
    command: int | None = None


NOTHING = Proof()


@dataclass(frozen=True, slots=True)
class Whisper:
    """One answer for the eyes of `receiver` in `chat`."""

    chat: int
    receiver: int
    form: Form
    proof: Proof = NOTHING

    def parameters(self) -> dict[str, Any]:
        """Parameters of sendMessage that the library does not know yet."""
        aimed: dict[str, Any] = {"receiver_user_id": self.receiver}
        if self.proof.query is not None:
            aimed["callback_query_id"] = self.proof.query
        told = {"ephemeral_message_parameters": aimed} if self.form is Form.OBJECT else aimed
        if self.proof.command is not None:
            told["reply_parameters"] = {"ephemeral_message_id": self.proof.command}
        return told


def proof_of(raw: Json) -> Proof | None:
    """The proof that an update carries: a press, or a command that only the bot saw."""
    query, message = raw.get("callback_query"), raw.get("message")
    if isinstance(query, dict) and isinstance(query.get("id"), str):
        return Proof(query=query["id"])
    if isinstance(message, dict) and isinstance(message.get("ephemeral_message_id"), int):
        return Proof(command=message["ephemeral_message_id"])
    return None


class Whispers:
    """Knows for each answer whether and how it can be whispered. `seconds` is a clock that never goes back."""

    def __init__(self, wanted: bool, seconds: Callable[[], float] = time.monotonic) -> None:
        self._wanted = wanted
        self._seconds = seconds
        self._proofs: OrderedDict[str, tuple[float, Proof]] = OrderedDict()
        self._useless: dict[object, float] = {}

    def heard(self, key: str, raw: Json) -> None:
        """Remember what an update proves, under the key of its message."""
        proof = proof_of(raw) if self._wanted else None
        if proof is not None and key not in self._proofs:
            self._proofs[key] = (self._seconds(), proof)
            if len(self._proofs) > REMEMBERED_PROOFS:
                self._proofs.popitem(last=False)

    def to(self, chat: int, receiver: int, asked: str | None) -> Whisper | None:
        """How to whisper the answer to the message `asked`; None when it has to be said aloud."""
        form = next((form for form in Form if not self._is_useless(form)), None)
        if not self._wanted or form is None:
            return None
        since, proof = self._proofs.get(asked or "", (0.0, NOTHING))
        if self._seconds() - since > PROOF_SECONDS:
            proof = NOTHING
        whisper = Whisper(chat, receiver, form, proof)
        return None if self._is_useless(_kind(whisper)) else whisper

    def went_to_everybody(self, whisper: Whisper) -> None:
        """The server does not know this form."""
        self._give_up(whisper.form)

    def refused(self, whisper: Whisper) -> None:
        """This chat takes no such whispers, e.g. because the bot is no administrator there."""
        self._give_up(_kind(whisper))

    def impossible(self) -> None:
        """What stands before the server takes no whispers at all (a 404)."""
        for form in Form:
            self._give_up(form)

    def _give_up(self, what: object) -> None:
        self._useless[what] = self._seconds() + FORGET_SECONDS

    def _is_useless(self, what: object) -> bool:
        until = self._useless.get(what)
        if until is not None and until <= self._seconds():
            del self._useless[what]
        return what in self._useless


def _kind(whisper: Whisper) -> tuple[int, bool, bool]:
    """Chats differ, and so do presses, commands and neither."""
    return whisper.chat, whisper.proof.query is not None, whisper.proof.command is not None
