"""Names of accounts change, vanish and are shared; who somebody is never depends on them."""

import pytest
from sqlalchemy import text

from tests.saying import Lab


def let_in(lab: Lab, who: str, name: str) -> str:
    return str(lab.press(lab.say("/join", who, name=name).token("同意")).data["name"])


def names(lab: Lab) -> list[str]:
    return [one["name"] for one in lab.say("/role").data["members"]]


def test_a_member_is_called_by_the_new_name_of_the_account(open_lab: Lab) -> None:
    let_in(open_lab, "w", "张伟")
    open_lab.say("/my", "w", name="张大伟")
    assert names(open_lab) == ["alice", "bob", "carol", "张大伟"]
    assert open_lab.say("/book 8 1h", "w", name="张大伟").data["holder"] == "张大伟"


def test_a_rename_is_audited_with_the_name_before(open_lab: Lab) -> None:
    let_in(open_lab, "w", "张伟")
    open_lab.say("/my", "w", name="张大伟")
    query = text("SELECT before, after FROM audit WHERE what = 'member_renamed'")
    rows = open_lab.database.read_now(lambda session: [tuple(row) for row in session.execute(query)])
    assert rows == [('{"name": "张伟"}', '{"name": "张大伟"}')]


def test_bookings_show_the_name_of_today(open_lab: Lab) -> None:
    let_in(open_lab, "w", "张伟")
    open_lab.say("/book 8 1h", "w", name="张伟")
    open_lab.say("/my", "w", name="张大伟")
    assert open_lab.say("/book 1 1h", "bob").data["blocking"][0]["holder"] == "张大伟"


def test_who_takes_a_name_that_is_taken_is_told_apart_and_loses_the_number_with_it(open_lab: Lab) -> None:
    let_in(open_lab, "w1", "张伟")
    let_in(open_lab, "w2", "李雷")
    open_lab.say("/my", "w2", name="张伟")
    assert names(open_lab)[3:] == ["张伟", "张伟 (2)"]
    open_lab.say("/my", "w2", name="李雷")
    assert names(open_lab)[3:] == ["张伟", "李雷"]


def test_twins_stay_distinct_when_one_is_renamed(open_lab: Lab) -> None:
    for account in ("w1", "w2", "w3"):
        let_in(open_lab, account, "张伟")
    open_lab.say("/my", "w1", name="张伟一")
    assert names(open_lab)[3:] == ["张伟一", "张伟 (2)", "张伟 (3)"]
    open_lab.say("/my", "w1", name="张伟 (2)")
    assert len(set(names(open_lab))) == 6


@pytest.mark.parametrize("nameless", ["", " ", "\u202e\u2067", "\u200b"])
def test_an_account_that_lost_its_name_keeps_the_one_that_is_known(open_lab: Lab, nameless: str) -> None:
    let_in(open_lab, "w", "张伟")
    open_lab.say("/my", "w", name=nameless)
    assert names(open_lab)[3:] == ["张伟"]


def test_who_never_had_a_name_is_called_by_the_account_until_there_is_one(open_lab: Lab) -> None:
    assert let_in(open_lab, "w77", "") == "w77"
    open_lab.say("/my", "w77", name="张伟")
    assert names(open_lab)[3:] == ["张伟"]


@pytest.mark.parametrize("name", ["🎉👨‍👩‍👧‍👦🇨🇳", "שלום", "مرحبا بك", "<b>&", "張偉"])
def test_a_name_of_any_script_can_be_given_a_role_by_it(open_lab: Lab, name: str) -> None:
    shown = let_in(open_lab, "w", name)
    assert open_lab.say(f"/role {shown} 管账").data["name"] == shown


def test_a_full_width_twin_is_asked_about_too(open_lab: Lab) -> None:
    let_in(open_lab, "w", "ＢＯＢ")
    assert open_lab.say("/role bob 管账").code == "ask_who"


def test_who_left_keeps_the_name_of_that_time(open_lab: Lab) -> None:
    let_in(open_lab, "w", "张伟")
    open_lab.say("/book 1 1h", "w", name="张伟")
    open_lab.at("+10m")
    open_lab.press(open_lab.say("/leave", "w", name="张伟").token("退组"), "w")
    open_lab.say("/my", "w", name="换了名字")
    assert open_lab.say("/release 1", "bob").data["holder"] == "张伟"
