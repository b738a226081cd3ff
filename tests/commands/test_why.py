"""`/why`: from an amount down to bookings and use, page by page; every level adds up to the one above."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.billing.prepared import copied, kept
from tests.saying import Lab, Said


def story(one: Lab) -> None:
    """Nine bookings of bob's, one of carol's; a storage line by parts; the rent changes on the 16th."""
    for who in ("alice", "bob", "carol"):
        one.say("/help", who)
    one.say("/price 租 40000 每月")
    one.say("/bill 存储 600 按 bob 2 carol 4")
    one.say("/bill 镜像 100 快照 只 bob")
    one.say("/book 8 1h", "carol")
    for hour in range(9):
        one.at(f"2026-11-03T{hour + 10}:00:00+08:00")
        one.say("/book 1 40m", "bob")
    one.at("2026-11-04T10:00:00+08:00")


@pytest.fixture(scope="module")
def file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("kept"), story, "2026-11-02T10:00:00+08:00")


@pytest.fixture
def lab(file: Path, tmp_path: Path) -> Iterator[Lab]:
    with copied(file, tmp_path, "2026-11-04T10:00:00+08:00") as one:
        yield one


def pages(lab: Lab, first: Said, who: str) -> list[Said]:
    """All pages, one press after the other."""
    found = [first]
    while found[-1].data["page"] < found[-1].data["pages"]:
        found.append(lab.press(found[-1].token("下一页"), who))
    return found


def everything(lab: Lab, first: Said, who: str) -> list[dict[str, object]]:
    return [item for page in pages(lab, first, who) for item in page.data["items"]]


def test_the_lines_add_up_to_what_one_owes(lab: Lab) -> None:
    reply = lab.say("/why", "bob")
    owed = lab.say("/split", "bob").data["mine_minor"]
    assert sum(line["mine_minor"] for line in reply.data["lines"]) == reply.data["total_minor"] == owed
    assert [(line["kind"], line["key"]) for line in reply.data["lines"]] == [
        ("rent", "charged"),
        ("storage", "weights"),
        ("image", "one"),
    ]


def test_a_line_is_its_weight_and_the_weight_is_its_bookings_on_all_pages(lab: Lab) -> None:
    first = lab.press(lab.say("/why", "bob").token("1. 租金"), "bob")
    assert first.data["weight"]["mine"] == 9 * 40 * 60
    assert first.data["weight"]["all"] == 9 * 40 * 60 + 8 * 3600
    assert first.data["pages"] == 2
    items = everything(lab, first, "bob")
    assert len(items) == 9
    assert sum(int(str(item["card_seconds"])) for item in items) == first.data["charged_seconds"] == 9 * 40 * 60


def test_a_line_by_parts_says_the_parts(lab: Lab) -> None:
    reply = lab.say("/why 2", "carol")
    assert reply.data["weight"] == {"unit": "parts", "mine": "4", "all": "6", "rate_minor": None}
    assert (reply.data["line"]["mine_minor"], reply.data["items"]) == (40_000, [])


def test_a_rent_that_changed_is_explained_part_by_part(lab: Lab) -> None:
    lab.say("/price 租 36000/月 从11月16日起")
    lab.at("2026-11-20T10:00:00+08:00")
    lab.say("/book 1 2h", "bob")
    lab.at("2026-12-01T00:00:01+08:00")
    reply = lab.say("/why 上个月 1", "bob")
    parts = reply.data["parts"]
    assert [part["amount_minor"] for part in parts] == [2_000_000, 1_800_000]
    assert sum(part["mine_minor"] for part in parts) == reply.data["line"]["mine_minor"]
    assert parts[1]["mine_minor"] == 1_800_000  # alone in the second half


def test_what_was_given_up_shows_what_counts_and_what_does_not(lab: Lab) -> None:
    lab.say("/book 4 4h", "bob")
    lab.at("2026-11-04T11:00:00+08:00")
    lab.say("/release", "bob")
    lab.at("2026-11-05T10:00:00+08:00")
    shown = pages(lab, lab.say("/why 1", "bob"), "bob")
    items = [item for page in shown for item in page.data["items"]]
    late = {item["reason"]: item["card_seconds"] for item in items if item["booking"] == 11}
    assert late == {"booked": 4 * 3600, "given_up": 6 * 3600, "credited": 6 * 3600}
    assert "让出来 12 卡时，算其中 6 卡时" in shown[-1].text, "one line, not two that seem to disagree"
    counted = sum(int(str(item["card_seconds"])) for item in items if item["counts"])
    assert counted == 9 * 40 * 60 + 10 * 3600


def test_the_month_and_the_line_may_be_said_together(lab: Lab) -> None:
    for words in ("/why 11月 1", "/why 11月 第1行", "/why Nov 1"):
        reply = lab.say(words, "bob")
        assert (reply.code, reply.data["month"], reply.data["line"]["number"]) == ("why_line", "2026-11", 1)
    assert lab.say("/why 11月1日", "bob").code == "bad_input"
    for words in ("why is my bill so high", "11月为什么我这么多"):
        assert lab.say(words, "bob").code == "why", words


@pytest.mark.parametrize(
    ("words", "code"), [("/why 9", "no_such_line"), ("/why 0", "no_such_line"), ("/why 谁", "bad_input")]
)
def test_a_line_that_is_not_there(lab: Lab, words: str, code: str) -> None:
    assert lab.say(words, "bob").code == code
