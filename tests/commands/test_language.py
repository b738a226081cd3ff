"""The language of an answer: the text's own, else the person's, their client's, the pool's."""

import pytest

from tests.saying import Lab


def is_chinese(words: str) -> bool:
    return any("一" <= character <= "鿿" for character in words)


@pytest.mark.parametrize(
    "said",
    ["/book 2 6h", "/book 2xA100-80G 20:00-22:00", "/book gpu 2 3h", "订 2 6h", "/订 2 6h", "/book 2 6小时", "/my"],
)
def test_counts_kinds_and_units_speak_no_language_and_the_pool_is_chinese(lab: Lab, said: str) -> None:
    assert is_chinese(lab.say(said).text)


@pytest.mark.parametrize(
    "said", ["/book two cards tomorrow 9pm for 6 hours", "/book 2 6h please", "give me 2 cards for 6h"]
)
def test_english_words_are_answered_in_english(lab: Lab, said: str) -> None:
    reply = lab.say(said)
    assert reply.code == "booked"
    assert not is_chinese(reply.text)
    assert not any(is_chinese(label) for label in reply.labels)


@pytest.mark.parametrize("client", ["en", "en-US"])
def test_a_client_in_english_is_answered_in_english_unless_chinese_is_typed(lab: Lab, client: str) -> None:
    lab.say("/help", "eve")
    assert not is_chinese(lab.deliver("/book 2 6h", "eve", language=client)[0].text)
    assert is_chinese(lab.deliver("/book 2 六小时", "eve", language=client)[0].text)


def test_a_client_in_a_third_language_reads_that_of_the_pool(lab: Lab) -> None:
    assert is_chinese(lab.deliver("/help", "eve", language="fr")[0].text)


def test_a_press_is_answered_in_the_language_of_who_presses(lab: Lab) -> None:
    lab.say("/my", "eve")
    asked = lab.deliver("/book 2", "eve", language="en")[0]
    assert asked.labels[0] == "1 h"


def test_a_chinese_name_does_not_make_a_reply_chinese(lab: Lab) -> None:
    assert not is_chinese(lab.say("/book 2 6h for training please", "w", name="张伟").text)
