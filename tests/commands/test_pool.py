"""/pool: which machines and cards there are; owners declare them."""

import pytest

from bot.people.services.setup import issue_first_code
from tests.saying import Lab


@pytest.fixture
def empty(bare_lab: Lab) -> Lab:
    """A pool without cards: alice owns it."""
    code = bare_lab.database.write_now(issue_first_code, bare_lab.bridge.clock.now())
    bare_lab.say(f"/setup {code} 视觉组")
    return bare_lab


def test_the_first_machine_is_declared_in_one_line_with_cards_numbered_from_zero(empty: Lab) -> None:
    reply = empty.say("/pool 4xA100-80G 4x4090-24G")
    assert (reply.code, reply.data["added"]) == ("pool", "node1")
    cards = reply.data["nodes"][0]["cards"]
    assert [card["number"] for card in cards] == list(range(8))
    assert [(card["kind"], card["memory_gb"]) for card in (cards[0], cards[7])] == [("A100", 80), ("4090", 24)]


def test_another_machine_needs_a_name_and_its_numbers_go_on(empty: Lab) -> None:
    empty.say("/pool 4xA100-80G")
    refused = empty.say("/pool 4x4090-24G")
    assert (refused.code, refused.data["nodes"]) == ("pool_declared", ["node1"])
    reply = empty.say("/pool add node2: 2x4090-24G")
    assert [card["number"] for card in reply.data["nodes"][1]["cards"]] == [4, 5]
    assert empty.say("/pool add node2: 1x4090-24G").code == "node_exists"


def test_declaring_cards_says_nothing_about_the_language_of_the_reply(empty: Lab) -> None:
    assert empty.say("/pool add node2: 2x4090-24G").text.startswith("记下了")


def test_everybody_in_the_pool_may_look_and_only_owners_declare(lab: Lab) -> None:
    assert lab.say("/pool", "bob").data["nodes"][0]["name"] == "node1"
    reply = lab.say("/pool add node2: 8x4090-24G", "bob")
    assert (reply.code, reply.data) == ("role", {"needed": "owner", "role": "member"})
    assert len(lab.say("/pool").data["nodes"]) == 1


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("/pool 什么卡都行", "not_cards"),
        ("/pool 、", "not_cards"),
        ("/pool 0xA100-80G", "bad_count"),
        ("/pool 65xA100-80G", "too_many_cards"),
        ("/pool 64xA100-80G 1x4090-24G", "too_many_cards"),
        ("/pool 8xXYZ900", "memory_missing"),
        ("/pool 8xA100-9999G", "bad_memory"),
        ("/pool add a/b: 8xA100-80G", "bad_name"),
        ("/pool " + "8xA100-80G " * 60, "too_long_text"),
    ],
)
def test_a_declaration_that_cannot_be_read_says_why_shows_how_and_changes_nothing(
    empty: Lab, said: str, reason: str
) -> None:
    reply = empty.say(said)
    assert (reply.code, reply.data["reason"]) == ("bad_input", reason)
    assert "/pool 4xA100-80G 4x4090-24G" in reply.text
    assert empty.say("/pool").data["nodes"] == []


@pytest.mark.parametrize("said", ["/book 2 6h", "/free", "/status", "2张 6小时"])
def test_before_cards_are_declared_it_is_said_who_must_do_what(empty: Lab, said: str) -> None:
    assert empty.say(said).code == "no_cards"


def test_sixty_four_cards_are_one_machine(empty: Lab) -> None:
    assert len(empty.say("/pool 64xA100-80G").data["nodes"][0]["cards"]) == 64
    assert empty.say("/book 64 1h").code == "booked"
