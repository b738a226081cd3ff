"""What on the machine is whose: linked accounts, marks in a shared login, and 是我的."""

from tests.usage.box import Box, card, looks, running


def live(box: Box, number: int = 0) -> dict[str, object]:
    return dict(box.lab.say("/status").data["cards"][number]["live"])


def test_linking_an_account_makes_what_it_did_unknown_before_ones_own(box: Box) -> None:
    box.send(*looks(0, 15, cards=[card(0, running("zhang"))]))
    assert box.uses() == [(1, 0, 30, None, "unknown")]
    said = box.lab.say("/link zhang", "bob")
    assert (said.code, said.data["seconds"]) == ("unix_linked", 30)
    box.send(*looks(30, cards=[card(0, running("zhang"))]))
    assert {use[3] for use in box.uses()} == {2}


def test_an_account_has_one_member_and_only_they_or_an_owner_unlink_it(box: Box) -> None:
    box.lab.say("/link zhang", "bob")
    assert box.lab.say("/link zhang").code == "account_taken"
    mine = box.lab.say("/link 我的", "bob")
    assert [one["account"] for one in mine.data["links"]] == ["zhang"]
    assert box.lab.press(mine.token("解绑"), "bob").code == "unix_unlinked"
    assert box.lab.say("/link zhang").code == "unix_linked"


def test_an_account_that_everybody_uses_is_nobodys_and_the_mark_is_offered(box: Box) -> None:
    said = box.lab.say("/link root", "bob")
    assert said.code == "shared_account" and said.data["marker"] == "export PINKA_USER=bob"


def test_folders_and_sessions_can_be_linked_too(box: Box) -> None:
    assert box.lab.say("/link 目录 /data/bob", "bob").data == {"kind": "folder", "account": "/data/bob", "seconds": 0}
    assert box.lab.say("/link tmux bob", "bob").data["kind"] == "session"


def test_a_code_still_joins_two_accounts(box: Box) -> None:
    assert box.lab.say("/link", "bob", chat=None).code == "link_code"
    assert box.lab.say("/link abcd-efgh-jkmn", "bob", chat=None).code == "wrong_link_code"


def test_status_shows_who_really_runs_beside_who_booked(box: Box) -> None:
    box.lab.say("/link zhang", "bob")
    box.lab.say("/book 1 2h")
    box.send(*looks(0, cards=[card(0, running("zhang")), card(1, running("root", evidence="shared_account"))]))
    said = box.lab.say("/status")
    assert said.data["cards"][0]["holder"] == "alice"
    assert [user["member"] for user in live(box)["users"]] == ["鲍勃"]  # type: ignore[attr-defined]
    assert "鲍勃在跑" in said.text and "1 秒前" not in said.text
    assert said.data["agent"][0]["heard"] is True


def test_old_readings_are_never_shown_as_live(box: Box) -> None:
    box.send(*looks(0, cards=[card(0, running("zhang"))]))
    box.lab.at("+2m")
    assert "2 分钟前" in box.lab.say("/status").text
    box.lab.at("+10m")
    said = box.lab.say("/status")
    assert said.data["cards"][0]["live"] is None and said.data["agent"][0]["heard"] is False
    assert "联系不上" in said.text


def test_an_unknown_process_can_be_claimed_by_its_user_and_stays_theirs(box: Box) -> None:
    box.send(*looks(0, 15, cards=[card(1, running("root", evidence="shared_account"))]))
    token = box.lab.say("/status", "bob").token("是我的")
    said = box.lab.press(token, "bob")
    assert (said.code, said.data["seconds"]) == ("process_claimed", 30)
    box.send(*looks(30, cards=[card(1, running("root", evidence="shared_account"))]))
    assert {use[3] for use in box.uses()} == {2}
