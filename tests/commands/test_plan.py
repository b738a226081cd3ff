"""`/plan`: everybody says what they need next month; it is added up, priced and shared."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text as raw

from tests.commands.founded import founded
from tests.saying import Lab, Said


@pytest.fixture
def open_lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with founded(sqlite_template, tmp_path) as lab:
        yield lab


@pytest.fixture(scope="module")
def talk(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One lab for all cases: each is a line of its own."""
    with founded(sqlite_template, tmp_path_factory.mktemp("talk")) as lab:
        yield lab


@pytest.fixture
def quiet(talk: Lab) -> Lab:
    """Nobody has said anything yet."""
    talk.database.write_now(lambda session: session.execute(raw("DELETE FROM need")))
    return talk


def said(reply: Said) -> dict[str, tuple[int, int]]:
    assert reply.code == "plan", reply.text
    return {one["name"]: (one["cards"], one["hours"]) for one in reply.data["needs"]}


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("/plan 2卡 120小时", (2, 120)),
        ("/plan 2 cards 40h a week", (2, 178)),  # 40 × 31 / 7 = 177.1
        ("/plan 1卡 每天8小时", (1, 248)),
        ("/plan 不用", (0, 0)),
        ("/plan 1月 2卡 744小时", (2, 744)),
    ],
)
def test_a_need_is_read_and_counts_for_next_month(quiet: Lab, text: str, need: tuple[int, int]) -> None:
    reply = quiet.say(text, "bob")
    assert (said(reply), reply.data["month"]) == ({"bob": need}, "2027-01")


def test_what_is_no_need_is_refused_with_an_example(quiet: Lab) -> None:
    for text in ("/plan 2卡", "/plan 2卡 800小时", "/plan 2卡 99小时 每天", "/plan 2028-06 2卡 3小时"):
        reply = quiet.say(text, "bob")
        assert (reply.code, reply.data["command"]) == ("bad_input", "plan")
    assert quiet.say("/plan").data["needs"] == []


def test_it_is_added_up_with_who_has_not_said_and_what_each_would_pay(open_lab: Lab) -> None:
    open_lab.say("/rent 划算吗 12/小时 40000/月")
    open_lab.say("/plan 2卡 120小时", "bob")
    reply = open_lab.say("/plan 不用", "carol")
    assert (reply.data["missing"], reply.data["card_hours"], reply.data["cards"]) == (["alice"], 240, 2)
    assert (reply.data["way"], reply.data["hourly_minor"], reply.data["monthly_minor"]) == (
        "hourly",
        288_000,
        1_000_000,
    )
    assert [one["share_minor"] for one in reply.data["needs"]] == [288_000, 0]
    busy = open_lab.say("/plan 8卡 700小时")
    assert (busy.data["way"], busy.data["cards"], busy.data["missing"]) == ("monthly", 10, [])
    assert sum(one["share_minor"] for one in busy.data["needs"]) == busy.data["monthly_minor"]


def test_the_last_word_counts_and_everybody_changes_their_own_by_the_same_button(open_lab: Lab) -> None:
    card = open_lab.say("/plan 2卡 120小时", "bob")
    asked = open_lab.press(card.token("改我的"), "carol")
    assert asked.code == "ask_need"
    done = open_lab.press(asked.token("1 张 40"), "carol")
    assert said(done) == {"bob": (2, 120), "carol": (1, 40)}
    again = open_lab.press(card.token("改我的"), "bob")
    assert open_lab.press(asked.token("不用"), "bob").code == "not_yours"
    assert said(open_lab.press(again.token("不用卡"), "bob"))["bob"] == (0, 0)


def test_whoever_left_needs_nothing_any_more(open_lab: Lab) -> None:
    open_lab.say("/plan 2卡 120小时", "carol")
    open_lab.press(open_lab.say("/leave", "carol").token("退"), "carol")
    reply = open_lab.say("/plan")
    assert (reply.data["needs"], reply.data["missing"]) == ([], ["alice", "bob"])


def test_guests_look_and_are_not_waited_for(open_lab: Lab) -> None:
    open_lab.say("/role carol 只看")
    assert open_lab.say("/plan", "carol").data["missing"] == ["alice", "bob"]
    assert open_lab.say("/plan 2卡 120小时", "carol").code == "role"
