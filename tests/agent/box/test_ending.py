"""The end of a booking while a command runs: extensions count, the signal goes out once for each end."""

from dataclasses import dataclass, field

from bot.agent.box.ending import EVERY, Ending
from bot.agent.box.reach import Unreachable
from bot.wire.box import Covering

BOTS_CLOCK = 1_796_213_400


@dataclass
class Story:
    """A booking that ends in `left` seconds; the machine's own clock shows something else altogether."""

    left: int | None = 3_600
    passed: float = 0.0
    away: bool = False
    saved: list[int] = field(default_factory=list)
    over: int = 0
    asked: int = 0

    def __post_init__(self) -> None:
        self.end = None if self.left is None else BOTS_CLOCK + self.left
        self.ending = Ending(self.ask, self.saved.append, self.is_over, 600, lambda: 5_000 + self.passed)
        self.ending.know(self.now())

    def now(self) -> Covering:
        now = BOTS_CLOCK + int(self.passed)
        running = self.end is not None and self.end > now
        return Covering(now, "li", "li", bookings=(1,) if running else (), end=self.end if running else None)

    def ask(self) -> Covering:
        self.asked += 1
        if self.away:
            raise Unreachable("away")
        return self.now()

    def is_over(self) -> None:
        self.over += 1

    def go(self, seconds: float) -> None:
        """Time passes as the watcher lets it."""
        until = self.passed + seconds
        rest = self.ending.rest()
        while self.passed + rest <= until:
            self.passed += rest
            rest = self.ending.look()
        self.passed = until


def test_the_signal_goes_out_once_ten_minutes_before_the_end() -> None:
    story = Story()
    story.go(2_999)
    assert story.saved == []
    story.go(601)
    assert story.saved == [600] and story.over == 1


def test_it_is_asked_again_every_minute_so_an_extension_moves_the_signal() -> None:
    story = Story()
    story.go(2_900)
    story.end = BOTS_CLOCK + 7_200
    story.go(3_000)
    assert story.saved == []
    story.go(800)
    assert story.saved == [600]
    assert story.asked <= 6_700 / EVERY + 4


def test_an_extension_after_the_signal_brings_another_before_the_new_end() -> None:
    story = Story()
    story.go(3_100)
    story.end = BOTS_CLOCK + 7_200
    story.go(4_200)
    assert story.saved == [600, 600] and story.over == 1


def test_a_bot_that_is_away_changes_nothing_of_what_was_known() -> None:
    story = Story()
    story.away = True
    story.go(4_000)
    assert story.saved == [600] and story.over == 1


def test_a_booking_given_back_early_is_over_at_once_and_said_once() -> None:
    story = Story()
    story.go(100)
    story.end = BOTS_CLOCK + 110
    story.go(300)
    assert story.over == 1 and story.saved == []


def test_without_a_booking_nothing_ever_happens() -> None:
    story = Story(None)
    story.go(10_000)
    assert story.saved == [] and story.over == 0


def test_a_booking_shorter_than_the_warning_still_brings_the_signal() -> None:
    story = Story(300)
    story.go(61)
    assert story.saved == [240]
