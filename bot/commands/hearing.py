"""From a message to who asks what, about which pool, in which language."""

import re
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts as booking
from bot.chat.message import Incoming, Press
from bot.chat.registry import Registry
from bot.commands.ask import Ask
from bot.language.choose import choose
from bot.language.reading import Card, read_command, which_language
from bot.language.reading.intent import read_intent
from bot.people import facts
from bot.people.facts import ChatFacts, PersonFacts, PoolFacts

LONGEST_TEXT = 2000
DEFAULT_ZONE = "Asia/Shanghai"
# A path such as /home/li is no command, and in a group nobody asked us about it.
LOOKS_LIKE_COMMAND = re.compile(r"[/／]\w{1,32}(?:\s|$)")


def hear(
    session: Session,
    registry: Registry,
    message: Incoming | Press,
    chat: ChatFacts,
    home: PoolFacts | None,
    person: PersonFacts | None,
    now: int,
) -> Ask:
    """`home` is the pool of the chat; in private it is the asker's only pool that counts."""
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
        topic=message.place.topic,
    )
    typed = None
    if isinstance(message, Incoming):
        ask = with_words(ask, message, registry)
        if about is not None and not message.text.lstrip().startswith(("/", "／")):
            ask = with_intent(session, ask, about, registry)
        typed = typed_language(ask, registry, facts.kinds(session, about.id) if about else ())
    chosen, client = (person.language, person.client_language) if person else (None, None)
    return replace(ask, language=choose(typed, chosen, client, about.language if about else None))


def with_words(ask: Ask, message: Incoming, registry: Registry) -> Ask:
    """The wish with its words: the command they name, if any, and what follows it."""
    text = message.text.strip()
    found = read_command(text[:LONGEST_TEXT], registry.names)
    if found is None:
        at_home = any(ask.home is not None and pool.id == ask.home.id for pool, _ in ask.pools)
        unknown = at_home and LOOKS_LIKE_COMMAND.match(text) is not None  # else it is for some other bot
        return replace(ask, text=text, args=text, command=None, plain=not message.addressed and not unknown)
    plain = not found.slash and not message.addressed
    return replace(ask, text=text, args=found.args, command=found.name, plain=plain, named=True)


def with_intent(session: Session, ask: Ask, about: PoolFacts, registry: Registry) -> Ask:
    """Plain words as a whole sentence: 还有卡吗, 放3号卡, 把我那个延2小时. What they do not say is left as it was."""
    cards = [Card(card.number, card.kind, card.memory_gb) for card in booking.cards(session, about.id)]
    now = datetime.fromtimestamp(ask.now, ZoneInfo(about.zone))
    intent = read_intent(ask.text[:LONGEST_TEXT], now, cards, registry.names)
    if intent is None or (ask.command is not None and ask.command != intent.command):
        return ask
    day = intent.day.isoformat() if intent.day is not None else ""
    args = ask.args if ask.command is not None else intent.rest or day
    return replace(ask, command=intent.command, args=args, intent=intent)


def typed_language(ask: Ask, registry: Registry, kinds: tuple[str, ...]) -> str | None:
    """The language of what was typed, the command's own name included where it is Chinese."""
    if ask.command is None:
        return which_language(ask.text, kinds)
    wordless = registry.commands[ask.command].wordless
    said = None if wordless else which_language(ask.args, kinds)
    return said or ("zh" if which_language(ask.text, kinds) == "zh" else None)


def said_again(session: Session, ask: Ask, text: str, registry: Registry) -> Ask:
    """The same words, said now."""
    found = read_command(text, registry.names)
    command, args = (found.name, found.args) if found else (None, text)
    again = replace(ask, text=text, sent_at=ask.now, command=command, args=args, intent=None)
    about = ask.home or (ask.pools[0][0] if len(ask.pools) == 1 else None)
    if about is None or text.startswith(("/", "／")):
        return again
    return with_intent(session, again, about, registry)
