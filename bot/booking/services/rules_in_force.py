"""See and change the limits of a pool: dated rows, presets by button."""

from dataclasses import asdict

from sqlmodel import Session

from bot.booking import facts
from bot.booking.rules.limits import PRESETS, LimitsInForce, Preset
from bot.chat.message import Choice, Reply
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import lock_pool
from storage.queries import audit, limits
from storage.words import Role


def show(session: Session, pool: PoolFacts, member: MemberFacts, now: int) -> Reply:
    """The limits in force; owners can press another preset."""
    return _reply(facts.limits_in_force(session, pool.id, now), with_buttons=member.role is Role.OWNER)


def choose(session: Session, pool: PoolFacts, member: MemberFacts, preset: Preset, now: int) -> Reply:
    """Put a preset in force from now on. Bookings made before stay as they are."""
    lock_pool(session, pool.id)
    before = facts.limits_in_force(session, pool.id, now)
    wanted = PRESETS[preset]
    if before != wanted:
        row = {"pool_id": pool.id, "from_at": now, "made_by": member.id, "made_at": now, **asdict(wanted)}
        limits.set_from(session, row)
        audit.note(
            session,
            at=now,
            what="limits",
            subject=f"pool:{pool.id}",
            pool_id=pool.id,
            person_id=member.person_id,
            before=asdict(before),
            after=asdict(wanted),
        )
    reply = _reply(wanted, with_buttons=True)
    return Reply(reply.code, reply.data, reply.choices, edits=True)


def preset_of(in_force: LimitsInForce) -> Preset | None:
    """The preset that these limits are, if they are one."""
    return next((name for name, preset in PRESETS.items() if preset == in_force), None)


def preset_buttons(current: Preset | None) -> tuple[Choice, ...]:
    """A button for each other preset."""
    others = [preset for preset in Preset if preset is not current]
    return tuple(Choice("preset", "limits.preset", {"preset": one.value}, {"preset": one.value}) for one in others)


def _reply(in_force: LimitsInForce, *, with_buttons: bool) -> Reply:
    current = preset_of(in_force)
    choices = (preset_buttons(current),) if with_buttons else ()
    return Reply("limits", {**asdict(in_force), "preset": current.value if current else None}, choices)
