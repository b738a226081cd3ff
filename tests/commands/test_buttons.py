"""Presses: each button does its work once, for its owner, in its place, and only while it holds."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import select, update
from sqlmodel import Session

from storage.tables import Offer
from tests.saying import Lab


@pytest.fixture
def offered(lab: Lab) -> tuple[Lab, str]:
    """A token that books a card for bob at 02:10."""
    lab.say("/book 8 6h")
    return lab, lab.say("/book 1 3h", "bob").token("最早")


def bookings(lab: Lab, who: str = "bob") -> list[int]:
    return [one["booking"] for one in lab.say("/my", who).data["bookings"]]


def test_a_double_press_books_once_and_repeats_what_it_did(offered: tuple[Lab, str]) -> None:
    lab, token = offered
    first, second = lab.press(token, "bob"), lab.press(token, "bob")
    assert (first.code, second.code, second.data["what"]) == ("booked", "already_done", "booked")
    assert second.data["data"]["booking"] == first.data["booking"]
    assert bookings(lab) == [2]


def test_another_choice_of_a_used_card_does_nothing(lab: Lab) -> None:
    asked = lab.say("/book 2")
    lab.press(asked.token("1 小时"))
    again = lab.press(asked.token("3 小时"))
    assert (again.code, again.data["what"]) == ("already_done", "booked")
    assert len(bookings(lab, "alice")) == 1


def test_somebody_elses_button_does_nothing(offered: tuple[Lab, str]) -> None:
    lab, token = offered
    lab.say("/free", "carol")
    reply = lab.press(token, "carol")
    assert (reply.code, reply.data) == ("not_yours", {"booking": None, "holder": "bob"})
    assert bookings(lab, "carol") == []
    assert lab.press(token, "bob").code == "booked"


def test_a_stranger_who_presses_learns_no_name(offered: tuple[Lab, str]) -> None:
    lab, token = offered
    reply = lab.press(token, "mallory")
    assert (reply.code, reply.data) == ("not_yours", {"booking": None, "holder": None})


def test_a_used_card_is_quoted_only_to_those_who_might_have_pressed_it(lab: Lab) -> None:
    lab.bridge.founding = None
    token = lab.say("/join", "bob").token("同意")
    assert lab.press(token, "alice").code == "joined"
    again = lab.press(token, "mallory")
    assert again.code == "not_member" and "bob" not in again.text
    assert lab.press(token, "alice").code == "already_done"


@pytest.mark.parametrize("forge", [lambda t: t[:-1] + ("x" if t[-1] != "x" else "y"), lambda t: "1.99." + t[-10:]])
def test_a_forged_button_does_nothing(offered: tuple[Lab, str], forge: Callable[[str], str]) -> None:
    lab, token = offered
    assert lab.press(forge(token), "bob").code == "stale_button"
    assert bookings(lab) == []


@pytest.mark.parametrize(
    "token",
    [
        "x",
        "...",
        "1.0",
        "1.0.",
        "-1.0.abcdefghij",
        "9" * 39,
        "999999999999999999.0.abcdefghij",
        "²..",
        "1.²²²²²².a",
        "<b>&",
        "\u202e",
    ],
)
def test_what_never_was_a_button_is_answered_politely(lab: Lab, token: str) -> None:
    assert lab.press(token, "bob").code == "stale_button"


def test_a_button_is_good_only_in_its_own_chat(offered: tuple[Lab, str]) -> None:
    lab, token = offered
    assert lab.press(token, "bob", chat=None).code == "stale_button"
    assert lab.press(token, "bob", chat="foreign").code == "stale_button"
    assert bookings(lab) == []


def test_after_two_days_a_button_gets_a_fresh_card_that_works(offered: tuple[Lab, str]) -> None:
    lab, token = offered
    lab.at("+3d")
    reply = lab.press(token, "bob")
    assert (reply.code, reply.data["fresh"]["code"]) == ("stale_button", "ask_duration")
    assert bookings(lab) == []
    assert lab.press(reply.token("3 小时"), "bob").code == "booked"


def test_an_expired_release_button_shows_what_one_holds_now(lab: Lab) -> None:
    token = lab.say("/book 1 3d").token("放卡")
    lab.at("2026-12-04T20:10:00+08:00")
    reply = lab.press(token)
    assert (reply.code, reply.data["fresh"]["code"]) == ("stale_button", "my")
    assert lab.press(reply.token("放卡")).code == "released"


def test_a_button_about_a_booking_that_changed_shows_what_stands_now(lab: Lab) -> None:
    lab.say("/book 1 6h")
    token = lab.say("/book 1 6h").token("放卡")
    lab.at("+10m")
    lab.say("/release 2")
    reply = lab.press(token)
    assert (reply.code, reply.data["fresh"]["code"]) == ("stale_button", "my")
    assert [one["booking"] for one in reply.data["fresh"]["data"]["bookings"]] == [1]


def test_a_list_button_whose_booking_was_released_meanwhile_says_so(lab: Lab) -> None:
    lab.say("/book 1 6h")
    lab.at("+10m")
    token = lab.say("/my").token("放卡")
    released = lab.say("/release")
    reply = lab.press(token)
    assert (reply.code, reply.data["what"], reply.data["data"]) == ("already_done", "released", released.data)


def test_buttons_survive_a_restart(offered: tuple[Lab, str], restarted: Callable[[Lab], Lab]) -> None:
    lab, token = offered
    again = restarted(lab)
    assert again.press(token, "bob").code == "booked"
    assert lab.press(token, "bob").code == "already_done"


def test_every_token_fits_forty_bytes(lab: Lab) -> None:
    for said in ("/help", "/book", "/book 2", "/book 明晚 2张"):
        reply = lab.say(said)
        tokens = [button["token"] for row in reply.fields["buttons"] for button in row]
        assert all(len(token.encode()) <= 40 for token in tokens)


def test_a_stranger_can_press_nothing(open_lab: Lab) -> None:
    token = open_lab.say("/book 1").token("1 小时")
    assert open_lab.press(token, "zoe").code == "not_yours"
    assert open_lab.press(token, "zoe", chat="foreign").code == "stale_button"


def test_the_same_line_again_gets_the_same_answer_and_books_once(lab: Lab) -> None:
    first, again = lab.say("/book 2 6h", id="u1"), lab.say("/book 2 6h", id="u1")
    assert (first.data, again.fields["repeat"]) == (again.data, True)
    assert bookings(lab, "alice") == [1]


def as_an_older_version_wrote_it(lab: Lab, token: str, change: Callable[[dict[str, Any]], None]) -> None:
    """The stored choice of a button, changed."""
    number, at, _ = token.split(".")

    def unit(session: Session) -> None:
        row = session.execute(select(Offer.choices).where(Offer.id == int(number))).scalar_one()  # type: ignore[call-overload]
        choices = json.loads(row)
        change(choices[int(at)])
        session.execute(update(Offer).where(Offer.id == int(number)).values(choices=json.dumps(choices)))  # type: ignore[arg-type]

    lab.database.write_now(unit)


def test_a_button_whose_work_a_newer_version_no_longer_knows_is_out_of_date(offered: tuple[Lab, str]) -> None:
    lab, token = offered
    as_an_older_version_wrote_it(lab, token, lambda choice: choice.update(verb="book.gone"))
    assert lab.press(token, "bob").code == "stale_button"
    assert bookings(lab) == []


@pytest.mark.parametrize("payload", [{}, {"count": 1}, {"booking": 1}])
def test_a_button_that_carries_what_a_newer_version_cannot_read_is_out_of_date(
    offered: tuple[Lab, str], payload: dict[str, Any]
) -> None:
    lab, token = offered
    as_an_older_version_wrote_it(lab, token, lambda choice: choice.update(payload=payload))
    assert lab.press(token, "bob").code == "stale_button"
    assert bookings(lab) == []


def test_a_late_command_asked_about_by_an_older_version_can_still_be_confirmed(lab: Lab) -> None:
    (asked,) = lab.deliver("/book 2 6h", sent_at=lab.bridge.clock.now() - 3600)
    token = asked.token("照办")
    as_an_older_version_wrote_it(lab, token, lambda choice: choice.update(payload={"text": "/book 2 6h"}))
    assert lab.press(token).code == "booked"
