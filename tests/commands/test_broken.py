"""An owner reports a broken card: it is given to nobody, what is booked on it stays and is named."""

import pytest
from sqlmodel import Session, select

from bot.language.reading.card_state import read_card_state
from storage.tables import Audit
from tests.saying import Lab


@pytest.mark.parametrize(
    ("said", "numbers", "broken"),
    [
        ("broken 3", (3,), True),
        ("坏了 3", (3,), True),
        ("3号卡坏了", (3,), True),
        ("坏了 3、5", (3, 5), True),
        ("3 5 broken", (3, 5), True),
        ("gpu 3 is broken", (3,), True),
        ("好了 3", (3,), False),
        ("３号卡修好了", (3,), False),
        ("ok 5,3", (3, 5), False),
    ],
)
def test_a_report_is_read_in_either_language_and_order(said: str, numbers: tuple[int, ...], broken: bool) -> None:
    read = read_card_state(said)
    assert read is not None and (read.numbers, read.broken) == (numbers, broken)


@pytest.mark.parametrize(
    "said", ["", "4xA100-80G", "broken", "坏了", "add ok: 8xA100-80G", "broken 3 4xA100-80G", "好 三"]
)
def test_what_is_no_report_is_left_to_be_a_declaration(said: str) -> None:
    assert read_card_state(said) is None


def states(lab: Lab) -> list[int]:
    return [card["number"] for card in lab.say("/pool").data["nodes"][0]["cards"] if card["broken"]]


@pytest.mark.parametrize(("bad", "good"), [("/pool broken 3", "/pool ok 3"), ("/pool 坏了 3", "/pool 好了 3")])
def test_a_broken_card_is_skipped_until_it_works_again(lab: Lab, bad: str, good: str) -> None:
    reply = lab.say(bad)
    assert (reply.code, reply.data["broken"], reply.data["bookings"]) == ("pool", [3], [])
    assert states(lab) == [3] and "3 号卡坏着" in lab.say("/pool").text
    assert 3 not in lab.say("/book 4 1h").data["gpus"]
    assert lab.say("/book 3号卡 1h", "bob").code == "card_broken"
    assert [card["number"] for card in lab.say("/status").data["cards"] if card["broken"]] == [3]
    assert lab.say(good).data["working"] == [3]
    assert states(lab) == []
    assert lab.say("/book 3号卡 明晚8点 1h", "bob").code == "booked"


def test_too_many_cards_for_those_that_work_are_refused_by_their_name(lab: Lab) -> None:
    lab.say("/pool broken 3")
    refused = lab.say("/book 8 1h")
    assert (refused.code, refused.data["numbers"], refused.data["have"]) == ("card_broken", [3], 7)


def test_bookings_on_it_stay_and_their_holders_are_named(lab: Lab) -> None:
    lab.say("/book 2 6h", "bob")
    lab.say("/book 2 明晚8点 6h", "carol")
    lab.say("/book 1 1h", "dan")
    reply = lab.say("/pool broken 0")
    assert [(one["booking"], one["holder"]) for one in reply.data["bookings"]] == [(1, "bob"), (2, "carol")]
    assert "bob 的预约 1" in reply.text and "carol 的预约 2" in reply.text
    assert [one["booking"] for one in lab.say("/my", "bob").data["bookings"]] == [1]
    assert lab.say("/release", "bob").code in ("released", "cancelled")


def test_only_owners_report_and_only_cards_that_exist(lab: Lab) -> None:
    assert lab.say("/pool broken 3", "bob").code == "role"
    assert (lab.say("/pool broken 9").code, states(lab)) == ("no_such_card", [])


def test_every_change_is_written_down_and_what_is_known_already_is_none(lab: Lab) -> None:
    def noted(session: Session) -> list[str]:
        rows = session.execute(select(Audit).order_by(Audit.id)).scalars()  # type: ignore[arg-type]
        return [one.what for one in rows if one.what.startswith("card_")]

    for said in ("/pool broken 3", "/pool broken 3", "/pool ok 3", "/pool ok 3"):
        assert lab.say(said).code == "pool"
    assert lab.database.read_now(noted) == ["card_broken", "card_working"]
