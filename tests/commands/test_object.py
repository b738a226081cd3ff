"""`/object`: an objection has a line, words and an answer, and keeps the bill open until it is answered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.billing.prepared import copied, kept
from tests.saying import Lab


def story(one: Lab) -> None:
    """November's bill is shown; it has two lines."""
    for who in ("alice", "bob", "carol"):
        one.say("/help", who)
    one.say("/book 1 1h", "bob")
    one.say("/bill 租金 40000")
    one.say("/bill 存储 600")
    one.at("2026-12-01T10:00:00+08:00")


@pytest.fixture(scope="module")
def file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("kept"), story, "2026-11-02T10:00:00+08:00")


@pytest.fixture
def lab(file: Path, tmp_path: Path) -> Iterator[Lab]:
    with copied(file, tmp_path, "2026-12-01T10:00:00+08:00") as one:
        yield one


def test_an_objection_goes_to_a_line_or_to_the_whole_bill(lab: Lab) -> None:
    first = lab.say("/object 2 存储多了", "bob")
    assert (first.data["line"], first.data["words"], first.data["by"]) == (2, "存储多了", "bob")
    assert lab.say("有异议 都不对", "carol").data["line"] is None
    listed = lab.say("/object")
    assert [(one["line"], one["resolution"]) for one in listed.data["objections"]] == [(2, None), (None, None)]
    assert "2 条没答复" in listed.text


def test_the_same_said_twice_is_one(lab: Lab) -> None:
    first, again = lab.say("/object 2 存储多了", "bob"), lab.say("/object 2 存储多了", "bob")
    assert first.data["number"] == again.data["number"]
    assert len(lab.say("/object").data["objections"]) == 1


@pytest.mark.parametrize(
    ("words", "code"),
    [("/object 9 不对", "no_such_line"), ("/object 2", "bad_input"), ("/object 解决 9 好", "no_such_objection")],
)
def test_what_makes_no_objection(lab: Lab, words: str, code: str) -> None:
    assert lab.say(words).code == code
    assert lab.say("/object").data["objections"] == []


def test_an_answer_is_told_and_the_bill_is_closed_in_its_time(lab: Lab) -> None:
    number = lab.say("/object 2 存储多了", "bob").data["number"]
    answered = lab.say(f"/object {number} 处理 单子在群文件里")
    assert (answered.data["resolution"], answered.data["resolved_by"], answered.data["left"]) == (
        "单子在群文件里",
        "alice",
        0,
    )
    assert [said.code for said in lab.at("2026-12-04T10:00:00+08:00")] == ["bill_closed"]
    assert lab.say("/object 2 还是不对", "bob").code == "not_in_review"


def test_an_objection_by_everybody_who_agreed_still_counts(lab: Lab) -> None:
    card = lab.say("/close")
    lab.say("/object 1 等等", "carol")
    assert lab.press(card.token("同意"), "bob").code == "review"
    assert "异议" in lab.press(card.token("同意"), "carol").text


def test_outside_a_review_there_is_nothing_to_object_to(lab: Lab) -> None:
    lab.at("2026-12-10T10:00:00+08:00")
    assert lab.say("/object 1 不对", "bob").code == "not_in_review"
    assert lab.say("/object", "bob").code == "not_in_review"
