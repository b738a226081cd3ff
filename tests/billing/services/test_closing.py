"""Exactly one closing, whoever asks and whatever dies meanwhile; a closed month comes from its stored inputs alone."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text
from sqlmodel import Session

from bot.billing.services import close as closing
from bot.billing.services.bill_jobs import CLOSE, fire_close
from bot.billing.services.frozen import freeze, thaw
from bot.people.facts import MemberFacts
from bot.people.services.finding import present
from storage.database import Database
from tests.billing.services.months import a_lab, add_agent, add_gap, add_use, at, body, now_worked_out, row, the_pool
from tests.saying import Lab

AFTER = "2026-12-04T10:00:00+08:00"


@pytest.fixture
def shown(database: Database) -> Iterator[Lab]:
    """November's bill is shown and its time to object is over, but nobody has closed it yet."""
    with a_lab(database) as lab:
        lab.say("/price 租 40000 每月")
        lab.say("/role carol 管账")
        lab.say("/book 2 10h", "bob")
        lab.at("2026-12-01T10:00:00+08:00")
        yield lab


def keeper(session: Session, name: str) -> MemberFacts:
    return next(one for one in present(session, the_pool(session)) if one.name == name)


def closed_times(lab: Lab) -> int:
    counted = "SELECT count(*) FROM audit WHERE what = 'bill_closed'"
    return int(lab.database.read_now(lambda session: session.execute(text(counted)).scalar_one()))


def test_two_treasurers_at_once_close_it_once(shown: Lab) -> None:
    def close(name: str) -> str:
        return shown.database.write_now(
            lambda session: closing.close(session, the_pool(session), keeper(session, name), None, at(AFTER)).code
        )

    with ThreadPoolExecutor(2) as both:
        answers = list(both.map(close, ["alice", "carol"]))
    assert set(answers) <= {"bill_closed", "review"}
    assert "bill_closed" in answers
    assert (closed_times(shown), row(shown, "2026-11").state) == (1, "closed")


def test_who_dies_in_the_middle_of_closing_has_closed_nothing_and_the_next_one_does(shown: Lab) -> None:
    def dies(moment: str) -> None:
        if moment == "before":
            raise RuntimeError("the power is gone")

    number = row(shown, "2026-11").id
    shown.database.on_commit.append(dies)
    with pytest.raises(RuntimeError):
        shown.database.write_now(fire_close, CLOSE, {"statement": number}, at(AFTER))
    shown.database.on_commit.remove(dies)
    assert (closed_times(shown), row(shown, "2026-11").state) == (0, "review")
    shown.at(AFTER)
    assert (closed_times(shown), row(shown, "2026-11").state) == (1, "closed")


def test_closing_again_says_what_it_said(shown: Lab) -> None:
    shown.at(AFTER)
    first = shown.say("/close 11月")
    assert first.code == "bill_closed"
    shown.say("/bill 租金 1")
    again = shown.say("/close 11月")
    assert (again.data, closed_times(shown)) == (first.data, 1)


def test_the_inputs_of_a_month_with_everything_in_it_come_back_as_they_were(sqlite_database: Database) -> None:
    with a_lab(sqlite_database) as lab:
        add_agent(lab, "2026-11-01T00:00:00+08:00")
        lab.say("/price 租 6 每卡每小时")
        lab.say("/price 租 0 每卡每小时 从11月20日起")
        lab.say("/bill 税 100")
        lab.say("/bill 镜像 50 只 carol")
        lab.say("/bill 流量 10 按 bob 1.5 carol 1")
        lab.say("/bill 其他 9 只 bob carol")
        lab.say("/split 先出 alice 5，alice 10%")
        lab.say("/book 2 10h", "bob")
        lab.say("/share 1 @carol", "bob")
        add_use(lab, 7, 3, "2026-11-02T12:00:00+08:00", "2026-11-02T16:00:00+08:00")
        add_use(lab, 6, None, "2026-11-02T12:00:00+08:00", "2026-11-02T16:00:00+08:00")
        add_gap(lab, "2026-11-02T12:00:00+08:00", "2026-11-02T13:00:00+08:00")
        lab.at("2026-11-02T15:00:00+08:00")
        lab.say("/release", "bob")
        lab.at("2026-12-01T09:00:00+08:00")
        inputs = now_worked_out(lab, "2026-11").inputs
        assert thaw(freeze(inputs)) == inputs
        assert freeze(thaw(freeze(inputs))) == freeze(inputs)


def test_a_month_keeps_its_names_policy_and_settings_of_then(shown: Lab) -> None:
    shown.at(AFTER)
    before = body(shown, "2026-11")
    shown.say("/help", "bob", name="鲍勃")
    shown.say("/split policy 平摊")
    shown.say("/split 付款人 carol")
    (only,) = shown.say("/split 上个月").data["members"]
    assert (only["name"], only["minor"], only["card_seconds"]) == ("bob", 4_000_000, 72_000)
    assert body(shown, "2026-11") == before
