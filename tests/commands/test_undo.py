"""/undo: within two minutes one's own latest step is taken back, exactly, unless somebody has the cards by now."""

from typing import Any

import pytest
from sqlalchemy import text
from sqlmodel import Session

from tests.saying import Lab

STEPS = {
    "booked": ("/book 2 3h",),
    "extended": ("/book 2 3h", "/extend 1h"),
    "shortened": ("/book 2 3h", "/extend 到22:00"),
    "card_dropped": ("/book 2 3h", "/release 0号卡"),
    "cancelled": ("/book 2 明晚8点 3h", "/cancel"),
    "released": ("/book 2 3h", "/release"),
}


def rows(lab: Lab) -> list[Any]:
    """What stands of bookings and their cards, without versions."""

    def read(session: Session) -> list[Any]:
        booked = session.execute(
            text(
                "SELECT id, state, starts_at, ends_at, planned_end_at, released_at, cancelled_at FROM booking"
                " ORDER BY id"
            )
        )
        held = session.execute(
            text("SELECT booking_id, gpu_id, starts_at, ends_at FROM booked_card WHERE live = 1 ORDER BY 1, 2")
        )
        return [tuple(row) for row in booked], [tuple(row) for row in held]

    return lab.database.read_now(read)


def do(lab: Lab, steps: tuple[str, ...]) -> tuple[Any, Any]:
    """Take the steps a minute apart; what stood before the last one, and its reply."""
    for step in steps[:-1]:
        lab.say(step)
        lab.at("+10m")
    before = rows(lab)
    return before, lab.say(steps[-1])


@pytest.mark.parametrize("what", STEPS)
@pytest.mark.parametrize("by", ["word", "button"])
def test_each_step_is_taken_back_exactly(lab: Lab, what: str, by: str) -> None:
    before, reply = do(lab, STEPS[what])
    assert reply.code == what
    lab.at("+119s")
    undone = lab.say("/undo") if by == "word" else lab.press(reply.token("撤销"))
    assert (undone.code, undone.data["what"], undone.data["holds"]) == ("undone", what, what != "booked")
    if what == "booked":
        assert lab.say("/my").data["bookings"] == []
        assert lab.say("/book 8 1h", "bob").code == "booked"
    else:
        assert rows(lab) == before


@pytest.mark.parametrize("what", STEPS)
def test_after_two_minutes_it_is_too_late(lab: Lab, what: str) -> None:
    _, reply = do(lab, STEPS[what])
    after = rows(lab)
    lab.at("+121s")
    for undone in (lab.say("/undo"), lab.press(reply.token("撤销"))):
        assert (undone.code, undone.data["what"], undone.data["allowed"]) == ("undo_too_late", what, 120)
    assert rows(lab) == after


@pytest.mark.parametrize("what", ["shortened", "card_dropped", "cancelled", "released"])
def test_what_somebody_else_has_taken_meanwhile_is_not_taken_back(lab: Lab, what: str) -> None:
    do(lab, STEPS[what])
    when = {"shortened": "22:00 30m", "cancelled": "明晚8点 1h"}.get(what, "20分钟")
    assert lab.say(f"/book 0号卡 {when}", "bob").code == "booked"
    after = rows(lab)
    reply = lab.say("/undo")
    assert (reply.code, [one["holder"] for one in reply.data["blocking"]]) == ("undo_taken", ["bob"])
    assert rows(lab) == after


@pytest.mark.parametrize("what", ["shortened", "card_dropped", "cancelled", "released"])
def test_a_card_that_broke_meanwhile_is_not_given_back_and_is_named(lab: Lab, what: str) -> None:
    _, reply = do(lab, STEPS[what])
    lab.say("/pool broken 0")
    after = rows(lab)
    for undone in (lab.say("/undo"), lab.press(reply.token("撤销"))):
        assert (undone.code, undone.data["broken"], undone.data["blocking"]) == ("undo_taken", [0], [])
    assert "0 号卡刚坏了" in undone.text and "/book" in undone.text
    assert rows(lab) == after
    assert lab.say("/book 1 1h").data["gpus"] != [0]


@pytest.mark.parametrize("what", ["booked", "extended"])
def test_a_card_that_broke_meanwhile_hinders_nobody_from_giving_time_back(lab: Lab, what: str) -> None:
    do(lab, STEPS[what])
    lab.say("/pool broken 0")
    assert (lab.say("/undo").code, lab.say("/undo").code) == ("undone", "nothing_to_undo")


def test_a_card_that_was_broken_before_the_step_or_works_again_is_given_back_as_it_was(lab: Lab) -> None:
    lab.say("/book 2 3h")
    lab.say("/pool broken 0")
    before = rows(lab)
    lab.say("/release")
    lab.say("/pool broken 1")
    lab.say("/pool ok 1")
    assert lab.say("/undo").code == "undone"
    assert rows(lab) == before


def test_a_step_is_taken_back_once(lab: Lab) -> None:
    reply = lab.say("/book 2 3h")
    assert lab.say("/undo").code == "undone"
    assert lab.say("/undo").code == "nothing_to_undo"
    assert lab.press(reply.token("撤销")).code == "stale_button"


def test_an_undo_is_not_undone_and_the_step_before_it_stays(lab: Lab) -> None:
    lab.say("/book 2 3h")
    lab.say("/extend 1h")
    lab.say("/undo")
    assert lab.say("/undo").code == "nothing_to_undo"
    assert lab.say("/my").data["bookings"][0]["end"] == "2026-12-02T23:10:00+08:00"


def test_without_a_step_of_ones_own_there_is_nothing_to_undo(lab: Lab) -> None:
    assert lab.say("/undo").code == "nothing_to_undo"
    lab.say("/book 2 3h")
    assert lab.say("/undo", "bob").code == "nothing_to_undo"
    assert len(lab.say("/my").data["bookings"]) == 1


def test_a_step_that_an_owner_has_changed_since_is_not_undone(lab: Lab) -> None:
    lab.say("/book 2 3h", "bob")
    lab.at("+60s")
    assert lab.say("/release 1 机器要重启").code == "released"
    assert lab.say("/undo", "bob").code == "nothing_to_undo"


def test_an_undo_button_takes_back_its_own_step_and_no_later_one(lab: Lab) -> None:
    token = lab.say("/book 0号卡 3h").token("撤销")
    lab.say("/book 1号卡 3h")
    assert lab.press(token).code == "nothing_to_undo"
    assert [one["gpus"] for one in lab.say("/my").data["bookings"]] == [[0], [1]]


def test_an_undo_button_of_a_released_booking_does_not_take_back_what_was_booked_since(lab: Lab) -> None:
    lab.say("/book 0号卡 3h")
    lab.at("+10m")
    token = lab.say("/release").token("撤销")
    lab.say("/book 1号卡 3h")
    assert lab.press(token).code == "nothing_to_undo"
    assert [one["gpus"] for one in lab.say("/my").data["bookings"]] == [[1]]


def test_somebody_elses_undo_button_does_nothing(lab: Lab) -> None:
    token = lab.say("/book 0号卡 3h").token("撤销")
    assert lab.press(token, "bob").code == "not_yours"


def test_a_release_whose_end_is_over_cannot_be_taken_back(lab: Lab) -> None:
    lab.say("/book 2 1h")
    lab.at("2026-12-02T21:09:30+08:00")
    lab.say("/release")
    lab.at("2026-12-02T21:10:00+08:00")
    reply = lab.say("/undo")
    assert reply.code == "undo_too_late"
    assert "2 分钟" not in reply.text.split("\n")[0]


def test_taking_a_release_back_plans_its_reminders_again(lab: Lab) -> None:
    lab.say("/help", chat=None)
    lab.say("/book 2 3h")
    lab.at("+10m")
    lab.say("/release")
    lab.say("/undo")
    assert [one.code for one in lab.at("2026-12-02T23:30:00+08:00")] == ["ends_soon"]


def test_a_booking_that_was_taken_back_sends_nothing(lab: Lab) -> None:
    lab.say("/help", chat=None)
    lab.say("/book 2 今晚22:00 3h")
    lab.say("/undo")
    assert lab.at("+1d") == []


@pytest.mark.parametrize("words", ["撤销", "undo", "/撤销"])
def test_it_is_understood_in_plain_words(lab: Lab, words: str) -> None:
    lab.say("/book 2 3h")
    assert lab.say(words).code == "undone"


def test_nobody_who_was_removed_gets_cards_back_by_an_undo(lab: Lab) -> None:
    lab.say("/book 8 3h", "bob")
    lab.at("+20m")
    asked = lab.say("/remove bob")
    assert lab.press(asked.token(), "alice").code == "removed"
    assert lab.say("/undo").code == "nothing_to_undo"
    assert all(card["holder"] is None for card in lab.say("/status").data["cards"])
