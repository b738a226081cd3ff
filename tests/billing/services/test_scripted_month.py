"""A whole November: bookings, a join, a leave, an outage with its refund, a rent that changes, an objection, a late
correction. The bill adds up down and across, and once closed it never says anything else."""

import json

from bot.billing.services.close import recomputed
from bot.billing.services.statement import hash_of
from tests.billing.services.months import add_outage, adds_up, body, gathered, lines_of, now_worked_out, row, shares
from tests.saying import Lab


def test_the_bill_adds_up_and_everybody_pays_for_what_was_theirs(november: Lab) -> None:
    bill = now_worked_out(november, "2026-11")
    adds_up(bill)
    hours = {bill.names[one]: int(seconds.charged_s) // 3600 for one, seconds in bill.charged.members.items()}
    assert hours == {"bob": 18, "carol": 16, "dan": 10}  # an hour of the outage is nobody's
    assert lines_of(november, "2026-11") == [("rent", 3_800_000), ("storage", 60_000), ("refund", -10_000)]
    rent, storage, refund = (
        {bill.names[one]: share for one, share in line.shares.items() if share} for line in bill.split.lines
    )
    # 20000 for the first half by 18 : 16, 18000 for the second by dan alone
    assert rent == {"bob": 1_058_824, "carol": 941_176, "dan": 1_800_000}
    assert storage == {"bob": 20_000, "carol": 40_000}
    assert refund == {"bob": -3_333, "carol": -6_667}  # 2 and 4 card-hours were lost


def test_it_is_shown_once_on_the_first_morning_and_closed_after_three_days(november: Lab) -> None:
    (shown,) = november.at("2026-12-01T10:00:00+08:00")
    assert (shown.code, shown.to, shown.asked) == ("review", "lab", False)
    assert shown.data["until"] == "2026-12-04T10:00:00+08:00"
    assert sum(one["minor"] for one in shown.data["members"]) == shown.data["total_minor"] == 3_850_000
    assert november.at("2026-12-04T09:59:59+08:00") == []
    (closed,) = november.at("2026-12-04T10:00:00+08:00")
    assert (closed.code, row(november, "2026-11").state) == ("bill_closed", "closed")


def test_an_objection_keeps_it_open_until_a_treasurer_has_answered(november: Lab) -> None:
    (shown,) = november.at("2026-12-01T10:00:00+08:00")
    asked = november.press(shown.token("有异议"), "bob")
    assert [line["number"] for line in asked.data["lines"]] == [1, 2, 3]
    objected = november.say("/object 2 存储多记了", "bob")
    assert (objected.code, objected.data["line"]) == ("objected", 2)
    for who in ("alice", "bob", "dan"):
        assert november.press(shown.token("同意"), who).code == "review"
    (waits,) = november.at("2026-12-04T10:00:00+08:00")
    assert (waits.code, waits.data["objections"]) == ("review_waits", 1)
    number = objected.data["number"]
    assert november.say(f"/object {number} 解决 查过了", "bob").code == "role"
    assert november.say(f"/object {number} 解决").code == "bad_input"
    assert november.say(f"/object {number} 解决 查过了，没多").code == "bill_closed"


def test_what_a_treasurer_puts_right_is_shown_again_before_it_is_closed(november: Lab) -> None:
    (shown,) = november.at("2026-12-01T10:00:00+08:00")
    november.press(shown.token("同意"), "bob")
    november.at("2026-12-04T09:00:00+08:00")
    voided, again = november.hear("/bill void 1")
    assert (voided.code, again.code, again.asked) == ("bill_voided", "review", False)
    assert (again.data["changed"], again.data["agreed"]) == (True, [])
    assert again.data["until"] == "2026-12-05T09:00:00+08:00"  # a day longer than it was
    assert november.at("2026-12-05T08:59:59+08:00") == []
    (closed,) = november.at("2026-12-05T09:00:00+08:00")
    assert (closed.code, closed.data["total_minor"]) == ("bill_closed", 3_790_000)


def test_what_changes_by_itself_is_shown_again_before_it_is_closed(november: Lab) -> None:
    november.at("2026-12-01T10:00:00+08:00")
    add_outage(november, "2026-11-02T14:00:00+08:00", "2026-11-02T15:00:00+08:00")
    (again,) = november.at("2026-12-04T10:00:00+08:00")
    assert (again.code, again.data["changed"]) == ("review", True)
    assert [said.code for said in november.at("2026-12-05T10:00:00+08:00")] == ["bill_closed"]


def test_everybody_agreed_closes_it_early(november: Lab) -> None:
    (shown,) = november.at("2026-12-01T10:00:00+08:00")
    assert november.press(shown.token("同意"), "bob").data["missing"] == ["dan"]  # carol left, alice owes nothing
    assert november.press(shown.token("同意"), "dan").code == "bill_closed"
    assert november.at("2026-12-04T10:00:00+08:00") == []


def test_a_closed_month_worked_out_again_is_the_same_to_the_byte(november: Lab) -> None:
    november.at("2026-12-04T10:00:00+08:00")
    closed = row(november, "2026-11")
    assert recomputed(closed) == closed.body
    assert hash_of(closed.inputs or "") == closed.inputs_hash
    assert json.loads(closed.body or "")["total_minor"] == 3_850_000


def test_what_comes_out_late_becomes_a_line_of_the_next_month_and_the_closed_one_stays(november: Lab) -> None:
    november.at("2026-12-04T10:00:00+08:00")
    before = row(november, "2026-11").body
    add_outage(november, "2026-11-02T14:00:00+08:00", "2026-11-02T15:00:00+08:00")
    listed = november.say("/bill")
    corrections = [line for line in listed.data["lines"] if line["kind"] == "correction"]
    assert [line["corrects"] for line in corrections] == ["2026-11"]
    december = now_worked_out(november, "2026-12")
    adds_up(december)
    assert sum(line["amount_minor"] for line in corrections) == 0
    # all of it together is what the month would have been had it been known in time
    right = {
        gathered(november, "2026-11").names[one]: total
        for one, total in gathered(november, "2026-11").split.totals.items()
    }
    owed = {one["name"]: one["total_minor"] for one in body(november, "2026-11")["members"]}
    fixed = {
        name: sum(
            shared.shares.get(one, 0)
            for line, shared in zip(december.inputs.lines, december.split.lines, strict=True)
            if line.kind == "correction"
        )
        for one, name in december.names.items()
    }
    assert {name: owed[name] + fixed[name] for name in owed} == right
    assert row(november, "2026-11").body == before
    assert november.say("/bill").data == listed.data  # and nothing is corrected twice


def test_a_line_that_comes_late_is_shared_as_it_would_have_been(november: Lab) -> None:
    november.at("2026-12-04T10:00:00+08:00")
    owed = shares(november, "2026-11")
    added = november.say("/bill 11月 带宽 440")
    assert (added.data["month"], added.data["corrects"]) == ("2026-12", "2026-11")
    late = now_worked_out(november, "2026-12").split.lines[-1]
    assert sum(late.shares.values()) == 44_000
    by_name = {now_worked_out(november, "2026-12").names[one]: share for one, share in late.shares.items() if share}
    assert by_name == {"bob": 18_000, "carol": 16_000, "dan": 10_000}
    assert shares(november, "2026-11") == owed


def test_a_line_of_a_closed_month_is_taken_back_by_the_open_one(november: Lab) -> None:
    november.at("2026-12-04T10:00:00+08:00")
    voided = november.say("/bill void 1")
    assert (voided.data["month"], voided.data["corrects"]) == ("2026-12", "2026-11")
    back = now_worked_out(november, "2026-12").split.lines[-1]
    names = now_worked_out(november, "2026-12").names
    assert {names[one]: share for one, share in back.shares.items() if share} == {"bob": -20_000, "carol": -40_000}
    november.say("/bill")
    assert lines_of(november, "2026-12") == [("rent", 3_600_000), ("storage", -60_000)]
    assert november.say("/bill void 1").code == "already_done"
