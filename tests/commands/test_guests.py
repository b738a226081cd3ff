"""A member made a guest keeps what was booked: it can be seen and given back, and nothing more is taken."""

import pytest

from tests.saying import Lab


@pytest.fixture
def lab(open_lab: Lab) -> Lab:
    """bob has cards 0 and 1 now and a booking tomorrow, and is only a guest since."""
    open_lab.say("/book 2 6h", "bob")
    open_lab.say("/book 1 明晚8点 6h", "bob")
    open_lab.say("/role bob guest")
    open_lab.at("+10m")
    return open_lab


def test_a_guest_sees_what_is_still_booked(lab: Lab) -> None:
    assert [one["booking"] for one in lab.say("/my", "bob").data["bookings"]] == [1, 2]


@pytest.mark.parametrize(
    ("said", "code"), [("/release", "released"), ("/cancel", "cancelled"), ("放1号卡", "card_dropped")]
)
def test_a_guest_gives_cards_back(lab: Lab, said: str, code: str) -> None:
    assert lab.say(said, "bob").code == code


def test_a_guest_gives_them_back_by_button_too(open_lab: Lab) -> None:
    booked = open_lab.say("/book 2 6h", "bob")
    open_lab.say("/role bob guest")
    open_lab.at("+10m")
    assert open_lab.press(booked.token("放卡"), "bob").code == "released"


def test_a_guest_shortens_and_does_not_extend(lab: Lab) -> None:
    assert lab.say("/extend 1 -1h", "bob").code == "shortened"
    refused = lab.say("/extend 1 1h", "bob")
    assert (refused.code, refused.data) == ("role", {"needed": "member", "role": "guest"})


@pytest.mark.parametrize("said", ["/book 1 1h", "/again", "/share 1 carol"])
def test_a_guest_takes_and_gives_nothing_more(lab: Lab, said: str) -> None:
    assert lab.say(said, "bob").code == "role"
