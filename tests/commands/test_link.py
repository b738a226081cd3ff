"""/link: a one-time code makes two accounts one person, and nothing else does."""

from collections.abc import Callable

import pytest
from sqlalchemy import text

from tests.saying import Lab


def given(lab: Lab, who: str = "bob") -> str:
    return str(lab.say("/link", who, chat=None).data["code"])


def audited(lab: Lab) -> int:
    query = text("SELECT count(*) FROM audit WHERE what = 'accounts_linked'")
    return int(lab.database.read_now(lambda session: session.execute(query).scalar_one()))


def test_one_account_gets_a_code_for_ten_minutes(open_lab: Lab) -> None:
    reply = open_lab.say("/link code", "bob", chat=None)
    assert (reply.code, reply.data["until"]) == ("link_code", "2026-12-02T20:20:00+08:00")
    assert f"/link {reply.data['code']}" in reply.text


def test_only_the_hash_of_a_code_is_kept_with_it(open_lab: Lab) -> None:
    code = given(open_lab)
    kept = open_lab.database.read_now(lambda session: str(session.execute(text("SELECT * FROM link_code")).all()))
    assert code not in kept


def test_the_other_account_becomes_the_same_member(open_lab: Lab) -> None:
    open_lab.say("/book 2 6h", "bob")
    reply = open_lab.say(f"/link {given(open_lab)}", "bob-phone", chat=None)
    assert (reply.code, reply.data) == ("linked", {"name": "bob", "pools": ["lab"]})
    assert [one["booking"] for one in open_lab.say("/my", "bob-phone").data["bookings"]] == [1]
    assert open_lab.say("/book 1 1h", "bob-phone").data["holder"] == "bob"
    assert open_lab.say("/release 1", "bob-phone").code in ("released", "cancelled")
    assert audited(open_lab) == 1


def test_who_gave_the_code_is_told(open_lab: Lab) -> None:
    code = given(open_lab)
    said = open_lab.send(id="l1", text=f"/link {code}", **{"from": "bob-phone"})
    assert [(one.to, one.code) for one in said] == [("bob-phone", "linked"), ("bob", "linked")]
    assert said[1].data["name"] == "bob-phone"


def test_it_works_as_well_the_other_way_round(open_lab: Lab) -> None:
    code = given(open_lab, "bob-phone")
    assert open_lab.say(f"/link {code}", "bob", chat=None).data["pools"] == ["lab"]
    assert open_lab.say("/my", "bob-phone").code == "my"
    assert open_lab.say("/my", "bob").code == "my"


@pytest.mark.parametrize("write", [str.upper, lambda code: f"  {code} "])
def test_a_code_is_read_as_people_copy_it(open_lab: Lab, write: Callable[[str], str]) -> None:
    code = write(given(open_lab))
    assert open_lab.say(f"/link {code}", "b2", chat=None).code == "linked"


def test_a_code_works_once(open_lab: Lab) -> None:
    code = given(open_lab)
    open_lab.say(f"/link {code}", "b2", chat=None)
    assert open_lab.say(f"/link {code}", "b3", chat=None).code == "wrong_link_code"
    assert open_lab.say("/my", "b3").code == "not_member"


def test_a_code_is_good_for_ten_minutes(open_lab: Lab) -> None:
    early = given(open_lab)
    open_lab.at("2026-12-02T20:19:59+08:00")
    assert open_lab.say(f"/link {early}", "b2", chat=None).code == "linked"
    late = given(open_lab)
    open_lab.at("2026-12-02T20:29:59+08:00")
    assert open_lab.say(f"/link {late}", "b3", chat=None).code == "wrong_link_code"


def test_a_newer_code_replaces_the_older(open_lab: Lab) -> None:
    older, newer = given(open_lab), given(open_lab)
    assert open_lab.say(f"/link {older}", "b2", chat=None).code == "wrong_link_code"
    assert open_lab.say(f"/link {newer}", "b2", chat=None).code == "linked"


def test_ones_own_code_does_nothing_and_is_still_good(open_lab: Lab) -> None:
    code = given(open_lab)
    assert open_lab.say(f"/link {code}", "bob", chat=None).code == "linked_already"
    assert open_lab.say(f"/link {code}", "b2", chat=None).code == "linked"


@pytest.mark.parametrize("said", ["/link abcd-efgh-jkmn", "/link '; DROP TABLE person; --", "/link " + "长" * 500])
def test_a_wrong_code_joins_nothing(open_lab: Lab, said: str) -> None:
    assert open_lab.say(said, "zoe", chat=None).code == "wrong_link_code"
    assert audited(open_lab) == 0


def test_a_code_that_everybody_could_read_is_void(open_lab: Lab) -> None:
    code = given(open_lab)
    reply = open_lab.say(f"/link {code}", "b2")
    assert (reply.code, reply.data) == ("link_in_private", {"withdrawn": True})
    assert code not in reply.text
    assert open_lab.say(f"/link {code}", "carol", chat=None).code == "wrong_link_code"
    assert open_lab.say("/link", "bob").data == {"withdrawn": False}


def test_two_members_of_one_pool_are_not_joined_and_the_code_stays_good(open_lab: Lab) -> None:
    code = given(open_lab)
    reply = open_lab.say(f"/link {code}", "carol", chat=None)
    assert (reply.code, reply.data) == ("link_both", {"pools": ["lab"]})
    assert audited(open_lab) == 0
    open_lab.press(open_lab.say("/leave", "carol").token("退组"), "carol")
    assert open_lab.say(f"/link {code}", "carol", chat=None).code == "linked"
    assert open_lab.say("/my", "carol").code == "my"


def test_after_that_what_was_done_under_the_old_name_keeps_it(open_lab: Lab) -> None:
    open_lab.say("/book 1 6h", "carol")
    open_lab.at("+10m")
    open_lab.press(open_lab.say("/leave", "carol").token("退组"), "carol")
    open_lab.say(f"/link {given(open_lab)}", "carol", chat=None)
    assert open_lab.say("/release 1", "carol").data["holder"] == "carol"
    assert open_lab.say("/book 1 1h", "carol").data["holder"] == "bob"


def test_when_the_giver_has_left_the_sender_stays(open_lab: Lab) -> None:
    open_lab.press(open_lab.say("/leave", "bob").token("退组"), "bob")
    reply = open_lab.say(f"/link {given(open_lab)}", "carol", chat=None)
    assert (reply.code, reply.data["pools"]) == ("linked", ["lab"])
    assert open_lab.say("/book 1 1h", "bob").data["holder"] == "carol"


def test_memberships_of_different_pools_come_together(open_lab: Lab) -> None:
    founding = open_lab.say("/setup", chat=None).data["code"]
    open_lab.say(f"/setup {founding} 二组", "bob-phone", chat="other")
    reply = open_lab.say(f"/link {given(open_lab)}", "bob-phone", chat=None)
    assert reply.data["pools"] == ["lab", "二组"]
    assert open_lab.say("/role", "bob", chat="other").data["members"] == [{"name": "bob-phone", "role": "owner"}]
    assert open_lab.say("/my", "bob", chat=None).code == "ask_pool"


def test_buttons_of_either_account_work_for_both(open_lab: Lab) -> None:
    open_lab.say("/book 2 6h", "bob")
    token = open_lab.say("/my", "bob").token("放卡")
    open_lab.say(f"/link {given(open_lab)}", "b2", chat=None)
    assert open_lab.press(token, "b2").code == "cancelled"


def test_language_and_quiet_hours_that_only_one_had_chosen_stay(open_lab: Lab) -> None:
    open_lab.say("/lang en", "b2", chat=None)
    open_lab.say("/quiet 23-8", "b2", chat=None)
    open_lab.say(f"/link {given(open_lab)}", "b2", chat=None)
    assert open_lab.say("/lang", "bob").data["language"] == "en"
    assert open_lab.say("/quiet", "bob").data["from"] == "23:00"


def test_the_name_stays_that_of_the_first_account_whoever_speaks(open_lab: Lab) -> None:
    open_lab.say(f"/link {given(open_lab)}", "b2", chat=None, name="手机")
    assert open_lab.say("/book 1 1h", "b2", name="手机").data["holder"] == "bob"
    assert open_lab.say("/book 1 1h", "bob").data["holder"] == "bob"


def test_a_name_that_the_second_account_gets_later_is_not_the_members(open_lab: Lab) -> None:
    open_lab.say(f"/link {given(open_lab)}", "b2", chat=None)
    assert open_lab.say("/book 1 1h", "b2", name="手机").data["holder"] == "bob"


def test_an_anonymous_administrator_is_never_joined(open_lab: Lab) -> None:
    code = given(open_lab)
    assert open_lab.deliver(f"/link {code}", "admin", anonymous=True)[0].code == "anonymous"
    assert audited(open_lab) == 0


def test_the_same_name_and_username_alone_join_nothing(open_lab: Lab) -> None:
    open_lab.say("/my", "bob", name="张伟")
    assert open_lab.say("/my", "w", name="张伟").code == "not_member"
