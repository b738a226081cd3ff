"""`python -m tests.bench.billing [--quick] [--json]`: a month's statement and its settlement, beside bare sums."""

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bot.billing.rules.charged import charged_seconds
from bot.billing.rules.charging import CardSpan, Claim, GivenUp, Holders, How, MonthFacts, UseSpan
from bot.billing.rules.months import Window
from bot.billing.rules.settlement import settle
from bot.billing.rules.shapes import Bill, Line, Member, Payment, Subtotal, Weights
from bot.billing.rules.statement import Statement, split
from bot.billing.services.month import gather
from tests.bench.bill_stored import AFTER, stored
from tests.bench.bill_stored import MONTH as MONTH_NAME
from tests.bench.figures import Figure, as_json, load, ratio, spread, table

MONTH = 30 * 86_400
SEED = 11


@dataclass(frozen=True, slots=True)
class Scale:
    """How much is measured."""

    members: int
    cards: int
    bookings: int
    balances: int
    runs: int


WHOLE = Scale(members=40, cards=16, bookings=5_000, balances=18, runs=15)
QUICK = Scale(members=5, cards=4, bookings=60, balances=8, runs=2)


def main() -> None:
    parser = argparse.ArgumentParser(prog="tests.bench.billing", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes: shows that it runs, not how fast it is")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    began = load()
    figures = measured(QUICK if options.quick else WHOLE)
    loads = [began, load()]
    print(as_json(figures, loads) if options.json else f"before: {loads[0]}\n{table(figures)}\nafter: {loads[1]}")


def measured(scale: Scale) -> list[Figure]:
    facts, amounts = month(scale), balances(scale.balances)
    runs = scale.runs
    statements, sums = timed(lambda: statement(scale, facts), runs), timed(lambda: bare_sums(facts), runs)
    gathered = from_the_store(scale, facts)
    settled, subsets = timed(lambda: settle(amounts), runs), timed(lambda: bare_subsets(amounts), runs)
    claims = f"{scale.members} members, {scale.bookings} bookings ({len(facts.claims)} cards), a month of use: "
    return [
        *spread(claims + "statement", statements, p50=150),
        Figure(claims + "bare sums of booked seconds", 1000 * median(sums), "ms"),
        ratio("statement by bare sums", statements, sums),
        *spread(claims + "read from an SQLite file", gathered),
        *spread(f"settlement of {scale.balances} balances", settled, p50=500),
        Figure("bare sums of all subsets", 1000 * median(subsets), "ms"),
        ratio("settlement by bare sums of all subsets", settled, subsets),
    ]


def from_the_store(scale: Scale, facts: MonthFacts) -> list[float]:
    """All that the month's bill is made from, read as `/split` reads it."""
    with TemporaryDirectory() as folder:
        database, pool = stored(Path(folder), facts, scale.members)
        try:
            return database.read_now(
                lambda session: timed(lambda: gather(session, pool, MONTH_NAME, AFTER), scale.runs)
            )
        finally:
            database.close_now()


def timed(work: Callable[[], object], runs: int) -> list[float]:
    took = []
    for _ in range(runs):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return took


def month(scale: Scale) -> MonthFacts:
    """Cards booked about three quarters of the time, each booking used, some overstayed, released or by strangers."""
    dice = random.Random(SEED)
    free = dict.fromkeys(range(scale.cards), 0)
    length = MONTH * scale.cards // scale.bookings * 2 // 3
    claims, uses = [], []
    for booking in range(scale.bookings):
        member, size = f"m{dice.randrange(scale.members)}", dice.choice((1, 1, 2))
        cards = sorted(free, key=lambda card: free[card])[:size]
        start = max(free[card] for card in cards) + dice.randrange(length // 5 + 1)
        planned = start + int(length * dice.uniform(0.4, 1.1))
        released = dice.random() < 0.1
        end = (start + planned) // 2 if released else planned
        given_up = GivenUp(end, How.RELEASED) if released else None
        stops = end - 30 if dice.random() < 0.8 else end + 600
        user = member if dice.random() < 0.97 else None
        for card in cards:
            claims.append(Claim(booking, card, start, end, planned, (Holders(0, ((member, 1),)),), given_up))
            uses.append(UseSpan(card, start + 60, stops, user))
            free[card] = end
    return MonthFacts(Window(0, MONTH), tuple(CardSpan(c, 0, MONTH) for c in free), tuple(claims), tuple(uses))


def statement(scale: Scale, facts: MonthFacts) -> Statement:
    """From bookings and use to what everybody owes: rent, storage, tax, all paid by one."""
    charged = charged_seconds(facts)
    members = tuple(Member(f"m{at}", MONTH) for at in range(scale.members))
    storage = Weights({member.id: at for at, member in enumerate(members)})
    lines = (Line("rent", 4_000_000), Line("storage", 60_000, storage), Line("tax", 230_000, Subtotal()))
    total = sum(line.amount_minor for line in lines)
    use = {one: row.as_use() for one, row in charged.members.items()}
    paid = (Payment("m0", "provider", total),)
    found = split(Bill("2026-11", members, lines, use=use, capacity_s=charged.capacity_s, payments=paid))
    assert sum(found.totals.values()) == total and found.settlement is not None
    return found


def bare_sums(facts: MonthFacts) -> dict[str, int]:
    """What it takes at the very least: each booked card's seconds added to its holder."""
    sums: dict[str, int] = defaultdict(int)
    for claim in facts.claims:
        sums[claim.holders[0].weights[0][0]] += claim.ends_at - claim.starts_at
    return sums


def balances(number: int) -> dict[str, int]:
    """Odd amounts that sum to zero, so that nothing cancels by chance."""
    dice = random.Random(SEED)
    amounts = [dice.randrange(-(10**6), 10**6) for _ in range(number - 1)]
    return {f"m{at}": amount for at, amount in enumerate([*amounts, -sum(amounts)])}


def bare_subsets(amounts: dict[str, int]) -> int:
    """The sum of every subset, without asking which plan is best."""
    sums = [0]
    for amount in amounts.values():
        sums += [amount + one for one in sums]
    return sums.count(0)


if __name__ == "__main__":
    main()
