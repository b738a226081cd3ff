"""Commands that people run by `pinka job run`: which cards are booked for them, and word of their end."""

import json
from collections.abc import Sequence
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from bot.booking import facts as booking_facts
from bot.booking.services.cards import shell_user
from bot.chat.message import Notice
from bot.people import facts as people_facts
from bot.people.facts import MemberFacts, PoolFacts
from bot.usage import facts
from bot.usage.facts import AgentFacts
from bot.usage.services.accounts import known_accounts
from bot.wire.box import ENDED, STARTED, BoxAsk, BoxCard, Covering, Held, JobNews
from bot.wire.decoding import BadMessage, read
from bot.wire.sample import Event
from storage.database import savepoint
from storage.queries import agents, bookings, chats, co_holders, job_runs, jobs, machines, people, pools
from storage.tables import JobRun, Node

KIND = "job_ended"
KINDS = frozenset({STARTED, ENDED})
USELESS_AFTER = 3 * 86_400
LONGEST_COMMAND, LONGEST_DESCRIPTION = 80, 200
WORTH_TELLING_ALL = 600
"""Seconds that a command ran, from which on a group reads of it, where its member cannot be told alone."""


def whose(session: Session, pool: PoolFacts, user: str | None, account: str | None) -> MemberFacts | None:
    """The member behind a unix account, else behind the name of the export line."""
    known = known_accounts(session, pool.id)
    member_id = known.linked.get(account or "") or known.marked.get(user or "") or known.linked.get(user or "")
    row = pools.member(session, member_id) if member_id is not None else None
    return people_facts.member_facts(row) if row is not None else None


def covering(
    session: Session, pool: PoolFacts, node_id: int | None, member: MemberFacts | None, ask: BoxAsk, now: int
) -> Covering:
    """Which running bookings of the member (or of whose they are a co-holder) cover this moment on a machine.

    `node_id` null: the machine of the first of them.
    """
    if member is None:
        return Covering(now)
    rows = [*bookings.of_member(session, member.id, now), *co_holders.bookings_with(session, member.id, now)]
    rows = [row for row in rows if node_id in (None, row.node_id) and ask.booking in (None, row.id)]
    running = [row for row in rows if row.starts_at <= now]
    if running and node_id is None:
        running = [row for row in running if row.node_id == running[0].node_id]
    here = node_id or (running[0].node_id if running else None)
    numbers = bookings.numbers(session, [int(row.id or 0) for row in running]) if running else {}
    cards = _cards(session, pool.id, sorted({number for own in numbers.values() for number in own}))
    return Covering(
        now,
        member.name,
        shell_user(session, member.id, member.person_id, member.name),
        None if here is None else facts.node(session, here).name,
        tuple(int(row.id or 0) for row in running),
        cards,
        min((row.ends_at for row in running), default=None),
        min((row.starts_at for row in rows if row.starts_at > now), default=None),
        () if running else _others(session, pool.id, here, now),
    )


def node_of(session: Session, pool: PoolFacts, booking_id: int | None) -> int | None:
    """The machine of a booking, else the pool's first one."""
    booking = bookings.get(session, pool.id, booking_id) if booking_id is not None else None
    if booking is not None:
        return booking.node_id
    return next((node.id for node in facts.nodes_of(session, pool.id)), None)


def _cards(session: Session, pool_id: int, numbers: Sequence[int]) -> tuple[BoxCard, ...]:
    """UUIDs where an agent has bound them all; before that the place of each card on its machine."""
    every = machines.gpus(session, pool_id)
    wanted = [gpu for gpu in every if gpu.number in numbers]
    bound = all(gpu.uuid for gpu in wanted)
    order: dict[int, int] = {}
    for gpu in wanted:
        mates = [one.number for one in every if one.node_id == gpu.node_id]
        order[gpu.number] = gpu.nvml_index if gpu.nvml_index is not None else mates.index(gpu.number)
    return tuple(BoxCard(gpu.number, str(gpu.uuid) if bound else str(order[gpu.number]), gpu.uuid) for gpu in wanted)


def _others(session: Session, pool_id: int, node_id: int | None, now: int) -> tuple[Held, ...]:
    cards = [card for card in booking_facts.cards(session, pool_id) if node_id in (None, card.node_id)]
    names = people_facts.names(session, pool_id)
    numbers = {card.gpu_id: card.number for card in cards}
    busy = booking_facts.busy(session, cards, now, now + 1, names)
    return tuple(
        sorted((Held(numbers[one.gpu_id], one.holder, one.ends_at) for one in busy), key=lambda one: one.number)
    )


def keep(session: Session, agent: AgentFacts, events: Sequence[tuple[int, int, Event]], now: int) -> None:
    """What a machine's agent says of jobs. What is not as it should be is passed over: it is nobody's answer."""
    wanted = [(at, event) for _, at, event in events if event.kind in KINDS]
    if not wanted:
        return
    pool = people_facts.pool(session, agent.pool_id)
    for at, event in wanted:
        try:
            news = read(JobNews, json.dumps(event.facts))
        except BadMessage:
            continue
        take(session, pool, agent.node_id, whose(session, pool, news.user, news.account), news, at, now)


def take(
    session: Session, pool: PoolFacts, node_id: int, member: MemberFacts | None, news: JobNews, at: int, now: int
) -> None:
    """A command began or ended at `at` (UTC seconds). The same news twice change nothing."""
    row = job_runs.named(session, node_id, news.job)
    run_id = int(row.id or 0) if row is not None else _begin(session, pool, node_id, member, news, at)
    if run_id is None or news.exit_code is None:
        return
    peak = max(news.peaks.values(), default=None)
    if job_runs.end(session, run_id, at, news.exit_code, peak):
        payload = {"run": run_id, "seconds": news.seconds, "peaks": news.peaks}
        jobs.plan(session, KIND, f"job_run:{run_id}:ended", now, now + USELESS_AFTER, payload)


def _begin(
    session: Session, pool: PoolFacts, node_id: int, member: MemberFacts | None, news: JobNews, at: int
) -> int | None:
    booking = bookings.get(session, pool.id, news.booking) if news.booking is not None else None
    row: dict[str, object] = {
        "node_id": node_id,
        "name": news.job,
        "member_id": member.id if member else None,
        "booking_id": booking.id if booking else None,
        "gpus": json.dumps(list(news.gpus)),
        "command": news.command[:LONGEST_COMMAND],
        "description": news.description[:LONGEST_DESCRIPTION] if news.description else None,
        "started_at": at - news.seconds,
    }
    try:
        with savepoint(session):
            return job_runs.add(session, row)
    except IntegrityError:  # another process was faster
        known = job_runs.named(session, node_id, news.job)
        return int(known.id or 0) if known is not None else None


def fire(session: Session, kind: str, payload: dict[str, Any], now: int) -> tuple[PoolFacts, list[Notice]]:
    """Tell the member that their command ended; the group where they cannot be told alone and it ran for long."""
    run = job_runs.get(session, int(payload["run"]))
    if run is None:
        raise LookupError(f"no run {payload['run']}")
    node = session.get(Node, run.node_id)
    pool = people_facts.pool(session, node.pool_id if node else 0)
    member = pools.member(session, run.member_id) if run.member_id is not None else None
    if node is None or member is None:
        return pool, []
    data = _ended(session, run, node, member.name, payload)
    where = people.private_chat(session, member.person_id)
    key = f"job_run:{run.id}:ended"
    if where is not None:
        language = people.language_of(session, member.person_id)
        return pool, [Notice(key, where, "job_ended", data, owner_id=member.person_id, language=language)]
    group = chats.of_pool(session, pool.id)
    if group is None or data["seconds"] < WORTH_TELLING_ALL:
        return pool, []
    return pool, [Notice(key, int(group.id or 0), "job_ended", {**data, "private": False})]


def _ended(session: Session, run: JobRun, node: Node, name: str, payload: dict[str, Any]) -> dict[str, Any]:
    numbers = {card.uuid: card.number for card in agents.cards(session, run.node_id) if card.uuid}
    peaks = [{"gpu": numbers[uuid], "bytes": peak} for uuid, peak in dict(payload["peaks"]).items() if uuid in numbers]
    return {
        "holder": name,
        "node": node.name,
        "command": run.command,
        "description": run.description,
        "exit_code": run.exit_code,
        "seconds": int(payload["seconds"]),
        "gpus": json.loads(run.gpus),
        "peaks": sorted(peaks, key=lambda one: one["gpu"]),
        "booking": run.booking_id,
        "start": run.started_at,
        "end": run.ended_at,
        "private": True,
    }
