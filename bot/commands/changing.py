"""`/extend`, `/again`, `/undo`, `/share` and the buttons that change a booking."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from sqlmodel import Session

from bot.booking import facts
from bot.booking.rules.limits import Preset
from bot.booking.services import again as repeating
from bot.booking.services import book, change, rules_in_force, see, sharing
from bot.booking.services import undo as undoing
from bot.booking.services.change import NewEnd, new_end_of
from bot.booking.services.targets import ANY, Near, fact_of, running, target
from bot.chat.message import Choice, Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands.ask import Ask
from bot.commands.elsewhere import elsewhere
from bot.errors import Refusal
from bot.language.reading.change import Change, read_change
from bot.people.services.finding import by_id, find_member, the_one

HOURS = (1, 2, 4, 8)
WEIGHTS = re.compile(r"(?<![\d:])(\d{1,4}(?:[:：]\d{1,4})+)(?![\d:])")
SEPARATORS = re.compile(r"[\s,，、]+|(?=[@＠])")
FILLERS = frozenset({"和", "跟", "与", "给", "预约", "号", "with", "and", "booking", "#"})
MOST_ENDS = 4


def said(ask: Ask) -> Change:
    """How the words behind a command, or a whole sentence, are understood."""
    whole = ask.intent
    if whole is None:
        zone = ZoneInfo(ask.pool.zone)
        return read_change(ask.args, datetime.fromtimestamp(ask.words_at, zone), zone)
    return Change(
        by_minutes=whole.by_minutes,
        until=whole.until,
        or_until=whole.or_until,
        target=whole.target,
        gpus=whole.gpus,
        at=whole.at,
        around=whole.around,
    )


def near(found: Change) -> Near:
    """What was said about which booking is meant, beside its number."""
    window = None if found.around is None else (_at(found.around[0]), _at(found.around[1]))
    return Near(found.gpus, window)


def extend(session: Session, ask: Ask) -> Reply:
    """Another end: by a length, or until an instant; an open hour and no length are asked."""
    found = said(ask)
    ends = [_at(end) for end in (found.until, *found.or_until) if end is not None]
    pointed = found.around is not None and (found.by_minutes is not None or ask.intent is not None)
    if found.unread or (found.by_minutes is not None and ends and not pointed):
        raise Refusal("bad_input", reason="bad_change", facts={"text": (found.unread or ask.args)[:40]})
    meant = near(found) if pointed else Near(found.gpus)
    if found.by_minutes is not None:
        wish = NewEnd(seconds=found.by_minutes * 60)
    elif len(ends) == 1:
        wish = NewEnd(until=ends[0])
    else:
        return _ask_end(session, ask, found.target, meant, ends[:MOST_ENDS])
    return change.change_end(session, ask.pool, ask.member, found.target, wish, ask.now, meant)


def _ask_end(session: Session, ask: Ask, booking_id: int | None, meant: Near, ends: list[int]) -> Reply:
    """Which of these ends, or (none) by how much: first it must be clear which booking."""
    pool, member = ask.pool, ask.member
    row = target(
        session,
        pool,
        member,
        booking_id,
        ask.now,
        verb="extend",
        payload={"ends": ends},
        near=meant,
        prefers=lambda rows: running(rows, ask.now),
    )
    one = fact_of(session, pool, row)
    if ends:
        until = [Choice("until", "booking.extend", {"booking": one.id, "until": end}, {"end": end}) for end in ends]
        return Reply("ask_extension", {"booking": one.id}, tuple((choice,) for choice in until))
    limits = facts.limits_in_force(session, pool.id, ask.now)
    hours = change.possible_hours(session, pool, one, limits, HOURS)
    if not hours:  # an hour more is refused with who follows, or with what it is against
        return change.change_end(session, pool, member, one.id, NewEnd(seconds=HOURS[0] * 3600), ask.now)
    more = tuple(
        Choice("more_hours", "booking.extend", {"booking": one.id, "seconds": h * 3600}, {"hours": h}) for h in hours
    )
    return Reply("ask_extension", {"booking": one.id}, (more,))


def press_extend(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    wish, booking_id = new_end_of(payload), _number(payload.get("booking"))
    if wish is None:
        ends = [int(end) for end in payload.get("ends", ())]
        return replace(_ask_end(session, ask, booking_id, ANY, ends), edits=True)
    return replace(change.change_end(session, ask.pool, ask.member, booking_id, wish, ask.now), edits=True)


def press_drop(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    numbers = [int(number) for number in payload["gpus"]]
    reply = change.drop(session, ask.pool, ask.member, int(payload["booking"]), numbers, ask.now)
    return replace(reply, edits=True)


def again(session: Session, ask: Ask) -> Reply:
    """The last booking once more, from now."""
    return book.book(session, ask.pool, ask.member, repeating.last_wish(session, ask.pool, ask.member), ask.now)


def undo(session: Session, ask: Ask) -> Reply:
    return replace(_undone(ask, undoing.undo(session, ask.pool, ask.member, ask.now)), edits=False)


def press_undo(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return _undone(ask, undoing.undo(session, ask.pool, ask.member, ask.now, _number(payload.get("booking"))))


def _undone(ask: Ask, reply: Reply) -> Reply:
    """Of somebody else's booking the answer says whose, and who it was."""
    if reply.data["holder"] != ask.member.name:
        reply = replace(reply, data={**reply.data, "by": ask.member.name})
    return elsewhere(ask, reply)


def share(session: Session, ask: Ask) -> Reply:
    """`/share 42 @li`, with weights `@li 2:1`; without a name it shows who shares."""
    args = ask.args
    weights = WEIGHTS.search(args)
    rest = args.replace(weights.group(), " ") if weights else args
    words = [word for word in SEPARATORS.split(rest) if word and word.lower() not in FILLERS]
    numbers = [int(word.strip("#")) for word in words if word.strip("#").isdecimal()]
    names = list(dict.fromkeys(word for word in words if not word.strip("#").isdecimal()))
    parts = [int(part) for part in re.split("[:：]", weights.group())] if weights else []
    if parts and (len(parts) != len(names) + 1 or not all(0 < part <= sharing.MOST_WEIGHT for part in parts)):
        raise Refusal("bad_input", reason="bad_weights", facts={"people": len(names) + 1})
    return _share(session, ask, numbers[0] if numbers else None, [], names, parts)


def _share(
    session: Session, ask: Ask, booking_id: int | None, ids: list[int], names: list[str], weights: list[int]
) -> Reply:
    """`ids` are clear, `names` still have to be found; of two members of one name a button decides."""
    pool = ask.pool
    for at, name in enumerate(names):
        carried = {"booking": booking_id, "weights": weights, "members": ids, "names": names[at + 1 :]}
        ids = [*ids, the_one(session, pool, find_member(session, pool, name), name, "booking.share", carried).id]
    if not ids:
        return sharing.show(session, pool, ask.member, booking_id, ask.now)
    others = [by_id(session, pool, one) for one in ids]
    return elsewhere(ask, sharing.add(session, pool, ask.member, booking_id, others, tuple(weights), ask.now))


def press_share(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """A button that settled which booking is meant, or which of two members of one name."""
    ids = [int(one) for one in payload.get("members", ())]
    if "member" in payload:
        ids.append(int(payload["member"]))
    names, weights = list(payload.get("names", ())), list(payload.get("weights", ()))
    reply = _share(session, ask, _number(payload.get("booking")), ids, names, weights)
    return replace(reply, edits=True)


def press_unshare(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return sharing.remove(session, ask.pool, ask.member, int(payload["booking"]), int(payload["member"]), ask.now)


def limits(session: Session, ask: Ask) -> Reply:
    return rules_in_force.show(session, ask.pool, ask.member, ask.now)


def press_preset(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return rules_in_force.choose(session, ask.pool, ask.member, Preset(payload["preset"]), ask.now)


def fresh_limits(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return limits(session, ask)


def fresh_mine(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """An old card about a booking: show what one holds now."""
    return see.mine(session, ask.pool, ask.member, ask.now)


def _at(moment: datetime) -> int:
    return int(moment.timestamp())


def _number(value: Any) -> int | None:
    return None if value is None else int(value)


COMMANDS = (
    Command(
        "extend",
        zh=("续", "续卡", "延长"),
        help={"zh": "续时间，也可以提前结束：加多久，或用到几点", "en": "another end: so much longer, or until when"},
        examples={
            "zh": ("/extend 2h", "续 2小时", "/extend 42 到明早9点"),
            "en": ("/extend 2h", "/extend 42 until 23:00"),
        },
        who=Who.GUEST,
        run=extend,
    ),
    Command(
        "again",
        zh=("再来一次",),
        help={"zh": "和上次一样，从现在订起", "en": "the last booking once more, from now"},
        examples={"zh": ("/again",), "en": ("/again",)},
        who=Who.MEMBER,
        run=again,
    ),
    Command(
        "undo",
        zh=("撤销",),
        help={"zh": "撤销 2 分钟内的上一步", "en": "take back your last step, within 2 minutes"},
        examples={"zh": ("/undo",), "en": ("/undo",)},
        who=Who.MEMBER,
        run=undo,
    ),
    Command(
        "share",
        zh=("合用",),
        help={
            "zh": "让别人合用你的预约，卡时平分或按份",
            "en": "let others use a booking; card-hours equally or by parts",
        },
        examples={"zh": ("/share @li", "/share 42 @li 2:1"), "en": ("/share @li", "/share 42 @li 2:1")},
        who=Who.MEMBER,
        run=share,
    ),
    Command(
        "limits",
        zh=("规则",),
        help={"zh": "能订多久、提前多久；管理员可以换一套", "en": "how long and how far ahead; owners choose"},
        examples={"zh": ("/limits",), "en": ("/limits",)},
        who=Who.GUEST,
        run=limits,
        looks=True,
    ),
)

VERBS = (
    Verb("booking.extend", Who.GUEST, press_extend, fresh_mine),
    Verb("booking.drop", Who.GUEST, press_drop, fresh_mine),
    Verb("booking.undo", Who.MEMBER, press_undo, fresh_mine),
    Verb("booking.share", Who.MEMBER, press_share, fresh_mine),
    Verb("booking.unshare", Who.MEMBER, press_unshare, fresh_mine),
    Verb("limits.preset", Who.OWNER, press_preset, fresh_limits),
)
