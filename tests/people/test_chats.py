"""What happens to a chat: the bot is added, promoted, removed."""

from tests.saying import Lab


def test_a_bot_that_hears_only_commands_says_once_how_to_be_heard(bare_lab: Lab) -> None:
    (said,) = bare_lab.happen("bot_added", hears_all=False, bot="@pinka_bot")
    assert (said.code, said.data) == ("hello", {"hears_all": False, "bot": "@pinka_bot", "pool": False})
    assert "/book@pinka_bot 2 6h" in said.text
    assert "订 2张" not in said.text
    assert not said.asked


def test_a_bot_that_hears_all_says_how_to_book_in_plain_words(lab: Lab) -> None:
    (said,) = lab.happen("bot_added", hears_all=True, bot="@pinka_bot")
    assert said.data == {"hears_all": True, "bot": "@pinka_bot", "pool": True}
    assert "订 2张 6小时" in said.text


def test_a_promotion_is_noted_without_a_word_and_examples_follow_it(lab: Lab) -> None:
    lab.happen("bot_added", hears_all=False, bot="@pinka_bot")
    assert "放卡 42" not in lab.press(lab.say("/help").token("更多")).text
    assert lab.say("/help").data["hears_all"] is False
    assert lab.happen("bot_changed", hears_all=True, bot="@pinka_bot") == []
    assert lab.say("/help").data["hears_all"] is True


def test_after_it_was_removed_nothing_is_said_until_somebody_speaks_again(lab: Lab) -> None:
    lab.say("/book 2 今晚22:00 6h")
    assert lab.happen("bot_removed") == []
    assert lab.at("2026-12-02T22:00:00+08:00") == []
    assert lab.say("/my").data["bookings"][0]["booking"] == 1


def test_a_group_that_is_removed_and_added_again_keeps_its_pool(lab: Lab) -> None:
    lab.happen("bot_removed")
    (said,) = lab.happen("bot_added", hears_all=True, bot="@pinka_bot")
    assert said.data["pool"] is True
