"""/role: who is what, and an owner's word on it."""

import pytest
from sqlalchemy import text
from sqlmodel import Session

from tests.saying import Lab, Said


def roles(lab: Lab) -> dict[str, str]:
    return {one["name"]: one["role"] for one in lab.say("/role", "carol").data["members"]}


def bob_hears(said: list[Said]) -> list[Said]:
    return [one for one in said if one.to == "bob"]


def test_everybody_sees_who_is_what(open_lab: Lab) -> None:
    reply = open_lab.say("/role", "carol")
    assert (reply.code, reply.data["pool"]) == ("members", "lab")
    assert roles(open_lab) == {"alice": "owner", "bob": "member", "carol": "member"}
    assert "管理员：alice" in reply.text and "成员：bob、carol" in reply.text


@pytest.mark.parametrize(
    ("word", "role"),
    [
        ("owner", "owner"),
        ("管理员", "owner"),
        ("treasurer", "treasurer"),
        ("管账", "treasurer"),
        ("guest", "guest"),
        ("只看", "guest"),
        ("GUEST", "guest"),
        ("ｇｕｅｓｔ", "guest"),
    ],
)
def test_an_owner_gives_a_role_in_either_language(open_lab: Lab, word: str, role: str) -> None:
    reply = open_lab.say(f"/role bob {word}")
    assert reply.code == "role_set"
    assert reply.data == {"name": "bob", "role": role, "before": "member", "by": "alice", "pool": "lab"}
    assert roles(open_lab)["bob"] == role


def test_a_role_works_at_once(open_lab: Lab) -> None:
    open_lab.say("/role bob guest")
    assert open_lab.say("/book 1 1h", "bob").code == "role"
    assert open_lab.say("/free", "bob").code == "free"
    open_lab.say("/role bob owner")
    assert open_lab.say("/role carol treasurer", "bob").data["by"] == "bob"
    assert open_lab.say("/book 1 1h", "carol").code == "booked"


@pytest.mark.parametrize("who", ["bob", "carol"])
def test_nobody_but_an_owner_gives_roles(open_lab: Lab, who: str) -> None:
    assert open_lab.say(f"/role {who} owner", who).code == "role"
    assert roles(open_lab)[who] == "member"


def test_the_only_owner_stays_one(open_lab: Lab) -> None:
    reply = open_lab.say("/role alice member")
    assert (reply.code, reply.data) == ("last_owner", {"name": "alice", "own": True})
    open_lab.say("/role bob owner")
    assert open_lab.say("/role alice member").code == "role_set"
    assert open_lab.say("/role bob guest", "bob").code == "last_owner"
    assert roles(open_lab) == {"alice": "member", "bob": "owner", "carol": "member"}


def test_the_same_role_again_is_said_and_nobody_is_told(open_lab: Lab) -> None:
    open_lab.say("/my", "bob", chat=None)
    said = open_lab.hear("/role bob member")
    assert [(one.code, one.data["before"]) for one in said] == [("role_set", "member")]


def test_who_has_a_private_chat_is_told_there(open_lab: Lab) -> None:
    open_lab.say("/my", "bob", chat=None)
    (told,) = bob_hears(open_lab.hear("/role bob owner"))
    assert told.code == "role_yours" and not told.asked
    assert told.data == {"role": "owner", "before": "member", "by": "alice", "pool": "lab"}
    assert [one.code for one in open_lab.hear("/role carol guest")] == ["role_set"]


def test_who_has_none_reads_it_in_the_group_also_when_the_owner_said_it_in_private(open_lab: Lab) -> None:
    said = open_lab.hear("/role carol guest", chat=None)
    assert [(one.to, one.code) for one in said] == [("alice", "role_set"), ("lab", "role_set")]


def test_who_is_told_is_told_in_their_own_language(open_lab: Lab) -> None:
    open_lab.say("/lang en", "bob", chat=None)
    (told,) = bob_hears(open_lab.hear("/role bob owner"))
    assert told.text.startswith("You are now owner")


def test_a_name_without_a_role_asks_which(open_lab: Lab) -> None:
    asked = open_lab.say("/role bob")
    assert (asked.code, asked.data["name"], asked.data["role"]) == ("ask_role", "bob", "member")
    assert asked.labels == ["管理员", "管账", "只看"]
    assert open_lab.press(asked.token("管账")).data["role"] == "treasurer"


@pytest.mark.parametrize("said", ["/role @bob_li owner", "/role ＠BOB_LI 管理员", "/role bob，管理员"])
def test_a_member_is_found_by_account_in_any_spelling(open_lab: Lab, said: str) -> None:
    open_lab.database.write_now(_named, "bob", "Bob_Li")
    assert open_lab.say(said).data["name"] == "bob"


def test_a_username_is_stronger_than_a_name(open_lab: Lab) -> None:
    open_lab.database.write_now(_named, "bob", "carol")
    assert open_lab.say("/role @carol treasurer").data["name"] == "bob"
    assert open_lab.say("/role carol treasurer").data["name"] == "carol"


def _named(session: Session, account: str, username: str) -> None:
    session.execute(
        text("UPDATE identity SET username = :username WHERE account = :account"),
        {"username": username, "account": account},
    )


def test_nobody_of_that_name_is_said_with_who_there_is(open_lab: Lab) -> None:
    reply = open_lab.say("/role 小李 owner")
    assert reply.code == "no_such_member"
    assert reply.data == {"text": "小李", "members": ["alice", "bob", "carol"]}


def test_a_role_that_is_none_is_refused_with_an_example(open_lab: Lab) -> None:
    reply = open_lab.say("/role bob 老板")
    assert (reply.code, reply.data["reason"]) == ("bad_input", "no_role")
    assert roles(open_lab)["bob"] == "member"


@pytest.fixture
def twins(open_lab: Lab) -> Lab:
    """Two members called 张伟."""
    for account in ("w1", "w2"):
        open_lab.press(open_lab.say("/join", account, name="张伟").token("同意"))
    return open_lab


def test_two_of_one_name_are_asked_about_with_buttons(twins: Lab) -> None:
    asked = twins.say("/role 张伟 管账")
    assert asked.code == "ask_who"
    assert [one["name"] for one in asked.data["members"]] == ["张伟", "张伟 (2)"]
    assert [choice["label"] for choice in asked.data["choices"]] == ["张伟", "张伟 (2)"]
    assert twins.press(asked.token("张伟 (2)")).data["name"] == "张伟 (2)"
    assert (roles(twins)["张伟"], roles(twins)["张伟 (2)"]) == ("member", "treasurer")


def test_the_number_says_which_of_them_is_meant(twins: Lab) -> None:
    assert twins.say("/role 张伟 (2) 管账").data["name"] == "张伟 (2)"
    assert twins.say("/role 张伟（2） 只看").data["name"] == "张伟 (2)"


def test_asked_which_of_two_and_then_which_role(twins: Lab) -> None:
    asked = twins.press(twins.say("/role 张伟").token("张伟"))
    assert asked.code == "ask_role"
    assert twins.press(asked.token("只看")).data == {
        "name": "张伟",
        "role": "guest",
        "before": "member",
        "by": "alice",
        "pool": "lab",
    }


def test_a_button_about_somebody_who_left_meanwhile_says_so(twins: Lab) -> None:
    token = twins.say("/role 张伟 管账").token("张伟 (2)")
    twins.press(twins.say("/leave", "w2").token("退组"), "w2")
    reply = twins.press(token)
    assert (reply.code, reply.data["text"]) == ("no_such_member", None)


def test_in_private_with_several_pools_it_is_asked_which(open_lab: Lab) -> None:
    code = open_lab.say("/setup", chat=None).data["code"]
    open_lab.say(f"/setup {code} 二组", chat="other")
    asked = open_lab.say("/role bob 只看", chat=None)
    assert asked.code == "ask_pool"
    assert open_lab.press(asked.token("lab"), chat=None).data["role"] == "guest"
    other = open_lab.say("/role bob 只看", chat=None)
    assert open_lab.press(other.token("二组"), chat=None).data == {"text": "bob", "members": ["alice"]}
