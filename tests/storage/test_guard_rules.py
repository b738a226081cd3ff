"""The guard against a brute-force model: it refuses what overlaps, and nothing else.

Each history runs in one unit of work that is undone at the end, so a thousand of them are quick.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import TextClause, text
from sqlalchemy.exc import DataError, IntegrityError
from sqlmodel import Session

from storage.database import CardTaken, Database, savepoint
from tests.storage.rows import make_booking, make_pool

GPUS, BOOKINGS = 2, 12
COLUMNS = ("booking_id", "gpu_id", "starts_at", "ends_at", "live")
REFUSALS = (CardTaken, IntegrityError, DataError)


@dataclass(frozen=True, slots=True)
class Card:
    booking_id: int | None
    gpu_id: int | None
    starts_at: int | None
    ends_at: int | None
    live: int | None


@dataclass(slots=True)
class Model:
    """What the table should hold. Every rule is written the slow and obvious way."""

    cards: dict[int, Card] = field(default_factory=dict)

    def well_formed(self, cards: dict[int, Card]) -> bool:
        for card in cards.values():
            if card.booking_id is None or card.gpu_id is None or card.live not in (0, 1):
                return False
            if card.starts_at is None or card.ends_at is None or card.starts_at >= card.ends_at:
                return False
        pairs = [(card.booking_id, card.gpu_id) for card in cards.values()]
        return len(set(pairs)) == len(pairs)

    def overlaps(self, cards: dict[int, Card]) -> bool:
        seconds = [
            (card.gpu_id, second)
            for card in cards.values()
            if card.live == 1 and card.starts_at is not None and card.ends_at is not None
            for second in range(card.starts_at, card.ends_at)
        ]
        return len(set(seconds)) < len(seconds)


times = st.integers(0, 12)
odd_times = st.one_of(*[times] * 5, st.none(), st.integers(-3, 0))
values = {
    "booking_id": st.one_of(*[st.integers(1, BOOKINGS)] * 6, st.none()),
    "gpu_id": st.one_of(*[st.integers(1, GPUS)] * 6, st.none()),
    "starts_at": odd_times,
    "ends_at": odd_times,
    "live": st.sampled_from([0, 0, 1, 1, 1, 1, 2, -1, None]),
}
windows = st.tuples(times, st.integers(1, 4)).map(lambda w: {"starts_at": w[0], "ends_at": w[0] + w[1]})
proper = st.builds(
    lambda booking, gpu, window, live: Card(booking, gpu, live=live, **window),
    st.integers(1, BOOKINGS),
    st.integers(1, GPUS),
    windows,
    st.sampled_from([1, 1, 1, 0]),
)
changes = st.one_of(
    *[st.fixed_dictionaries({column: values[column]}) for column in COLUMNS],
    st.fixed_dictionaries({}, optional=values).filter(bool),
    windows,
)
rows = st.integers(0, 30)
gpus = st.integers(1, GPUS)
shifts = st.integers(-4, 4)
inserts = st.tuples(st.just("insert"), proper)
updates = st.tuples(st.just("update"), st.tuples(rows, changes))
steps = st.one_of(
    *[inserts] * 3,
    *[updates] * 3,
    st.tuples(st.just("insert"), st.builds(Card, **values)),
    st.tuples(st.just("revive"), rows),
    st.tuples(st.just("delete"), rows),
    st.tuples(st.just("shift"), st.tuples(gpus, shifts)),
    st.tuples(st.just("park and move"), st.tuples(gpus, shifts, gpus)),
)
histories_of_a_pool = st.builds(
    lambda first, rest: first + rest,
    st.lists(inserts, min_size=5, max_size=9),
    st.lists(steps, min_size=15, max_size=30),
)


@dataclass(slots=True)
class History:
    """Applies steps to the table and to the model, and demands that both agree."""

    session: Session
    model: Model = field(default_factory=Model)
    refused: int = 0
    accepted: int = 0

    def _sql(self, statement: str, **facts: int | None) -> None:
        self.session.connection().execute(text(statement), facts)

    def _must_agree(self, wanted: dict[int, Card], statements: Callable[[], None], *, may_refuse: bool = False) -> None:
        """`may_refuse`: rows are checked one by one, so a move of many may be refused on its way."""
        formed, overlapping = self.model.well_formed(wanted), self.model.overlaps(wanted)
        try:
            with savepoint(self.session):
                statements()
        except REFUSALS as refusal:
            assert may_refuse or not formed or overlapping, f"refused for no reason: {wanted}"
            if formed:
                assert isinstance(refusal, CardTaken), f"refused as {refusal!r}"
            if not overlapping and not may_refuse:
                assert not isinstance(refusal, CardTaken) or not formed
            self.refused += 1
            return
        assert formed and not overlapping, f"accepted: {wanted}"
        self.model.cards = wanted
        self.accepted += 1

    def insert(self, card: Card) -> None:
        key = max(self.model.cards, default=0) + 1
        self._must_agree(
            self.model.cards | {key: card},
            lambda: self._sql(
                "INSERT INTO booked_card (id, booking_id, gpu_id, starts_at, ends_at, live)"
                " VALUES (:id, :b, :g, :s, :e, :l)",
                **{"id": key, "b": card.booking_id, "g": card.gpu_id},
                **{"s": card.starts_at, "e": card.ends_at, "l": card.live},
            ),
        )

    def update(self, row: int, change: dict[str, int | None]) -> None:
        if (key := self._key(row)) is None:
            return
        setting = ", ".join(f"{column} = :{column}" for column in change)
        self._must_agree(
            self.model.cards | {key: replace(self.model.cards[key], **change)},
            lambda: self._sql(f"UPDATE booked_card SET {setting} WHERE id = :id", id=key, **change),
        )

    def revive(self, row: int) -> None:
        dead = [key for key, card in self.model.cards.items() if card.live == 0]
        if dead:
            self.update(list(self.model.cards).index(dead[row % len(dead)]), {"live": 1})

    def delete(self, row: int) -> None:
        if (key := self._key(row)) is None:
            return
        left = {other: card for other, card in self.model.cards.items() if other != key}
        self._must_agree(left, lambda: self._sql("DELETE FROM booked_card WHERE id = :id", id=key))

    def shift(self, gpu_id: int, by: int) -> None:
        self._must_agree(
            self._moved(gpu_id, by, gpu_id),
            lambda: self._sql(
                "UPDATE booked_card SET starts_at = starts_at + :by, ends_at = ends_at + :by"
                " WHERE gpu_id = :g AND live = 1",
                **{"by": by, "g": gpu_id},
            ),
            may_refuse=True,
        )

    def park_and_move(self, gpu_id: int, by: int, to: int) -> None:
        keys = [k for k, card in self.model.cards.items() if card.gpu_id == gpu_id and card.live == 1]
        chosen = f"WHERE id IN ({', '.join(map(str, keys)) or 'NULL'})"

        def statements() -> None:
            self._sql(f"UPDATE booked_card SET live = 0 {chosen}")
            self._sql(
                f"UPDATE booked_card SET gpu_id = :to, starts_at = starts_at + :by, ends_at = ends_at + :by {chosen}",
                **{"by": by, "to": to},
            )
            self._sql(f"UPDATE booked_card SET live = 1 {chosen}")

        self._must_agree(self._moved(gpu_id, by, to), statements)

    def stored(self) -> dict[int, Card]:
        found = self.session.connection().execute(text(f"SELECT id, {', '.join(COLUMNS)} FROM booked_card"))
        return {row[0]: Card(*row[1:]) for row in found}

    def _key(self, row: int) -> int | None:
        keys = list(self.model.cards)
        return keys[row % len(keys)] if keys else None

    def _moved(self, gpu_id: int, by: int, to: int) -> dict[int, Card]:
        def moved(card: Card) -> Card:
            if card.gpu_id != gpu_id or card.live != 1:
                return card
            assert card.starts_at is not None and card.ends_at is not None
            return replace(card, gpu_id=to, starts_at=card.starts_at + by, ends_at=card.ends_at + by)

        return {key: moved(card) for key, card in self.model.cards.items()}


class _Undo(Exception):
    """Ends a unit of work without a trace."""


@pytest.fixture
def ready(database: Database) -> Database:
    def unit(session: Session) -> None:
        make_pool(session, GPUS)
        for _ in range(BOOKINGS):
            make_booking(session)

    database.write_now(unit)
    return database


def _play(session: Session, history: list[tuple[str, object]], totals: list[int]) -> None:
    played = History(session)
    for name, facts in history:
        step = getattr(played, name.replace(" ", "_"))
        step(*facts) if isinstance(facts, tuple) else step(facts)
    assert played.stored() == played.model.cards
    totals[0] += played.accepted
    totals[1] += played.refused
    raise _Undo


def test_the_guard_agrees_with_brute_force_over_random_histories(ready: Database) -> None:
    totals = [0, 0]

    @settings(
        max_examples=300 if ready.dialect == "sqlite" else 100,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
        phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
    )
    @given(histories_of_a_pool)
    def histories(history: list[tuple[str, object]]) -> None:
        with pytest.raises(_Undo):
            ready.write_now(_play, history, totals)

    histories()
    assert min(totals) > 100, f"accepted {totals[0]}, refused {totals[1]}: nothing was really tried"


@pytest.mark.parametrize(
    ("first", "second"),
    [((0, 10), (10, 20)), ((10, 20), (0, 10)), ((0, 2**62), (2**62, 2**62 + 1)), ((-5, 0), (0, 5))],
)
def test_windows_that_only_touch_do_not_overlap(
    ready: Database, first: tuple[int, int], second: tuple[int, int]
) -> None:
    ready.write_now(_insert, 1, *first)
    ready.write_now(_insert, 2, *second)


@pytest.mark.parametrize(
    ("first", "second"),
    [((0, 10), (9, 20)), ((0, 10), (0, 10)), ((0, 10), (3, 4)), ((3, 4), (0, 10)), ((5, 10), (0, 6))],
)
def test_windows_that_share_a_second_overlap(ready: Database, first: tuple[int, int], second: tuple[int, int]) -> None:
    ready.write_now(_insert, 1, *first)
    with pytest.raises(CardTaken):
        ready.write_now(_insert, 2, *second)


@pytest.mark.parametrize(
    "change",
    [
        "gpu_id = 1 WHERE booking_id = 2",
        "starts_at = 9 WHERE booking_id = 3",
        "ends_at = 21 WHERE booking_id = 1",
        "live = 1 WHERE booking_id = 4",
    ],
)
def test_a_change_of_any_one_column_is_guarded(ready: Database, change: str) -> None:
    def unit(session: Session) -> None:
        _insert(session, 1, 0, 10)
        session.connection().execute(_inserting("2, 2, 0, 10, 1"))
        _insert(session, 3, 20, 30)
        _insert(session, 4, 5, 25, live=0)

    ready.write_now(unit)
    with pytest.raises(CardTaken):
        ready.write_now(lambda s: s.connection().execute(text(f"UPDATE booked_card SET {change}")).rowcount)


def test_a_long_booking_behind_many_short_dead_ones_is_still_seen(ready: Database) -> None:
    def unit(session: Session) -> None:
        _insert(session, 1, 0, 100)
        for number, booking in enumerate((2, 3, 4)):
            _insert(session, booking, 20 + number, 21 + number, live=0)

    ready.write_now(unit)
    with pytest.raises(CardTaken):
        ready.write_now(_insert, 5, 50, 60)


@pytest.mark.parametrize("column", COLUMNS)
def test_a_word_where_a_number_belongs_is_refused(ready: Database, column: str) -> None:
    values = {"booking_id": "1", "gpu_id": "1", "starts_at": "0", "ends_at": "9", "live": "1"}
    listed = ", ".join((values | {column: "'soon'"}).values())
    with pytest.raises((IntegrityError, DataError)):
        ready.write_now(lambda s: s.connection().execute(_inserting(listed)).rowcount)


@pytest.mark.parametrize(("booking", "gpu"), [(99, 1), (1, 99)])
def test_a_card_of_no_booking_or_of_no_machine_is_refused(ready: Database, booking: int, gpu: int) -> None:
    with pytest.raises(IntegrityError):
        ready.write_now(lambda s: s.connection().execute(_inserting(f"{booking}, {gpu}, 0, 9, 1")).rowcount)


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(history=st.lists(st.tuples(st.sampled_from(["OR REPLACE", "OR IGNORE", "OR ABORT"]), rows, proper), max_size=20))
def test_even_the_forbidden_kinds_of_insert_cannot_make_an_overlap_on_sqlite(
    sqlite_database: Database, history: list[tuple[str, int, Card]]
) -> None:
    def unit(session: Session) -> None:
        make_pool(session, GPUS)
        for _ in range(BOOKINGS):
            make_booking(session)
        for kind, key, card in history:
            values = (key % 6, card.booking_id, card.gpu_id, card.starts_at, card.ends_at, 1)
            try:
                with savepoint(session):
                    session.connection().execute(text(f"INSERT {kind} INTO booked_card VALUES {values}"))
            except REFUSALS:
                continue
        played = History(session)
        assert not played.model.overlaps(played.stored())
        raise _Undo

    with pytest.raises(_Undo):
        sqlite_database.write_now(unit)


def _inserting(listed: str) -> TextClause:
    return text(f"INSERT INTO booked_card (booking_id, gpu_id, starts_at, ends_at, live) VALUES ({listed})")


def _insert(session: Session, booking_id: int, starts_at: int, ends_at: int, live: int = 1) -> None:
    session.connection().execute(_inserting(f"{booking_id}, 1, {starts_at}, {ends_at}, {live}"))
