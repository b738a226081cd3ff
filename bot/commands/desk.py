"""The front desk: from a message to who asks what, and on to the command or button that does it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from sqlmodel import Session

from bot.chat.message import Event, Incoming, Message, Person, Place, Press, Reply, Rows
from bot.chat.registry import Registry, Who
from bot.commands import answering, booking, late, may, meant, whose, wishes
from bot.commands.ask import PICK_POOL, Ask
from bot.commands.box import announcing, pool_of_code
from bot.commands.hearing import DEFAULT_ZONE, LONGEST_TEXT, hear, said_again
from bot.commands.helping import example_of
from bot.errors import Refusal
from bot.language.choose import choose
from bot.language.reading import read_command
from bot.language.writing import plain_name
from bot.people import facts
from bot.people.facts import ChatFacts
from bot.people.services import chats
from bot.people.services.departed import REMOVE
from bot.people.services.recognise import recognise
from bot.queues.desk import JustSeen, LookFirst, Reader


@dataclass(frozen=True, slots=True)
class Happened:
    """An event together with its chat."""

    chat: ChatFacts
    event: Event
    now: int


class Carried(dict[str, Any]):
    """What a button carries. What is not there was not written by this version: the button is out of date."""

    def __missing__(self, name: str) -> Any:
        raise Refusal("stale_button", fresh=None)


class FrontDesk:
    """Implements `bot.queues.desk.Desk` over the registry."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def recognise(self, session: Session, place: Place, person: Person | None, now: int) -> int:
        if person is not None:
            person = replace(person, name=plain_name(person.name) or person.account)
        return recognise(session, place, person, now).chat_id

    def reads(self, message: Message) -> bool:
        if not isinstance(message, Incoming) or message.place.private:
            return False  # in private it may have to be asked which pool is meant, with buttons
        found = read_command(message.text[:LONGEST_TEXT], self._registry.names)
        return found is not None and self._registry.commands[found.name].reads

    def open(
        self, session: Session, message: Message, chat_id: int, now: int, just_seen: JustSeen | None
    ) -> tuple[Reader, Any]:
        chat = facts.chat(session, chat_id)
        home = facts.pool(session, chat.pool_id) if chat.pool_id is not None else pool_of_code(session, chat)
        if isinstance(message, Event):
            language = choose(None, None, None, home.language if home else None)
            reader = Reader(chat_id, None, chat.pool_id, language, home.zone if home else DEFAULT_ZONE)
            return reader, Happened(chat, message, now)
        person = None
        if not message.person.anonymous:
            person = facts.known(session, message.place.platform, message.person.account)
        ask = replace(hear(session, self._registry, message, chat, home, person, now), just_seen=just_seen)
        its = ask.about(facts.offered_pool(session, message.token)) if isinstance(message, Press) else ask
        about = its.home or (ask.pools[0][0] if len(ask.pools) == 1 else None)
        reader = Reader(chat_id, person.id if person else None, about.id if about else None, ask.language, its.zone)
        return reader, ask

    def run(self, session: Session, ask: Ask | Happened) -> Reply:
        if isinstance(ask, Happened):
            return chats.happened(session, ask.chat, ask.event, ask.now, removable=REMOVE in self._registry.verbs)
        if ask.plain and not meant.surely(session, ask):
            return Reply("not_for_us", quiet=True)
        try:
            return announcing(session, ask, lambda: self._with_pool(ask, self._run(session, ask)))
        except Refusal as refusal:
            raise self._explained(ask, refusal) from None

    def _run(self, session: Session, ask: Ask) -> Reply:
        if len(ask.text) > LONGEST_TEXT:
            raise Refusal("bad_input", reason="too_long_text", facts={"allowed": LONGEST_TEXT})
        ask = answering.completed(session, ask) or ask
        if ask.command is None:
            return self._no_command(session, ask)
        command = self._registry.commands[ask.command]
        may.check(ask, command.who)
        if late.is_late(ask) and not (command.reads or command.looks):
            return late.confirm(session, ask)
        if command.live and ask.just_seen is None:
            raise LookFirst(ask.pool.id)
        reply: Reply = command.run(session, whose.settled(session, ask))
        return reply

    def _no_command(self, session: Session, ask: Ask) -> Reply:
        """Words without a command, said to the bot, are a wish to book if they can be read as one."""
        if ask.text.startswith(("/", "／")):
            raise Refusal("unknown_command", text=ask.text.split()[0][:40])
        may.check(ask, Who.MEMBER)
        reading = wishes.read(session, ask)
        if not wishes.says_something(reading) and not wishes.is_clearly_wrong(reading):
            raise Refusal("not_understood", text=ask.text[:40])
        if late.is_late(ask):
            return late.confirm(session, ask)
        return booking.book(session, replace(ask, command="book"))

    def press(self, session: Session, ask: Ask, verb: str, payload: dict[str, Any], pool_id: int | None) -> Reply:
        ask = ask.about(payload.get("pool", pool_id))
        try:
            done = partial(self._pressed, session, ask, verb, Carried(payload))
            return announcing(session, ask, lambda: self._with_pool(ask, done()))
        except Refusal as refusal:
            raise self._explained(ask, refusal) from None

    def check(self, ask: Ask, verb: str, payload: Mapping[str, Any], pool_id: int | None) -> None:
        declared = self._registry.verbs.get(verb)
        if declared is not None:
            may.check(ask.about(payload.get("pool", pool_id)), declared.who)

    def _pressed(self, session: Session, ask: Ask, verb: str, payload: dict[str, Any]) -> Reply:
        if verb in (late.DO, PICK_POOL):
            return replace(self._run(session, self._again(session, ask, payload)), edits=True)
        if verb == late.DROP:
            return late.dropped(payload)
        declared = self._registry.verbs.get(verb)
        if declared is None:  # a button of an older version
            raise Refusal("stale_button", fresh=None)
        may.check(ask, declared.who)
        reply: Reply = declared.run(session, ask, payload)
        return reply

    def _again(self, session: Session, ask: Ask, payload: Mapping[str, Any]) -> Ask:
        return said_again(session, ask, str(payload["text"]), int(payload.get("sent", ask.now)), self._registry)

    def fresh(
        self, session: Session, ask: Ask, verb: str, payload: Mapping[str, Any], pool_id: int | None
    ) -> Reply | None:
        """A card as it would be made now. A question about an old text is asked again, not answered."""
        payload = Carried(payload)
        if verb == PICK_POOL:
            return self._run(session, self._again(session, ask, payload))
        ask = ask.about(payload.get("pool", pool_id))
        if verb in (late.DO, late.DROP):
            return late.confirm(session, self._again(session, ask, payload))
        declared = self._registry.verbs.get(verb)
        if declared is None or declared.fresh is None:
            return None
        may.check(ask, declared.who)
        return self._with_pool(ask, declared.fresh(session, ask, payload))

    @staticmethod
    def _with_pool(ask: Ask, reply: Reply) -> Reply:
        """In private the chat does not say which pool a card is about, so its buttons do."""
        return replace(reply, choices=_about(ask, reply.choices)) if ask.chat.private else reply

    def _explained(self, ask: Ask, refusal: Refusal) -> Refusal:
        """What could not be read is answered with an example of the same command."""
        choices = _about(ask, refusal.choices) if ask.chat.private else refusal.choices
        if refusal.code != "bad_input":
            return refusal.offering(choices)
        command = self._registry.commands[ask.command or "book"]
        example = refusal.facts.get("example") or example_of(command, ask, whole=True)
        return refusal.offering(choices, command=command.name, example=example)


def _about(ask: Ask, choices: Rows) -> Rows:
    if ask.home is None:
        return choices
    return tuple(
        tuple(replace(one, payload={"pool": ask.home.id, **one.payload}) if one.verb else one for one in row)
        for row in choices
    )
