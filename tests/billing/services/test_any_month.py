"""Whatever people do in a month, its bill adds up at every moment, and once closed it can be worked out again."""

import random

import pytest

from bot.billing.services.close import recomputed
from tests.billing.services.months import add_agent, add_gap, add_outage, add_use, adds_up, gathered, row, shares
from tests.saying import Lab

PEOPLE = ("alice", "bob", "carol", "dan")
STEPS = 18


def act(lab: Lab, dice: random.Random, day: int) -> None:
    """One thing somebody does; what is refused is refused."""
    who, other = dice.sample(PEOPLE, 2)
    start = f"2026-11-{day:02}T{dice.randrange(8, 12):02}:00:00+08:00"
    end = f"2026-11-{day:02}T{dice.randrange(13, 20):02}:30:00+08:00"
    match dice.randrange(11):
        case 0 | 1 | 2:
            lab.say(f"/book {dice.randrange(1, 5)} {dice.randrange(1, 30)}h", who)
        case 3:
            lab.say(dice.choice(["/release", "/cancel", "/extend 2h", "/undo"]), who)
        case 4:
            lab.say(f"/share @{other}", who)
        case 5:
            lab.say(f"/bill 其他 {dice.randrange(1, 99999)}.{dice.randrange(100):02}")
        case 6:
            lab.say(f"/bill void {dice.randrange(1, 5)}")
        case 7:
            lab.say(f"/price 租 {dice.randrange(1, 60000)}/月 从11月{dice.randrange(1, 29)}日起")
        case 8:
            add_use(lab, dice.randrange(8), dice.choice([None, 1, 2, 3]), start, end)
        case 9:
            add_gap(lab, start, end)
        case _:
            add_outage(lab, start, end)


@pytest.mark.parametrize("seed", range(2))
def test_the_bill_of_any_month_adds_up_and_closes_to_the_same_bytes(rented: Lab, seed: int) -> None:
    dice = random.Random(seed)
    rented.say("/split 付款人 alice")
    add_agent(rented, "2026-11-01T00:00:00+08:00")
    for step in range(STEPS):
        day = 2 + step
        rented.at(f"2026-11-{day:02}T20:{dice.randrange(60):02}:00+08:00")
        act(rented, dice, day)
        adds_up(gathered(rented, "2026-11"))
        if step == 6:
            rented.say(f"/split policy {dice.choice(['平摊', '按天数', '两段 30%', '空闲另摊 平摊'])}")
    rented.at("2026-12-09T10:00:00+08:00")
    closed = row(rented, "2026-11")
    assert (closed.state, recomputed(closed)) == ("closed", closed.body)


def test_somebody_who_only_joins_costs_nobody_anything(rented: Lab) -> None:
    rented.say("/book 3 5h", "bob")
    rented.say("/book 1 7h", "carol")
    rented.at("2026-11-05T10:00:00+08:00")
    before = shares(rented, "2026-11")
    rented.say("/help", "dan")
    rented.at("2026-11-05T10:00:01+08:00")
    assert shares(rented, "2026-11") == {**before, "dan": 0}


def test_the_largest_amounts_are_shared_and_written_to_the_fen(rented: Lab) -> None:
    rented.say("/book 1 3h", "bob")
    rented.say("/book 2 3h", "carol")
    rented.at("2026-12-01T09:00:00+08:00")
    rented.say("/bill 11月 租金 9999999999999.99")
    reply = rented.say("/split 11月")
    assert "¥10000000039999.99" in reply.text
    assert sum(one["minor"] for one in reply.data["members"]) == 1_000_000_003_999_999


def test_a_refund_is_the_mirror_of_the_charge(rented: Lab) -> None:
    rented.say("/book 1 3h", "bob")
    rented.say("/book 2 4h", "carol")
    rented.at("2026-12-01T09:00:00+08:00")
    before = shares(rented, "2026-11")
    for text in ("/bill 11月 其他 1000.01", "/bill 11月 退款 1000.01"):
        rented.say(text)
    after = shares(rented, "2026-11")
    assert sum(after.values()) == sum(before.values())
    assert all(abs(after[one] - before[one]) <= 1 for one in before)  # two lotteries, each worth at most a fen
