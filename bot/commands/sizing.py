"""`/size`, `/ask` and the plain questions: what do I need, does it fit, how long, what does it cost."""

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlmodel import Session

from bot.chat.message import Reply
from bot.chat.registry import Command, Verb, Who
from bot.commands.ask import Ask
from bot.commands.sizing_names import refuse_nothing, told, vocabulary
from bot.errors import Refusal
from bot.language.reading.sizing import Question, is_asked, read_question
from bot.language.reading.sizing.scan import simplified
from bot.people.facts import PoolFacts
from bot.sizing.services import calibration
from bot.sizing.services import size as sizing
from bot.sizing.services import uplink as lines
from storage.words import Role

RATE = re.compile(r"(\d+(?:\.\d+)?)\s*(m|mb|mbps|兆|g|gb|gbps|mbit|gbit)?(?:\s*/\s*s)?")
"""A line's rate alone: 200, 200M, 1 Gbps; megabits where nothing is said."""


def questions_in(text: str) -> list[Question]:
    """Every sizing question of a text; none when it asks nothing about sizing."""
    return [one for one in read_question(text, vocabulary()) if one.asked is not None]


def is_question(text: str) -> bool:
    """Whether plain words ask about sizing and about nothing else a bot of bookings could be asked."""
    return is_asked(text) and bool(questions_in(text))


def size(session: Session, ask: Ask) -> Reply:
    """Answered at once with defaults that are named; about the pool's cards where there is a pool."""
    if ask.person is None:
        raise Refusal("anonymous")  # as to every command: nobody could press the buttons
    said = [told(one, ask.args) for one in questions_in(ask.args)]
    if not said:
        refuse_nothing(ask.args)
        return Reply("not_sizing", {"empty": not ask.args.strip()})
    return sizing.size(session, _pool(ask), said, ask.now, _may_book(ask))


def uplink(session: Session, ask: Ask) -> Reply:
    """The pool's line: shown, or set for every transfer from now on. Other words after it are a question."""
    pool = _pool(ask)
    if pool is None:
        raise Refusal("no_pool")
    if not ask.args.strip():
        return lines.uplink(session, pool)
    found = RATE.fullmatch(simplified(ask.args).strip())
    if found is None:
        return size(session, replace(ask, args=f"带宽 {ask.args}"))
    return lines.set_uplink(session, pool, float(found[1]) * (1000 if (found[2] or "m")[0] in "gt" else 1))


def press_change(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    """A button that changes one assumption; the card becomes the new answer."""
    reply = sizing.change(session, _pool(ask), payload["questions"], str(payload["name"]), ask.now, _may_book(ask))
    return replace(reply, edits=True)


def press_terms(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(sizing.terms(session, _pool(ask), payload["questions"], ask.now), edits=True)


def press_back(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return replace(_answered(session, ask, payload), edits=True)


def finished(session: Session, pool_id: int, job_run_id: int, now: int) -> bool:
    """A job of the pool's machine ended: compare what its member said it was with what it took. Whether it was kept."""
    words = calibration.description(session, job_run_id)
    if words is None:
        return False
    said = told(read_question(words, vocabulary())[0], words)
    return calibration.keep(session, pool_id, job_run_id, said, now)


def _answered(session: Session, ask: Ask, payload: Mapping[str, Any]) -> Reply:
    return sizing.size(session, _pool(ask), payload["questions"], ask.now, _may_book(ask))


def _pool(ask: Ask) -> PoolFacts | None:
    """The pool it is about, for its members; anybody else is answered without one."""
    member = next((pool for pool, _ in ask.pools if ask.home is not None and pool.id == ask.home.id), None)
    if ask.home is not None or not ask.chat.private:
        return member
    return ask.pools[0][0] if len(ask.pools) == 1 else None


def _may_book(ask: Ask) -> bool:
    pool = _pool(ask)
    return any(pool is not None and one.id == pool.id and member.role is not Role.GUEST for one, member in ask.pools)


COMMANDS = (
    Command(
        "size",
        zh=("算卡", "算显存", "够吗"),
        en=("ask",),
        help={"zh": "够不够、要几张卡、跑多久、多少钱", "en": "does it fit, how many cards, how long, how much"},
        examples={
            "zh": ("/size 13B LoRA 一张4090够吗", "算卡 7b全参 20w条 3个epoch 4卡a100 要多久"),
            "en": ("/size 13B LoRA on one 4090?", "/ask how many A100-80G for full Qwen2.5-14B, seq 4096"),
        },
        who=Who.ANYONE,
        run=size,
        looks=True,
        front=True,
    ),
    Command(
        "uplink",
        zh=("带宽", "上行"),
        en=("bandwidth",),
        help={"zh": "传数据的带宽：记一次，以后都按它算", "en": "the line for transfers: said once, used from then on"},
        examples={"zh": ("/uplink 200", "带宽 1000 兆"), "en": ("/uplink 200", "/bandwidth 1 Gbps")},
        who=Who.MEMBER,
        run=uplink,
    ),
)

VERBS = (
    Verb("size.change", Who.ANYONE, press_change, _answered),
    Verb("size.terms", Who.ANYONE, press_terms, _answered),
    Verb("size.back", Who.ANYONE, press_back, _answered),
)
