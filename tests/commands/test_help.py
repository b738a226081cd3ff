"""/help and 更多; what is not understood leads there."""

import pytest

from bot.commands.all import build_registry
from tests.saying import Lab


def test_help_shows_the_few_that_matter_most(lab: Lab) -> None:
    reply = lab.say("/help")
    shown = [one["name"] for one in reply.data["commands"]]
    assert shown == [command.name for command in build_registry() if command.front]
    assert len(shown) <= 6


def test_more_shows_all_of_them(lab: Lab) -> None:
    reply = lab.press(lab.say("/help").token("更多"))
    assert (reply.code, reply.data["all"]) == ("help", True)
    assert [one["name"] for one in reply.data["commands"]] == [command.name for command in build_registry()]


def test_anybody_may_press_more_and_twice_is_no_mistake(lab: Lab) -> None:
    token = lab.say("/help").token("更多")
    assert lab.press(token, "bob").code == "help"
    assert lab.press(token, "carol").data["what"] == "help"


def test_old_more_buttons_still_lead_to_help(lab: Lab) -> None:
    token = lab.say("/help").token("更多")
    lab.at("+3d")
    reply = lab.press(token)
    assert (reply.code, reply.data["fresh"]["code"]) == ("stale_button", "help")
    assert lab.press(reply.token("更多")).data["all"] is True


@pytest.mark.parametrize("said", ["/help", "帮助", "怎么用", "/start", "／help", "/HELP"])
def test_help_has_many_names(lab: Lab, said: str) -> None:
    assert lab.say(said).code == "help"


def test_a_stranger_may_read_help_anywhere(open_lab: Lab) -> None:
    for chat in ("lab", "foreign", None):
        assert open_lab.say("/help", "zoe", chat=chat).code == "help"


def test_where_plain_words_are_not_heard_every_example_is_a_latin_command(open_lab: Lab) -> None:
    for said in ("/help", "/release abc", "/book 0.5 1h"):
        reply = open_lab.deliver(said, "bob", chat="deaf", hears_all=False)[0]
        assert "订 2张" not in reply.text
        assert "放卡 42" not in reply.text


@pytest.mark.parametrize("said", ["/foo", "/bookx 2 6h", "/ book", "/", "／／", "/@", "/" + "长" * 500])
def test_an_unknown_command_is_named_and_leads_to_help(lab: Lab, said: str) -> None:
    reply = lab.say(said)
    assert reply.code in ("unknown_command", "not_understood")
    assert "/help" in reply.text
