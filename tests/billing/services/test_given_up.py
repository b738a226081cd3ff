"""What counts as given up: the longest promise that stood for more than ten minutes, not a slip of the hand."""

import pytest

from bot.billing.facts.given_up import SLIP, Given, Stood, given_up
from bot.billing.rules.charging import GivenUp, How

START, END = 100_000, 136_000
MADE = 50_000


@pytest.mark.parametrize(
    ("stood", "ends_at", "expected"),
    [
        ([Stood(MADE, END)], END, Given(END)),
        ([Stood(MADE, END), Stood(60_000, START)], START, Given(END, GivenUp(60_000, How.CANCELLED))),
        ([Stood(MADE, END), Stood(110_000, 110_000)], 110_000, Given(END, GivenUp(110_000, How.RELEASED))),
        ([Stood(MADE, END), Stood(MADE + SLIP, START)], START, Given(START)),
        ([Stood(MADE, END), Stood(MADE + SLIP + 1, START)], START, Given(END, GivenUp(MADE + SLIP + 1, How.CANCELLED))),
        ([Stood(MADE, END), Stood(60_000, END + 9), Stood(60_300, END)], END, Given(END)),
        (
            [Stood(MADE, END), Stood(105_000, 130_000), Stood(115_000, 120_000)],
            120_000,
            Given(END, GivenUp(105_000, How.RELEASED)),
        ),
        ([Stood(MADE, END), Stood(105_000, 130_000), Stood(106_000, END)], END, Given(END)),
    ],
    ids=[
        "nothing changed",
        "cancelled",
        "released",
        "taken back within ten minutes",
        "a second later it counts",
        "an extension taken back at once",
        "shortened twice: from the first time on",
        "shortened and extended again",
    ],
)
def test_what_of_a_card_was_given_up(stood: list[Stood], ends_at: int, expected: Given) -> None:
    assert given_up(stood, START, ends_at) == expected
