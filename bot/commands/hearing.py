"""From a message to who asks what, about which pool, in which language."""

import re
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts as booking
from bot.chat.message import Incoming, Press
from bot.chat.registry import Registry
from bot.commands import late
from bot.commands.ask import Ask
from bot.commands.sizing import is_question
from bot.language.choose import choose
from bot.language.reading import Card, read_command, which_language
from bot.language.reading.command import CommandText
from bot.language.reading.intent import read_intent
from bot.language.reading.no_wish import why_no_wish
from bot.language.reading.normal import normalise
from bot.language.reading.sizing.asking import is_asked
from bot.people import facts
from bot.people.facts import ChatFacts, PersonFacts, PoolFacts

LONGEST_TEXT = 2000
# Sentences about these may begin with their name: why is my bill so high.
TOLD_WHOLE = frozenset({"why", "split", "settle", "budget", "rent", "price"})
DEFAULT_ZONE = "Asia/Shanghai"
SIZE = "size"
# Nothing follows these: with more behind them they are words of a sentence, which is read whole.
ALONE = frozenset({"my", "status", "again", "undo", "code"})
# These are nouns of any talk: 机器好慢, 规则不合理. What they take stands apart from them.
_NOUNS = "node pool help limits leave digest welcome here role quiet tz lang close setup join why"
ONLY_NUMBERS = re.compile(r"[0-9\s,、和号卡?？]*")
NUMBER = re.compile(r"\d")
MODEL = re.compile(r"(?<![\w.])\d{1,4}(?:\.\d)?\s?[bB](?![A-Za-z0-9])")
NEVER_GLUED = frozenset(_NOUNS.split())
# 时区改成柏林: what follows is what it shall be.
SETS = re.compile(r"[改设换调](?:成|为|到)")
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
        picture=message.picture if isinstance(message, Incoming) else None,
    )
    if isinstance(message, Incoming) and (late.is_late(ask) or _on_another_day(ask)):
        ask = replace(ask, as_of=message.sent_at)
    typed = None
    if isinstance(message, Incoming):
        ask = with_words(ask, message, registry)
        ask = with_question(ask, message.addressed, registry)
        if about is not None and not message.text.lstrip().startswith(("/", "／")):
            ask = with_intent(session, ask, about, registry)
        typed = typed_language(ask, registry, facts.kinds(session, about.id) if about else ())
    chosen, client = (person.language, person.client_language) if person else (None, None)
    return replace(ask, language=choose(typed, chosen, client, about.language if about else None))


def _on_another_day(ask: Ask) -> bool:
    """Said before midnight and heard behind it."""
    sent, now = (datetime.fromtimestamp(at, ZoneInfo(ask.zone)).date() for at in (ask.sent_at, ask.now))
    return sent < now


def with_words(ask: Ask, message: Incoming, registry: Registry) -> Ask:
    """The wish with its words: the command they name, if any, and what follows it."""
    text = message.text.strip()
    found = read_command(text[:LONGEST_TEXT], registry.names)
    if found is not None and found.name == "book" and not found.slash and why_no_wish(normalise(text).text):
        found = None  # 订了两张电影票, book a flight: not for us, however it begins
    if found is not None and not found.slash and found.args and (found.name in ALONE or _is_a_noun(found, text)):
        found = None  # 我的饭卡丢了, 状态不错
    if found is not None and not found.slash and found.name == "gpu" and not ONLY_NUMBERS.fullmatch(found.args):
        found = None  # gpu 2,3 6h is a booking
    if found is not None and not found.slash and found.name == "who" and found.args and not NUMBER.search(found.args):
        found = None  # who is free for lunch
    if found is None:
        at_home = any(ask.home is not None and pool.id == ask.home.id for pool, _ in ask.pools)
        unknown = at_home and LOOKS_LIKE_COMMAND.match(text) is not None  # else it is for some other bot
        return replace(ask, text=text, args=text, command=None, plain=not message.addressed and not unknown)
    plain = not found.slash and not message.addressed
    return replace(ask, text=text, args=found.args, command=found.name, plain=plain, named=True)


def with_question(ask: Ask, addressed: bool, registry: Registry) -> Ask:
    """Plain words to us that ask what a model needs: 13B LoRA 一张4090够吗. It comes first, as they name cards too."""
    slash = ask.text.startswith(("/", "／"))
    if ask.command is not None or slash or not addressed or SIZE not in registry.commands:
        return ask
    text = ask.text[:LONGEST_TEXT]
    about_a_model = MODEL.search(text) is not None and is_asked(text)  # 13B一张4090够吗: to train it or to use it?
    return replace(ask, command=SIZE, args=ask.text) if about_a_model or is_question(text) else ask


def _is_a_noun(found: CommandText, text: str) -> bool:
    """The name goes on as a sentence."""
    before = text[: len(text) - len(found.args)][-1:]
    return found.name in NEVER_GLUED and "㐀" <= before <= "鿿" and SETS.match(found.args) is None


def with_intent(session: Session, ask: Ask, about: PoolFacts, registry: Registry) -> Ask:
    """Plain words as a whole sentence: 还有卡吗, 放3号卡, 把我那个延2小时. What they do not say is left as it was."""
    cards = [Card(card.number, card.kind, card.memory_gb) for card in booking.cards(session, about.id)]
    now = datetime.fromtimestamp(ask.words_at, ZoneInfo(about.zone))
    intent = read_intent(ask.text[:LONGEST_TEXT], now, cards, registry.names)
    if intent is None or (ask.command not in (None, intent.command) and intent.command == "book"):
        return ask  # a name at the beginning says more than cards and hours
    if (ask.command, intent.command) == ("week", "free"):
        return ask  # 本周还有卡吗: the week as a whole
    day = intent.day.isoformat() if intent.day is not None else ""
    own_words = ask.command == intent.command and intent.command not in TOLD_WHOLE
    args = ask.args if own_words else intent.rest or day
    return replace(ask, command=intent.command, args=args, intent=intent)


def typed_language(ask: Ask, registry: Registry, kinds: tuple[str, ...]) -> str | None:
    """The language of what was typed, the command's own name included where it is Chinese."""
    if ask.command is None:
        return which_language(ask.text, kinds)
    wordless = registry.commands[ask.command].wordless
    if ask.intent is not None and (not ask.named or ask.intent.whom is not None):
        return which_language(ask.text, kinds)  # a whole sentence, whatever the command is told of it
    said = None if wordless else which_language(ask.args, kinds)
    return said or ("zh" if which_language(ask.text, kinds) == "zh" else None)


def said_again(session: Session, ask: Ask, text: str, sent: int, registry: Registry) -> Ask:
    """The same words, meant now as they were meant when they were `sent`."""
    found = read_command(text, registry.names)
    command, args = (found.name, found.args) if found else (None, text)
    again = replace(ask, text=text, sent_at=ask.now, as_of=sent, command=command, args=args, intent=None)
    about = ask.home or (ask.pools[0][0] if len(ask.pools) == 1 else None)
    if about is None or text.startswith(("/", "／")):
        return again
    return with_intent(session, again, about, registry)
