"""What on the machine is whose: linked accounts, marks in a shared login, and 是我的."""

from dataclasses import replace

from tests.usage.box import Box, another_pool, card, looks, running

NOBODYS = running("root", evidence="shared_account")


def live(box: Box, number: int = 0) -> dict[str, object]:
    return dict(box.lab.say("/status").data["cards"][number]["live"])


def test_linking_an_account_makes_what_it_did_unknown_before_ones_own(any_box: Box) -> None:
    box = any_box
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


def test_an_unknown_process_can_be_claimed_by_its_user_and_stays_theirs(any_box: Box) -> None:
    box = any_box
    box.send(*looks(0, 15, cards=[card(1, running("root", evidence="shared_account"))]))
    token = box.lab.say("/status", "bob").token("是我的")
    said = box.lab.press(token, "bob")
    assert (said.code, said.data["seconds"]) == ("process_claimed", 30)
    box.send(*looks(30, cards=[card(1, running("root", evidence="shared_account"))]))
    assert {use[3] for use in box.uses()} == {2}


def test_a_claim_can_be_taken_back_and_its_use_is_unknown_again(any_box: Box) -> None:
    box = any_box
    box.send(*looks(0, 15, cards=[card(1, NOBODYS)]))
    claimed = box.lab.press(box.lab.say("/status", "bob").token("是我的"), "bob")
    assert box.lab.say("/link 我的", "bob").data["links"] == [{"kind": "process", "account": "train.py (100)"}]
    back = box.lab.press(claimed.token("解绑"), "bob")
    assert (back.code, back.data["account"]) == ("unix_unlinked", "train.py (100)")
    box.send(*looks(30, cards=[card(1, NOBODYS)]))
    assert {use[3] for use in box.uses()} == {None}
    assert box.lab.say("/link 我的", "bob").data["links"] == []


def test_somebody_elses_process_cannot_be_claimed(box: Box) -> None:
    box.send(*looks(0, cards=[card(1, NOBODYS)]))
    token = box.lab.say("/status", "alice").token("是我的")
    others = box.lab.say("/status", "bob").token("是我的")
    assert box.lab.press(token, "alice").code == "process_claimed"
    assert box.lab.press(others, "bob").code == "claimed"
    assert {use[3] for use in box.uses()} == {1}


def test_a_session_or_folder_of_an_accounts_name_gives_nobody_that_account(box: Box) -> None:
    box.send(*looks(0, 15, cards=[card(0, running("zhang"))]))
    assert box.lab.say("/link tmux zhang", "bob").data["seconds"] == 0
    assert box.lab.say("/link 容器 zhang", "bob").data["seconds"] == 0
    box.send(*looks(30, cards=[card(0, running("zhang"))]))
    assert {use[3] for use in box.uses()} == {None}


def test_the_account_of_somebody_who_left_can_be_linked_by_its_next_user(box: Box) -> None:
    box.lab.say("/link zhang", "bob")
    box.send(*looks(0, cards=[card(0, running("zhang"))]))
    box.lab.press(box.lab.say("/leave", "bob").token("退"), "bob")
    assert box.lab.say("/link zhang").code == "unix_linked"
    box.send(*looks(15, cards=[card(0, running("zhang"))]))
    assert [use[3] for use in box.uses()] == [2, 1]  # what bob ran stays bob's


def test_an_owner_can_unlink_what_others_linked_and_a_member_cannot_even_see_it(box: Box) -> None:
    box.lab.say("/link zhang", "bob")
    box.lab.say("/help", "carol", name="卡罗")
    assert box.lab.say("/link 我的", "carol").labels == []
    owners = box.lab.say("/link 我的")
    assert owners.data["links"] == []
    assert box.lab.press(owners.token("鲍勃")).code == "unix_unlinked"
    assert box.lab.say("/link zhang", "carol").code == "unix_linked"


def test_an_account_in_one_pool_means_nothing_in_another(box: Box) -> None:
    box.lab.say("/link zhang", "bob")
    another_pool(box.lab)
    assert box.lab.say("/link zhang", "alice", chat="other").code == "unix_linked"
    box.send(*looks(0, cards=[card(0, running("zhang"))]))
    assert {use[3] for use in box.uses()} == {2}


def test_status_names_the_account_that_runs_when_it_is_linked_to_nobody(box: Box) -> None:
    box.send(*looks(0, cards=[card(0, running("zhang\n@all")), card(1, NOBODYS)]))
    said = box.lab.say("/status")
    assert "用户 zhang" in said.text and "还没绑人" in said.text and "\n@all" not in said.text
    assert "在跑的不知道是谁的" in said.text and "用户 root" not in said.text


def test_who_runs_beside_the_holder_is_named_with_the_age_of_the_reading(box: Box) -> None:
    box.lab.say("/link zhang", "bob")
    box.lab.say("/book 1 2h")
    bare = replace(card(0, running("zhang")), memory_used=None, util=None, temperature_c=None)
    box.send(*looks(0, cards=[bare]))
    box.lab.at("+2m")
    assert "鲍勃在跑（2 分钟前）" in box.lab.say("/who 0").text


def test_a_card_stuck_for_longer_than_its_machine_is_not_shown_as_read(box: Box) -> None:
    (at, one), *_ = looks(0, cards=[replace(card(0, running("zhang")), age_s=900), replace(card(1), age_s=40)])
    box.send((at, replace(one, age_s=10)))
    cards = box.lab.say("/status").data["cards"]
    assert cards[0]["live"]["users"] is None and cards[0]["live"]["age"] == 890
    assert cards[1]["live"]["util"] == 50 and cards[1]["live"]["age"] == 30
    assert box.lab.say("/gpu 0").data["details"] is None
