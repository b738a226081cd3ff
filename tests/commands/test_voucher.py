"""`/bill 算力券`: a voucher for one member or everybody pays first when a month is closed, never more than is due."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.billing.prepared import copied, kept, three_people
from tests.billing.services.months import adds_up, now_worked_out, row, shares
from tests.saying import Lab

BEGIN = "2026-11-02T10:00:00+08:00"


def story(lab: Lab) -> None:
    """Bob and carol share 600 yuan of November by two to one; alice pays the provider."""
    three_people(lab)
    lab.say("/split 付款人 alice")
    lab.say("/bill 租金 600")
    lab.say("/book 2 5h", "bob")
    lab.say("/book 1 5h", "carol")


@pytest.fixture(scope="module")
def file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("kept"), story, BEGIN)


@pytest.fixture
def lab(file: Path, tmp_path: Path) -> Iterator[Lab]:
    with copied(file, tmp_path, BEGIN) as one:
        one.at("+6h")
        yield one


@pytest.fixture(scope="module")
def talk(file: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lab]:
    """One lab for all cases."""
    with copied(file, tmp_path_factory.mktemp("talk"), BEGIN) as one:
        yield one


def used(lab: Lab, month: str) -> list[tuple[str, int]]:
    return [(line.id, line.amount_minor) for line in now_worked_out(lab, month).inputs.lines if line.kind == "voucher"]


@pytest.mark.parametrize(
    ("text", "amount", "whose", "until", "note"),
    [
        ("/bill 算力券 500", 50_000, None, None, None),
        ("/bill 算力券 501 给 @bob 到 12-31", 50_100, "bob", "2026-12-31T23:59:59+08:00", None),
        ("/bill 算力券502 给bob", 50_200, "bob", None, None),
        ("/bill 算力券 503 给大家 到年底", 50_300, None, "2026-12-31T23:59:59+08:00", None),
        ("/bill 算力券 504 到 1月5日 给 carol", 50_400, "carol", "2027-01-05T23:59:59+08:00", None),
        ("/bill 算力券 505 双十一 截至 2026-11-11", 50_500, None, "2026-11-11T23:59:59+08:00", "双十一"),
        ("/bill voucher 506 for bob until 12-31", 50_600, "bob", "2026-12-31T23:59:59+08:00", None),
        ("记账 算力券 507.50 到月底", 50_750, None, "2026-11-30T23:59:59+08:00", None),
    ],
)
def test_it_is_read_and_said_back(
    talk: Lab, text: str, amount: int, whose: str | None, until: str | None, note: str | None
) -> None:
    said = talk.say(text)
    assert said.code == "voucher_added", said.text
    one = said.data["voucher"]
    assert (one["amount_minor"], one["name"], one["until"], one["note"]) == (amount, whose, until, note)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("/bill 算力券 -5", "bad_amount"),
        ("/bill 算力券 0", "bad_amount"),
        ("/bill 算力券 1234，5", "bad_amount"),
        ("/bill 算力券 5 给 谁啊", "no_such_member"),
        ("/bill 算力券 5 给 bob carol", "bad_input"),
        ("/bill 算力券 5 到 13-45", "bad_input"),
        ("/bill 算力券 5 到 2026-10-31", "voucher_expired"),
        ("/bill 作废 算力券 99", "no_such_voucher"),
    ],
)
def test_what_makes_no_sense_is_refused_and_nothing_is_written(talk: Lab, text: str, code: str) -> None:
    before = talk.say("/bill 算力券").data
    assert talk.say(text).code == code
    assert talk.say("/bill 算力券").data == before


def test_owners_and_treasurers_write_and_everybody_reads(lab: Lab) -> None:
    assert lab.say("/bill 算力券 5", "bob").code == "role"
    lab.say("/bill 算力券 5")
    assert lab.say("/bill 算力券").labels == ["作废 1 号券"]
    read = lab.say("/bill 算力券", "bob")
    assert (read.labels, len(read.data["vouchers"])) == ([], 1)
    assert lab.say("/bill 作废 算力券 1", "bob").code == "role"


def test_the_same_voucher_said_twice_counts_once_unless_there_are_two(lab: Lab) -> None:
    lab.say("/bill 算力券 5")
    twice = lab.say("/bill 算力券 5")
    assert twice.code == "voucher_twice"
    assert lab.press(twice.token("再记")).code == "voucher_added"
    assert len(lab.say("/bill 算力券").data["vouchers"]) == 2


def test_one_of_everybodys_lowers_all_shares_in_proportion_and_stands_on_the_bill(lab: Lab) -> None:
    lab.say("/bill 算力券 90")
    adds_up(now_worked_out(lab, "2026-11"))
    assert shares(lab, "2026-11") == {"alice": 0, "bob": 34_000, "carol": 17_000}
    shown = lab.say("/bill").data
    assert (shown["lines"][-1]["kind"], shown["lines"][-1]["amount_minor"], shown["total_minor"]) == (
        "voucher", -9_000, 51_000,
    )  # fmt: skip
    assert lab.say("/split", "bob").data["mine_minor"] == 34_000
    assert lab.say("/why", "bob").data["lines"][-1]["mine_minor"] == -6_000
    assert lab.say("/why 2", "bob").code == "why_line"


def test_one_members_voucher_pays_down_to_nothing_and_keeps_the_rest_for_the_next_month(lab: Lab) -> None:
    lab.say("/bill 算力券 250 给 carol 到 12-31")
    assert shares(lab, "2026-11") == {"alice": 0, "bob": 40_000, "carol": 0}
    lab.at("2026-12-05T10:00:00+08:00")
    assert used(lab, "2026-11") == [("voucher1", -20_000)]
    (left,) = lab.say("/bill 算力券").data["vouchers"]
    assert (left["amount_minor"], left["left_minor"]) == (25_000, 5_000)
    lab.say("/bill 存储 90 平摊")
    assert used(lab, "2026-12") == [("voucher1", -3_000)]


def test_a_voucher_that_does_not_outlive_the_month_pays_nothing_of_it(lab: Lab) -> None:
    lab.say("/bill 算力券 90 到 11-29")
    lab.say("/bill 算力券 60 到 11-30")
    lab.at("2026-12-05T10:00:00+08:00")
    assert used(lab, "2026-11") == [("voucher2", -6_000)]
    assert lab.say("/bill 算力券").data["vouchers"] == []
    lab.say("/bill 存储 90 平摊")
    assert used(lab, "2026-12") == []


def test_a_closed_month_keeps_what_a_voucher_paid_whatever_becomes_of_the_voucher(lab: Lab) -> None:
    lab.say("/bill 算力券 700")
    lab.at("2026-12-05T10:00:00+08:00")
    before = row(lab, "2026-11").body
    assert shares(lab, "2026-11") == {"alice": 0, "bob": 0, "carol": 0}
    assert row(lab, "2026-11").state == "settled"
    voided = lab.say("/bill 作废 算力券 1")
    assert (voided.code, voided.data["used_minor"]) == ("voucher_voided", 60_000)
    assert lab.say("/bill 作废 算力券 1").code == "already_done"
    assert row(lab, "2026-11").body == before


def test_one_written_down_while_a_bill_is_shown_shows_it_again(lab: Lab) -> None:
    lab.at("2026-12-02T10:00:00+08:00")
    added, again = lab.hear("/bill 算力券 60")
    assert (added.code, again.code, again.data["changed"]) == ("voucher_added", "review", True)
    assert again.data["total_minor"] == 54_000
    taken, back = lab.hear("/bill 作废 算力券 1")
    assert (taken.code, back.data["total_minor"]) == ("voucher_voided", 60_000)


def test_a_month_that_comes_to_nothing_uses_no_voucher(lab: Lab) -> None:
    lab.say("/bill 退款 700")
    lab.say("/bill 算力券 60")
    assert used(lab, "2026-11") == []


def test_sponsors_take_their_part_of_what_vouchers_leave(lab: Lab) -> None:
    lab.say("/split 先出 alice 50%")
    lab.at("2026-12-05T10:00:00+08:00")
    lab.say("/bill 其他 400 平摊")
    lab.say("/bill 算力券 100")
    assert shares(lab, "2026-12") == {"alice": 20_000, "bob": 5_000, "carol": 5_000}


def test_two_bills_that_are_not_closed_yet_never_count_one_voucher_twice(lab: Lab) -> None:
    lab.say("/bill 算力券 500")
    lab.at("2026-12-01T09:00:00+08:00")
    lab.say("/bill 租金 600 平摊")
    assert used(lab, "2026-11") == [("voucher1", -50_000)] and used(lab, "2026-12") == []
    lab.at("2026-12-01T11:00:00+08:00")
    assert row(lab, "2026-11").state == "review" and used(lab, "2026-12") == []
    lab.say("/bill 算力券 300")
    assert used(lab, "2026-11") == [("voucher1", -50_000), ("voucher2", -10_000)]
    assert used(lab, "2026-12") == [("voucher2", -20_000)]
