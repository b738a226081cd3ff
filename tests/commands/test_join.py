"""/join: one asks, an owner decides by button."""

from tests.saying import Lab


def test_a_stranger_asks_and_an_owner_lets_them_in(open_lab: Lab) -> None:
    assert open_lab.say("/book 1 1h", "dan").code == "not_member"
    asked = open_lab.say("/join", "dan", name="丹")
    assert (asked.code, asked.data) == ("join_asked", {"name": "丹"})
    reply = open_lab.press(asked.token("同意"), "alice")
    assert (reply.code, reply.data) == ("joined", {"name": "丹", "pool": "lab", "by": "alice"})
    assert open_lab.say("/book 1 1h", "dan").code == "booked"


def test_an_owner_says_no_and_it_may_be_asked_again(open_lab: Lab) -> None:
    asked = open_lab.say("/join", "dan")
    refused = open_lab.press(asked.token("拒绝"), "alice")
    assert (refused.code, refused.data) == ("join_refused", {"name": "dan", "pool": "lab", "by": "alice"})
    assert open_lab.say("/my", "dan").code == "not_member"
    assert open_lab.press(open_lab.say("/join", "dan").token("同意"), "alice").code == "joined"


def test_nobody_but_an_owner_decides(open_lab: Lab) -> None:
    token = open_lab.say("/join", "dan").token("同意")
    assert open_lab.press(token, "bob").code == "role"
    assert open_lab.press(token, "dan").code == "not_member"
    assert open_lab.say("/my", "dan").code == "not_member"
    assert open_lab.press(token, "alice").code == "joined"


def test_pressing_again_says_what_was_decided(open_lab: Lab) -> None:
    asked = open_lab.say("/join", "dan")
    open_lab.press(asked.token("拒绝"), "alice")
    again = open_lab.press(asked.token("同意"), "alice")
    assert (again.code, again.data["what"]) == ("already_done", "join_refused")
    assert open_lab.say("/my", "dan").code == "not_member"


def test_asking_twice_joins_once(open_lab: Lab) -> None:
    first, second = open_lab.say("/join", "dan"), open_lab.say("/join", "dan")
    assert open_lab.press(first.token("同意"), "alice").code == "joined"
    assert open_lab.press(second.token("同意"), "alice").code == "already_member"
    assert open_lab.press(second.token("拒绝"), "alice").code == "already_member"


def test_two_people_of_the_same_name_are_told_apart(open_lab: Lab) -> None:
    names = []
    for account in ("w1", "w2", "w3"):
        asked = open_lab.say("/join", account, name="张伟")
        names.append(open_lab.press(asked.token("同意"), "alice").data["name"])
    assert names == ["张伟", "张伟 (2)", "张伟 (3)"]
    open_lab.say("/book 8 1h", "w2")
    assert open_lab.say("/book 1 1h", "w1").data["blocking"][0]["holder"] == "张伟 (2)"


def test_a_member_who_asks_is_told_so(open_lab: Lab) -> None:
    assert open_lab.say("/join", "bob").code == "already_member"


def test_a_stranger_elsewhere_is_sent_to_their_group(open_lab: Lab) -> None:
    assert open_lab.say("/join", "dan", chat="foreign").code == "no_pool"
    assert open_lab.say("/join", "dan", chat=None).code == "join_in_group"
