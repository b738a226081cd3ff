"""In private the chat does not say which pool is meant: with several it is asked, and the buttons remember."""

import pytest

from tests.saying import Lab


@pytest.fixture
def two_pools(open_lab: Lab) -> Lab:
    """alice owns `lab` and 二组; bob is only in `lab`."""
    code = open_lab.say("/setup", chat=None).data["code"]
    open_lab.say(f"/setup {code} 二组", chat="other")
    open_lab.say("/pool 4x4090-24G", chat="other")
    return open_lab


def test_with_one_pool_nothing_is_asked(two_pools: Lab) -> None:
    assert two_pools.say("/book 1xA100 1h", "bob", chat=None).code == "booked"
    assert two_pools.say("2张 1小时", "bob", chat=None).code == "booked"
    assert len(two_pools.say("/my", "bob", chat=None).data["bookings"]) == 2


@pytest.mark.parametrize("said", ["/book 1 1h", "/free", "/status", "/my", "/pool", "1张 1小时", "/release", "/book"])
def test_with_several_pools_it_is_asked_and_the_press_does_what_was_said(two_pools: Lab, said: str) -> None:
    expected = two_pools.say(said, chat="other").code
    two_pools.say("/cancel", chat="other")
    asked = two_pools.say(said, chat=None)
    assert (asked.code, asked.data["pools"]) == ("ask_pool", ["lab", "二组"])
    assert [choice["label"] for choice in asked.data["choices"]] == ["lab", "二组"]
    assert two_pools.press(asked.token("二组"), chat=None).code == expected


def test_the_buttons_that_follow_stay_with_the_chosen_pool(two_pools: Lab) -> None:
    def chosen(said: str) -> object:
        return two_pools.press(two_pools.say(said, chat=None).token("二组"), chat=None)

    asked = two_pools.press(two_pools.say("/book", chat=None).token("二组"), chat=None)
    length = two_pools.press(asked.token("2 张 4090"), chat=None)
    when = two_pools.press(length.token("3 小时"), chat=None)
    booked = two_pools.press(when.token("现在"), chat=None)
    assert (booked.code, booked.data["kinds"]) == ("booked", ["4090"])
    two_pools.at("+10m")
    mine = two_pools.press(two_pools.say("/my", chat=None).token("二组"), chat=None)
    assert two_pools.press(mine.token("放卡"), chat=None).code == "released"


def test_the_ways_out_of_a_refusal_stay_with_the_chosen_pool(two_pools: Lab) -> None:
    two_pools.say("/book 3 6h", chat="other")
    taken = two_pools.press(two_pools.say("/book 2 3h", chat=None).token("二组"), chat=None)
    assert taken.code == "taken"
    offered = two_pools.press(taken.data["offers"][1]["token"], chat=None)
    assert (offered.code, offered.data["kinds"]) == ("booked", ["4090"])


def test_an_old_question_about_the_pool_is_asked_again(two_pools: Lab) -> None:
    token = two_pools.say("/my", chat=None).token("二组")
    two_pools.at("+3d")
    again = two_pools.press(token, chat=None)
    assert again.code == "ask_pool"
    assert two_pools.press(again.token("二组"), chat=None).code == "my"


@pytest.mark.parametrize("said", ["/book 2 6h", "/free", "/status", "/my", "/pool", "/release 1", "2张 6小时", "你好"])
def test_a_stranger_in_private_is_told_how_to_join(open_lab: Lab, said: str) -> None:
    reply = open_lab.say(said, "zoe", chat=None)
    assert (reply.code, reply.data) == ("not_member", {"group": False})
