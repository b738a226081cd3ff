"""`/fund`: whose share goes to which fund, with its particulars, its part of a month and what is to be settled."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.commands.closed_month import SHARES, november, pays
from tests.saying import Lab

NEW = "/fund 新建 某某大学 税号 12100000400000000x 负责人 张老师 项目 技术服务费"


@pytest.fixture
def lab(sqlite_template: Path, tmp_path: Path) -> Iterator[Lab]:
    with november(sqlite_template, tmp_path) as one:
        yield one


@pytest.fixture(scope="module")
def still(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """For what changes nothing of the month."""
    with november(sqlite_template, tmp_path_factory.mktemp("still")) as one:
        yield one


def test_a_fund_has_title_tax_number_person_in_charge_and_item(lab: Lab) -> None:
    (fund,) = lab.say(NEW).data["funds"]
    assert (fund["title"], fund["tax_number"]) == ("某某大学", "12100000400000000X")
    assert (fund["in_charge"], fund["item"]) == ("张老师", "技术服务费")


def test_the_item_is_a_test_fee_unless_something_else_is_said(lab: Lab) -> None:
    assert lab.say("/fund add Lab tax 91110000600037341L").data["funds"][0]["item"] == "测试费"


def test_members_have_their_share_in_the_subtotal_and_their_balance_in_the_settlement(lab: Lab) -> None:
    lab.say(NEW)
    joined = lab.say("/fund 加入 1 bob carol")
    (fund,) = joined.data["funds"]
    assert fund["members"] == ["bob", "carol"]
    assert fund["month_minor"] == SHARES["bob"] + SHARES["carol"] == -fund["balance_minor"]
    pays(lab, "/pay alice", "bob")
    assert lab.say("/fund").data["funds"][0]["balance_minor"] == -SHARES["carol"]


def test_one_joins_and_leaves_by_oneself_but_not_for_others(lab: Lab) -> None:
    lab.say(NEW)
    assert lab.say("/fund 加入 某某大学", "bob").data["funds"][0]["members"] == ["bob"]
    assert lab.say("/fund 加入 1 carol", "bob").code == "role"
    lab.at("+1h")
    assert lab.say("/fund 退出 1", "bob").data["funds"][0]["members"] == []


def test_a_member_is_in_one_fund_at_a_time(lab: Lab) -> None:
    lab.say(NEW)
    lab.say("/fund 新建 语言组")
    lab.say("/fund 加入 1 bob")
    lab.at("+1h")
    lab.say("/fund 加入 2 bob")
    assert [one["members"] for one in lab.say("/fund").data["funds"]] == [[], ["bob"]]


def test_particulars_are_changed_and_a_fund_is_closed(lab: Lab) -> None:
    lab.say(NEW)
    assert lab.say("/fund 改 1 负责人 李老师").data["funds"][0]["in_charge"] == "李老师"
    closed = lab.say("/fund 关闭 1")
    assert (closed.data["funds"], closed.data["shut"]) == ([], "某某大学") and "某某大学关闭了" in closed.text


def test_where_amounts_are_private_a_funds_are_read_by_who_keeps_the_books_alone(lab: Lab) -> None:
    lab.say(NEW)
    lab.say("/split 私密 开")
    joined = lab.say("/fund 加入 1", "bob")
    assert (joined.data["funds"][0]["month_minor"], joined.data["funds"][0]["balance_minor"]) == (None, None)
    assert lab.say("/fund", "bob", chat=None).data["funds"][0]["month_minor"] is None
    assert lab.say("/fund", "alice", chat=None).data["funds"][0]["month_minor"] == SHARES["bob"]


@pytest.mark.parametrize(
    ("words", "who", "code"),
    [
        ("/fund 新建 某某大学 税号 123", "alice", "bad_input"),
        ("/fund 新建", "alice", "bad_input"),
        ("/fund 什么", "alice", "bad_input"),
        ("/fund 关闭 9", "alice", "no_such_fund"),
        ("/fund 加入 9", "bob", "no_such_fund"),
        (NEW, "bob", "role"),
        ("/fund 改 1 项目 测试费", "bob", "role"),
    ],
)
def test_what_makes_no_sense_is_refused(still: Lab, words: str, who: str, code: str) -> None:
    assert still.say(words, who).code == code
