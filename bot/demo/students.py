"""What the four students do on the machine: they run on what they booked. One forgets to; a notebook was left open.

Only people are made up here. What the bot makes of it, it reads from the agent like anything else.
"""

import random

from sqlmodel import Session

from bot.agent.simulate import PROGRAMS, Run
from bot.demo.cast import CHEN, MACHINE_SIZE, student
from bot.people import facts as people
from bot.usage.facts import AgentFacts
from storage.queries import agents, bookings

FORGETS = CHEN
SHARED_ACCOUNT = "lab"
"""Several log in with it, so that it says nothing about who it is."""
NOTEBOOK_LASTS = 30 * 3600
TRAININGS = [(command, cards, util, share) for command, cards, util, share, _ in PROGRAMS if util > 50]


def notebook(seed: int, at: int) -> Run:
    """A notebook on the last card, nobody knows whose, since an hour before `at`."""
    pid = random.Random(f"{seed}/notebook").randrange(10_000, 90_000)
    begins = at - 3600
    command = "python -m ipykernel_launcher"
    return Run((MACHINE_SIZE - 1,), begins, begins + NOTEBOOK_LASTS, SHARED_ACCOUNT, command, 0, 0.06, pid)


def trainings(session: Session, agent: AgentFacts, seed: int, at: int, fallen: frozenset[int]) -> tuple[Run, ...]:
    """What runs at `at`: one program a running booking, on its cards, anew when a card fell off and another came."""
    index = {int(card.id or 0): card.nvml_index for card in agents.cards(session, agent.node_id)}
    names = people.names(session, agent.pool_id)
    held: dict[int, list[tuple[int, int, int, int]]] = {}
    for gpu_id, start, end, booking_id, member_id in bookings.busy_rows(session, list(index), at, at + 1):
        place = index[gpu_id]
        if place is not None:
            held.setdefault(booking_id, []).append((place, start, end, member_id))
    found = (_training(rows, names, f"{seed}/{booking}", fallen) for booking, rows in sorted(held.items()))
    return tuple(run for run in found if run is not None)


def _training(
    rows: list[tuple[int, int, int, int]], names: dict[int, str], dice_of: str, fallen: frozenset[int]
) -> Run | None:
    cards = tuple(sorted(place for place, *_ in rows))
    who = student(names.get(rows[0][3], ""))
    if who is None or who is FORGETS or fallen.intersection(cards):
        return None
    dice = random.Random(f"{dice_of}/{cards}")
    fitting = [one for one in TRAININGS if one[1] <= len(cards)]
    command, _, util, share = dice.choice([one for one in fitting if one[1] == max(one[1] for one in fitting)])
    begins, ends = max(start for _, start, _, _ in rows), min(end for _, _, end, _ in rows)
    return Run(cards, begins, ends, who.account, command, util, share, dice.randrange(100_000, 4_000_000))
