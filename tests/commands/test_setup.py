"""/setup: the first pool by the code on the screen, later ones by an owner's code."""

import pytest

from bot.people.services.setup import issue_first_code
from tests.saying import Lab


def first_code(lab: Lab) -> str:
    code = lab.database.write_now(issue_first_code, lab.bridge.clock.now())
    assert code is not None
    return code


@pytest.fixture
def founded(bare_lab: Lab) -> Lab:
    """alice has founded the pool of the chat `lab`."""
    assert bare_lab.say(f"/setup {first_code(bare_lab)} 视觉组").code == "setup_done"
    return bare_lab


def test_a_wrong_code_is_answered_in_the_same_words_whether_there_is_a_pool_or_not(bare_lab: Lab) -> None:
    before = bare_lab.say("/setup abcd-efgh-jkmn 组", "zoe", chat="foreign").text
    code = bare_lab.database.write_now(issue_first_code, bare_lab.bridge.clock.now())
    bare_lab.say(f"/setup {code} 视觉组")
    assert bare_lab.say("/setup abcd-efgh-jkmn 组", "zoe", chat="foreign").text == before


def test_the_code_on_the_screen_founds_the_first_pool_and_its_sender_owns_it(bare_lab: Lab) -> None:
    reply = bare_lab.say(f"/setup {first_code(bare_lab)} 视觉组")
    assert reply.code == "setup_done"
    assert reply.data == {"pool": "视觉组", "owner": "alice", "zone": "Asia/Shanghai"}
    assert bare_lab.say("/pool 8xA100-80G").code == "pool"


def test_a_code_is_read_as_people_copy_it(bare_lab: Lab) -> None:
    code = first_code(bare_lab).upper()
    assert bare_lab.say(f"／setup　{code}\u3000视觉 一组").data["pool"] == "视觉 一组"


def test_a_pool_without_a_name_is_called_after_who_founded_it(bare_lab: Lab) -> None:
    assert bare_lab.say(f"/setup {first_code(bare_lab)}").data["pool"] == "alice"


def test_a_pools_name_cannot_turn_or_break_a_line(bare_lab: Lab) -> None:
    name = bare_lab.say(f"/setup {first_code(bare_lab)} \u202e<b>&\n组\u0007" + "长" * 100).data["pool"]
    assert name.startswith("<b>& 组长")
    assert len(name) <= 40


def test_a_code_says_nothing_about_the_language_of_the_group(bare_lab: Lab) -> None:
    assert bare_lab.say(f"/setup {first_code(bare_lab)}").text.startswith("建好了")
    assert bare_lab.say("/pool").text.startswith("还没登记")


@pytest.mark.parametrize(("said", "given"), [("/setup", False), ("/setup abcd-efgh-jkmn 组", True)])
def test_without_the_right_code_nothing_is_founded_and_it_is_said_where_the_code_is(
    bare_lab: Lab, said: str, given: bool
) -> None:
    reply = bare_lab.say(said)
    assert (reply.code, reply.data) == ("wrong_code", {"first": True, "given": given})
    assert bare_lab.say("/status").code == "no_pool"


def test_a_newer_code_on_the_screen_replaces_the_older_one(bare_lab: Lab) -> None:
    old, new = first_code(bare_lab), first_code(bare_lab)
    assert bare_lab.say(f"/setup {old}").code == "wrong_code"
    assert bare_lab.say(f"/setup {new}").code == "setup_done"


def test_a_used_code_founds_nothing_again(bare_lab: Lab) -> None:
    code = first_code(bare_lab)
    bare_lab.say(f"/setup {code}")
    reply = bare_lab.say(f"/setup {code}", "bob", chat="other")
    assert (reply.code, reply.data) == ("wrong_code", {"first": False, "given": True})


def test_a_group_that_has_its_pool_cannot_be_set_up_twice_and_keeps_the_code(founded: Lab) -> None:
    code = founded.say("/setup", chat=None).data["code"]
    assert founded.say(f"/setup {code} 再来").code == "pool_exists"
    assert founded.say(f"/setup {code}", chat="other").code == "setup_done"


def test_an_owner_gets_in_private_a_code_for_another_group(founded: Lab) -> None:
    given = founded.say("/setup", chat=None)
    assert given.code == "founding_code"
    assert given.data["until"] == "2026-12-03T20:10:00+08:00"
    reply = founded.say(f"/setup {given.data['code']} 语言组", "dora", chat="other")
    assert reply.data["owner"] == "dora"
    assert founded.say("/pool 4x4090-24G", "dora", chat="other").data["pool"] == "语言组"


def test_an_owners_code_is_good_for_one_day(founded: Lab) -> None:
    early, late = (founded.say("/setup", chat=None).data["code"] for _ in range(2))
    founded.at("2026-12-03T20:09:59+08:00")
    assert founded.say(f"/setup {early}", chat="other").code == "setup_done"
    founded.at("2026-12-03T20:10:00+08:00")
    assert founded.say(f"/setup {late}", chat="third").code == "wrong_code"


def test_nobody_but_an_owner_gets_a_code(founded: Lab) -> None:
    assert founded.say("/setup", "eve", chat=None).code == "setup_in_group"


def test_a_refused_setup_does_not_use_up_the_code(founded: Lab, bare_lab: Lab) -> None:
    code = founded.say("/setup", chat=None).data["code"]
    assert founded.deliver(f"/setup {code}", "x", chat="other", anonymous=True)[0].code == "anonymous"
    assert founded.say(f"/setup {code}", chat="other").code == "setup_done"
