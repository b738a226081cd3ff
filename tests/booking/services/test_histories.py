"""Long histories of several people on few cards: whatever they do in whatever order, nothing is held twice."""

import json
import shutil
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlmodel import Session, select

from bot.booking.rules.limits import PRESETS, Preset
from bot.booking.rules.shapes import Need
from bot.booking.services import book, change, end, undo
from bot.booking.services.change import NewEnd
from bot.errors import Refusal
from bot.people import facts
from bot.people.facts import MemberFacts, PoolFacts
from storage.database import CardTaken, open_database, savepoint
from storage.queries import bookings, changes
from storage.tables import Audit, BookedCard, Booking, Job
from tests.saying import laboratory

PEOPLE = 3
LIMITS = PRESETS[Preset.USUAL]
CHOICE = st.integers(0, 63)
PAUSE = st.sampled_from([0, 1, 60, 600, 600, 1_800])
MOSTLY_ITS_HOLDER = st.sampled_from([0, 1, 2, PEOPLE, PEOPLE, PEOPLE, PEOPLE, PEOPLE])
QUARTERS = st.integers(4, 40).map(lambda quarters: quarters * 900)
REFUSED = {
    "taken",
    "limit",
    "past",
    "own_instead",
    "no_such_booking",
    "already_done",
    "ask_target",
    "pick",
    "not_yours",
}
REFUSED |= {"nothing_to_undo", "undo_too_late", "undo_taken", "no_such_card"}
CHANGES = {"booked", "extended", "shortened", "card_dropped", "cancelled", "released", "undone"}
Standing = dict[int, dict[str, Any]]


class Histories(RuleBasedStateMachine):
    """Four cards, three people, steps between seconds and half a day; the store is looked at after each."""

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.now = 0
        self.last: tuple[int, str | None, Standing] = (0, None, {})

    @initialize()
    def found(self) -> None:
        folder = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        shutil.copyfile(_template(), folder / "pinka.db")
        self.database = open_database(f"sqlite:///{folder / 'pinka.db'}")
        self.stack.callback(self.database.close_now)
        with laboratory(self.database, "4xA100-80G") as lab:
            for number in range(PEOPLE):
                lab.say("/help", f"p{number}")
            self.now = lab.bridge.clock.now()
        self.dropped: dict[tuple[int, int], int] = {}

    def teardown(self) -> None:
        self.stack.close()

    def act(self, who: int, step: Any) -> str | None:
        """One unit of work as the queues do it: a refusal takes back what was done. The code of what was done."""

        def unit(session: Session) -> str | None:
            pool = facts.pool(session, 1)
            found = facts.present_member(session, 1, who + 1)
            assert found is not None
            try:
                with savepoint(session):
                    return str(step(session, pool, found).code)
            except Refusal as refusal:
                assert refusal.code in REFUSED, refusal.code
            except CardTaken:
                raise AssertionError("the code let through what the guard refused") from None
            return None

        standing, notes = self.database.read_now(_standing), self.database.read_now(_notes)
        code = self.database.write_now(unit)
        grown = self.database.read_now(_notes)[len(notes) :]
        if code is None:
            assert not grown and self.database.read_now(_standing) == standing
        else:
            assert [what for what, _, _ in grown] == [code]
            assert code in CHANGES
        self.last = (who, code, standing)
        self._remember(code, standing)
        return code

    def _remember(self, code: str | None, standing: Standing) -> None:
        """Which cards were given back before the end of their booking, and when."""
        for booking, kept in self.database.read_now(_standing).items():
            if kept == standing.get(booking):
                continue
            if code == "undone":
                self.dropped = {one: at for one, at in self.dropped.items() if one[0] != booking}
            if code == "card_dropped":
                ends = {gpu: at for gpu, _, at, live in kept["cards"] if live and at < kept["booking"]["ends_at"]}
                self.dropped.update({(booking, gpu): at for gpu, at in ends.items()})

    @rule(seconds=st.sampled_from([1, 30, 121, 900, 7_200]))
    def wait(self, seconds: int) -> None:
        self.now += seconds

    @rule(
        who=st.integers(0, PEOPLE - 1),
        count=st.integers(1, 4),
        seconds=QUARTERS,
        ahead=st.sampled_from([None, None, None, 1_800, 3_600, 7_200, 30_000, 100_000]),
    )
    def booking(self, who: int, count: int, seconds: int, ahead: int | None) -> None:
        start = None if ahead is None else self.now + ahead - self.now % 900

        def step(session: Session, pool: PoolFacts, member: MemberFacts) -> Any:
            wish = book.Wish(Need(count, seconds=seconds), start, apart=True)
            return book.book(session, pool, member, wish, self.now)

        self.act(who, step)

    def one_of(self, choice: int, who: int) -> tuple[int, int, list[int]]:
        """One of the bookings, who acts (mostly its holder) and the numbers of the cards that it holds."""
        rows = self.database.read_now(_held, self.now)
        if not rows:
            return 1, who % PEOPLE, []
        booking, holder, numbers = rows[choice % len(rows)]
        return booking, who if who < PEOPLE else holder, numbers

    @rule(pause=PAUSE, choice=CHOICE, who=MOSTLY_ITS_HOLDER, seconds=st.integers(-12, 16))
    def another_end(self, pause: int, choice: int, who: int, seconds: int) -> None:
        self.now += pause
        booking, actor, _ = self.one_of(choice, who)
        wish = NewEnd(seconds=seconds * 900)
        self.act(actor, lambda session, pool, member: change.change_end(session, pool, member, booking, wish, self.now))

    @rule(pause=PAUSE, choice=CHOICE, who=MOSTLY_ITS_HOLDER, which=st.integers(0, 3))
    def drop(self, pause: int, choice: int, who: int, which: int) -> None:
        self.now += pause
        booking, actor, held = self.one_of(choice, who)
        numbers = [held[which % len(held)]] if held else [which]
        self.act(actor, lambda session, pool, member: change.drop(session, pool, member, booking, numbers, self.now))

    @rule(pause=PAUSE, choice=CHOICE, who=MOSTLY_ITS_HOLDER, word=st.sampled_from([end.release, end.cancel]))
    def over(self, pause: int, choice: int, who: int, word: Any) -> None:
        self.now += pause
        booking, actor, _ = self.one_of(choice, who)
        self.act(actor, lambda session, pool, member: word(session, pool, member, booking, self.now, reason="x"))

    @precondition(lambda self: self.now and self.last[1] is not None)
    @rule(who=st.integers(0, PEOPLE - 1))
    def take_back(self, who: int) -> None:
        self.act(who, lambda session, pool, member: undo.undo(session, pool, member, self.now))

    @precondition(lambda self: self.now and self.last[1] not in (None, "undone"))
    @rule()
    def take_back_at_once(self) -> None:
        """A step that is undone in its own second leaves everything as it was, a booking aside, which is called off."""
        who, code, standing = self.last
        if self.act(who, lambda session, pool, member: undo.undo(session, pool, member, self.now)) is None:
            return
        after = self.database.read_now(_standing)
        made = set(after) - set(standing)
        assert len(made) == (code == "booked")
        assert all(after[one]["booking"]["state"] == "cancelled" for one in made)
        assert {one: kept for one, kept in after.items() if one not in made} == standing

    @invariant()
    def no_card_is_held_twice(self) -> None:
        if self.now:
            self.database.read_now(_check)
            standing = self.database.read_now(_standing)
            for (booking, gpu), at in self.dropped.items():
                assert [gpu, at, 1] in [[card[0], *card[2:]] for card in standing[booking]["cards"]]


def _held(session: Session, now: int) -> list[tuple[int, int, list[int]]]:
    """Bookings that stand and are not over, with who holds them and which cards."""
    rows = session.execute(select(Booking).where(Booking.state == "booked").order_by(Booking.id)).scalars()  # type: ignore[arg-type]
    return [
        (int(one.id or 0), one.member_id - 1, bookings.numbers(session, [int(one.id or 0)])[int(one.id or 0)])
        for one in rows
        if one.ends_at > now
    ]


def _standing(session: Session) -> Standing:
    ids = session.execute(select(Booking.id)).scalars()
    return {int(one or 0): changes.snapshot(session, int(one or 0)) for one in ids}


def _notes(session: Session) -> list[tuple[str, str | None, str | None]]:
    rows = session.execute(select(Audit).order_by(Audit.id)).scalars()  # type: ignore[arg-type]
    return [(one.what, one.before, one.after) for one in rows if one.subject.startswith("booking:")]


def _check(session: Session) -> None:
    live = list(session.execute(select(BookedCard).where(BookedCard.live == 1)).scalars())
    for one in live:
        for other in live:
            apart = one.ends_at <= other.starts_at or other.ends_at <= one.starts_at
            assert one.id == other.id or one.gpu_id != other.gpu_id or apart, (one, other)
    rows = {int(one.id or 0): one for one in session.execute(select(Booking)).scalars()}
    for booking_id, row in rows.items():
        cards = [card for card in live if card.booking_id == booking_id]
        if row.state != "booked":
            assert not cards
            continue
        assert cards and all(card.starts_at == row.starts_at and card.ends_at <= row.ends_at for card in cards)
        assert max(card.ends_at for card in cards) == row.ends_at
        assert row.ends_at <= row.planned_end_at
        assert row.ends_at - row.starts_at <= LIMITS.max_seconds
    last = {}
    for note in session.execute(select(Audit).order_by(Audit.id)).scalars():  # type: ignore[arg-type]
        if note.subject.startswith("booking:"):
            last[int(note.subject.partition(":")[2])] = json.loads(note.after or "{}")
    for booking_id in rows:
        stands = changes.snapshot(session, booking_id)
        assert {name: last[booking_id][name] for name in stands} == stands
    for job in session.execute(select(Job)).scalars():
        assert rows[json.loads(job.payload)["booking"]].state == "booked"


_MADE: list[Path] = []


def _template() -> Path:
    if not _MADE:
        path = Path(tempfile.mkdtemp()) / "template.db"
        open_database(f"sqlite:///{path}").close_now()
        _MADE.append(path)
    return _MADE[0]


TestHistories = Histories.TestCase
TestHistories.settings = settings(
    max_examples=12,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much],
)
