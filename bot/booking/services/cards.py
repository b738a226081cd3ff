"""What a booking looks like to people and programs: its data, export line and buttons."""

import re
from collections.abc import Sequence
from typing import Any

from sqlmodel import Session

from bot.billing.services.cost import ReferenceCost
from bot.booking.facts import BookingFacts
from bot.chat.message import Choice, Rows
from bot.people.facts import MemberFacts, PoolFacts
from storage.queries import machines, people


def booking_data(
    session: Session,
    pool: PoolFacts,
    booking_id: int,
    member: MemberFacts,
    numbers: Sequence[int],
    start: int,
    end: int,
    planned_end: int,
    *,
    cost: ReferenceCost | None,
    now: int,
    purpose: str | None,
    assumed_count: bool,
    kinds: Sequence[str],
) -> dict[str, Any]:
    """The facts of a `booked` reply. Amounts are reference costs, never final."""
    return {
        "booking": booking_id,
        "gpus": list(numbers),
        "kinds": sorted(set(kinds)),
        "start": start,
        "end": end,
        "planned_end": planned_end,
        **cost_data(cost, pool.currency),
        "holder": member.name,
        "purpose": purpose,
        "co_holders": [],
        "assumed_count": assumed_count,
        "now": start <= now,
        "node": node_name(session, pool.id, numbers),
        "export": export_line(session, pool.id, numbers, member),
    }


def cost_data(cost: ReferenceCost | None, currency: str) -> dict[str, Any]:
    """What it would cost before anybody knows the month: `cost_basis` price (by the hour) or reference (of a rent)."""
    return {
        "reference_cost_minor": None if cost is None else cost.minor,
        "cost_basis": None if cost is None else cost.kind,
        "so_far_card_hour_minor": None if cost is None else cost.so_far_card_hour_minor,
        "currency": currency,
        "final": False,
    }


def node_name(session: Session, pool_id: int, numbers: Sequence[int]) -> str | None:
    """The machine of these cards, where the pool has several: on the wrong one the export line is no use."""
    gpus = machines.gpus(session, pool_id)
    its = next(gpu.node_id for gpu in gpus if gpu.number in numbers)
    if all(gpu.node_id == its for gpu in gpus):
        return None
    return next(node.name for node in machines.nodes(session, pool_id) if node.id == its)


def export_line(session: Session, pool_id: int, numbers: Sequence[int], member: MemberFacts) -> str:
    """The line that makes a program see just these cards (design §7).

    UUIDs once an agent has bound them; before that the place of each card on its node, in the order of the bus.
    """
    wanted = [gpu for gpu in machines.gpus(session, pool_id) if gpu.number in numbers]
    if all(gpu.uuid for gpu in wanted):
        visible = ",".join(str(gpu.uuid) for gpu in wanted)
    else:
        order = _order_on_node(session, pool_id)
        visible = ",".join(str(order[int(gpu.id or 0)]) for gpu in wanted)
    user = shell_user(session, member.id, member.person_id, member.name)
    return f"export CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES={visible} PINKA_USER={user}"


def shell_user(session: Session, member_id: int, person_id: int, name: str) -> str:
    """The name by which a member's processes are marked: their name, else their account's, else a number."""
    return shell_name(name) or shell_name(people.username_of(session, person_id) or "") or f"m{member_id}"


def _order_on_node(session: Session, pool_id: int) -> dict[int, int]:
    order: dict[int, int] = {}
    seen: dict[int, int] = {}
    for gpu in machines.gpus(session, pool_id):
        place = gpu.nvml_index if gpu.nvml_index is not None else seen.get(gpu.node_id, 0)
        order[int(gpu.id or 0)] = place
        seen[gpu.node_id] = seen.get(gpu.node_id, 0) + 1
    return order


def shell_name(name: str) -> str | None:
    """A name as a word that needs no quoting in a shell; None when nothing of it is such a word."""
    plain = re.sub(r"[^a-z0-9_.-]", "", name.lower())
    return plain if re.match(r"[a-z]", plain) else None


def card_buttons(booking_id: int, start: int, now: int, data: dict[str, Any]) -> Rows:
    """Copy the export line; give the cards back."""
    cancel = Choice("cancel", "booking.cancel", {"booking": booking_id})
    end = release_button(booking_id)[0] if start <= now else cancel
    return ((Choice("copy_export", copy=data["export"]), end),)


def fresh_buttons(booking_id: int, start: int, now: int, data: dict[str, Any]) -> Rows:
    """The buttons of a change that can still be taken back."""
    (row,) = card_buttons(booking_id, start, now, data)
    return ((*row, Choice("undo", "booking.undo", {"booking": booking_id})),)


def release_button(booking_id: int) -> tuple[Choice]:
    """The row that gives the cards back."""
    return (Choice("release", "booking.release", {"booking": booking_id}),)


def brief(one: BookingFacts) -> dict[str, Any]:
    """A booking in a list."""
    return {
        "booking": one.id,
        "holder": one.holder,
        "gpus": list(one.numbers),
        "start": one.starts_at,
        "end": one.ends_at,
        "planned_end": one.planned_end_at,
        "purpose": one.purpose,
        "co_holders": list(one.co_holders),
    }
