"""/lang: how one wants to be answered. The answer is in that language already."""

import pytest

from tests.saying import Lab


@pytest.mark.parametrize(
    ("said", "language", "words"),
    [
        ("/lang en", "en", "From now on I answer you in English"),
        ("/lang English", "en", "From now on I answer you in English"),
        ("/lang zh", "zh", "好，以后跟你说中文"),
        ("/lang 中文", "zh", "好，以后跟你说中文"),
        ("语言 英文", "en", "From now on I answer you in English"),
    ],
)
def test_a_language_is_chosen_and_spoken_at_once(lab: Lab, said: str, language: str, words: str) -> None:
    reply = lab.say(said)
    assert (reply.code, reply.data) == ("lang", {"language": language, "set": True})
    assert reply.text.startswith(words)


def test_it_holds_for_all_that_follows_and_everywhere(lab: Lab) -> None:
    lab.say("/lang en")
    assert lab.say("/my").text.startswith("You hold") or "no booking" in lab.say("/my").text
    assert lab.say("/status", chat=None).text.isascii() or "–" in lab.say("/status", chat=None).text
    assert not any("一" <= letter <= "鿿" for letter in lab.say("/my").text)
    assert any("一" <= letter <= "鿿" for letter in lab.say("/my", "bob").text)


def test_what_is_typed_in_another_language_is_still_answered_in_it(lab: Lab) -> None:
    lab.say("/lang en")
    assert "归你了" in lab.say("/book 2张 6小时").text


def test_auto_follows_what_one_writes_again(lab: Lab) -> None:
    lab.say("/lang en")
    reply = lab.say("/lang auto")
    assert reply.data == {"language": None, "set": True}
    assert reply.text.startswith("你打中文我说中文")


def test_auto_speaks_the_language_of_the_client(lab: Lab) -> None:
    lab.deliver("/lang zh", language="en")
    assert lab.deliver("/lang auto", language="en")[0].text.startswith("I answer in the language you write")


def test_alone_it_shows_the_choice_with_buttons(lab: Lab) -> None:
    asked = lab.say("/lang")
    assert (asked.data, asked.labels) == ({"language": None, "set": False}, ["中文", "English", "自动"])
    assert lab.press(asked.token("English")).text.startswith("From now on I answer you in English")
    assert lab.say("/lang").data["language"] == "en"


@pytest.mark.parametrize("said", ["/lang fr", "/lang 法语", "/lang zh en", "/lang 1"])
def test_another_language_is_refused_and_nothing_changes(lab: Lab, said: str) -> None:
    reply = lab.say(said)
    assert (reply.code, reply.data["reason"]) == ("bad_input", "no_language")
    assert lab.say("/lang").data["language"] is None


def test_a_stranger_may_choose_too(open_lab: Lab) -> None:
    assert open_lab.say("/lang en", "zoe", chat=None).data["language"] == "en"


def test_a_reminder_speaks_the_chosen_language(lab: Lab) -> None:
    lab.say("/lang en", chat=None)
    lab.say("/book 2 1h")
    (reminder,) = lab.at("+50m")
    assert reminder.to == "alice" and "left" in reminder.text
