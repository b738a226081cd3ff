"""The front desk: from a message to who asks what, and on to the command or button that does it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sqlmodel import Session

from bot.chat.message import Event, Incoming, Message, Person, Place, Press, Reply
from bot.chat.registry import Registry, Who
from bot.commands import booking, late, may
from bot.commands.ask import Ask
from bot.errors import Refusal
from bot.language.choose import choose
from bot.language.reading import read_command, which_language
from bot.language.writing import plain_name
from bot.people import facts
from bot.people.facts import ChatFacts, PersonFacts
from bot.people.services import chats
from bot.people.services.recognise import recognise
from bot.queues.desk import Reader

LONGEST_TEXT = 2000
DEFAULT_ZONE = "Asia/Shanghai"


@dataclass(frozen=True, slots=True)
class Happened:
    """An event together with its chat."""

    chat: ChatFacts
    event: Event


class FrontDesk:
    """Implements `bot.queues.desk.Desk` over the registry."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    def recognise(self, session: Session, place: Place, person: Person | None, now: int) -> int:
        if person is not None:
            person = replace(person, name=plain_name(person.name) or person.account)
        return recognise(session, place, person, now).chat_id

    def reads(self, message: Message) -> bool:
        if not isinstance(message, Incoming):
            return False
        found = read_command(message.text[:LONGEST_TEXT], self._registry.names)
        return found is not None and self._registry.commands[found.name].reads

    def open(self, session: Session, message: Message, chat_id: int, now: int) -> tuple[Reader, Any]:
        chat = facts.chat(session, chat_id)
        home = facts.pool(session, chat.pool_id) if chat.pool_id is not None else None
        if isinstance(message, Event):
            language = choose(None, None, None, home.language if home else None)
            reader = Reader(chat_id, None, chat.pool_id, language, home.zone if home else DEFAULT_ZONE)
            return reader, Happened(chat, message)
        person = None
        if not message.person.anonymous:
            person = facts.known(session, message.place.platform, message.person.account)
        ask = self._ask(session, message, chat, home, person, now)
        about = ask.home or (ask.pools[0][0] if len(ask.pools) == 1 else None)
        reader = Reader(chat_id, person.id if person else None, about.id if about else None, ask.language, ask.zone)
        return reader, ask

    def _ask(
        self,
        session: Session,
        message: Incoming | Press,
        chat: ChatFacts,
        home: facts.PoolFacts | None,
        person: PersonFacts | None,
        now: int,
    ) -> Ask:
        pools = tuple(facts.pools_of(session, person.id)) if person else ()
        about = home or (pools[0][0] if len(pools) == 1 else None)
        ask = Ask(
            now=now,
            chat=chat,
            person=person,
            pools=pools,
            home=home,
            language="zh",
            zone=about.zone if about else DEFAULT_ZONE,
            sent_at=message.sent_at,
        )
        typed = None
        if isinstance(message, Incoming):
            ask = self._with_words(ask, message)
            kinds = facts.kinds(session, about.id) if about else ()
            typed = which_language(ask.args if ask.command else ask.text, kinds)
            if typed is None and ask.command and not message.text.isascii():
                typed = which_language(message.text, kinds)
        chosen, client = (person.language, person.client_language) if person else (None, None)
        return replace(ask, language=choose(typed, chosen, client, about.language if about else None))

    def _with_words(self, ask: Ask, message: Incoming) -> Ask:
        text = message.text.strip()
        found = read_command(text[:LONGEST_TEXT], self._registry.names)
        if found is None:
            unknown = text.startswith(("/", "／")) and len(text) > 1
            return replace(ask, text=text, args=text, command=None, plain=not message.addressed and not unknown)
        plain = not found.slash and not message.addressed
        return replace(ask, text=text, args=found.args, command=found.name, plain=plain)

    def run(self, session: Session, ask: Ask | Happened) -> Reply:
        if isinstance(ask, Happened):
            return chats.happened(session, ask.chat, ask.event)
        if len(ask.text) > LONGEST_TEXT:
            raise Refusal("bad_input", reason="too_long_text", facts={"most": LONGEST_TEXT})
        if ask.command is None:
            return self._no_command(session, ask)
        command = self._registry.commands[ask.command]
        if ask.plain and not self._surely_meant(session, ask):
            return Reply("not_for_us", quiet=True)
        may.check(ask, command.who)
        if late.is_late(ask) and not command.reads and ask.command != "help":
            return late.confirm(ask)
        reply: Reply = command.run(session, ask)
        return reply

    def _no_command(self, session: Session, ask: Ask) -> Reply:
        """Words without a command are a wish to book, if they can be read as one and were said to the bot."""
        if ask.plain:
            return Reply("not_for_us", quiet=True)
        if ask.text.startswith(("/", "／")):
            raise Refusal("unknown_command", text=ask.text.split()[0][:40])
        may.check(ask, Who.MEMBER)
        if not booking.says_something(booking.read(session, ask)):
            raise Refusal("not_understood", text=ask.text[:40])
        if late.is_late(ask):
            return late.confirm(ask)
        return booking.book(session, replace(ask, command="book"))

    def _surely_meant(self, session: Session, ask: Ask) -> bool:
        """A plain word in a group's talk counts only when nothing else can be meant by it."""
        if ask.text.isascii() or not any(ask.home and pool.id == ask.home.id for pool, _ in ask.pools):
            return False
        if ask.command == "book":
            return booking.says_something(booking.read(session, ask))
        return not ask.args.strip() or ask.args.strip().isdigit()

    def press(self, session: Session, ask: Ask, verb: str, payload: dict[str, Any], pool_id: int | None) -> Reply:
        ask = ask.about(payload.get("pool", pool_id))
        if verb in ("late.do", "pool.pick"):
            return self._say_again(session, ask, str(payload["text"]))
        if verb == "late.drop":
            return late.dropped(payload)
        declared = self._registry.verbs[verb]
        may.check(ask, declared.who)
        reply: Reply = declared.run(session, ask, payload)
        return reply

    def _say_again(self, session: Session, ask: Ask, text: str) -> Reply:
        found = read_command(text, self._registry.names)
        words = replace(
            ask,
            text=text,
            sent_at=ask.now,
            command=found.name if found else None,
            args=found.args if found else text,
        )
        return replace(self.run(session, words), edits=True)

    def fresh(
        self, session: Session, ask: Ask, verb: str, payload: Mapping[str, Any], pool_id: int | None
    ) -> Reply | None:
        ask = ask.about(payload.get("pool", pool_id))
        declared = self._registry.verbs.get(verb)
        if declared is None or declared.fresh is None:
            return None
        may.check(ask, declared.who)
        reply: Reply = declared.fresh(session, ask, payload)
        return reply
