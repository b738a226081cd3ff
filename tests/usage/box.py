"""A machine with an agent, as batches of hand-made readings: `Box.send`, and what became of them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import count

from sqlalchemy import func, select
from sqlmodel import Session

from bot.chat.message import Person, Place
from bot.people import facts as people
from bot.people.services import setup
from bot.people.services.recognise import recognise
from bot.usage import facts
from bot.usage.services.intake import store_batch
from bot.wire.sample import CardReading, Event, HostReading, ProcessReading, Sample
from storage.database import Database
from storage.queries import agents, usage
from storage.tables import CardUse
from storage.words import AgentState
from tests.saying import Lab, laboratory

HOST = HostReading("box", "boot-1", "6.1", 64, "0.1")


def card(index: int, *processes: ProcessReading, util: int = 50, state: str = "ok") -> CardReading:
    return CardReading(
        index,
        state,
        f"GPU-{index}",
        "NVIDIA A100",
        memory_used=1 << 30,
        util=util,
        power_w=250.5,
        temperature_c=60,
        processes=processes,
    )


def sample(at: int, *cards: CardReading) -> Sample:
    return Sample(datetime.fromtimestamp(at, UTC).isoformat(), "ok", "550", cards, HOST)


def running(user: str | None, pid: int = 100, evidence: str | None = "uid") -> ProcessReading:
    return ProcessReading(pid, user, "train.py", 9 << 30, "certain" if user else "unknown", evidence, start_ticks=5)


class Box:
    """A machine with an agent, and its batches. `enrolled`: the agent is in the store already."""

    def __init__(self, database: Database, lab: Lab, *, enrolled: bool = False) -> None:
        self.database, self.lab, self.numbers = database, lab, count(1)
        self.now = lab.bridge.clock.now()
        if enrolled:
            return

        def enrol(session: Session) -> None:
            for gpu in agents.cards(session, 1):
                agents.change_card(session, int(gpu.id or 0), uuid=f"GPU-{gpu.number}", nvml_index=gpu.number)
            row = {"node_id": 1, "name": "box", "key_hash": "x", "state": AgentState.ACTIVE.value}
            agents.add(session, {**row, "enrolled_by": 1, "enrolled_at": self.now, "last_seq": 0, "offset_ms": 0})

        database.write_now(enrol)

    def send(self, *samples: tuple[int, Sample], events: Sequence[Event] = (), boot: str = "boot-1") -> int:
        numbered = [(next(self.numbers), self.now + at, one) for at, one in samples]
        return self.again(numbered, [(next(self.numbers), self.now, one) for one in events], boot)

    def again(
        self, samples: list[tuple[int, int, Sample]], events: list[tuple[int, int, Event]], boot: str = "boot-1"
    ) -> int:
        def unit(session: Session) -> int:
            agent = facts.agent_of_node(session, 1)
            assert agent is not None
            return store_batch(session, agent, boot, samples, events, self.lab.bridge.clock.now())

        return self.database.write_now(unit)

    def until_now(self, *cards: CardReading, boot: str = "boot-1", since: int | None = None) -> None:
        """A reading every 15 seconds until the clock's now: those of the last ten minutes, or from `since` on."""
        end = self.lab.bridge.clock.now() - self.now
        begin = max(0, end - 600) if since is None else since
        self.send(*looks(*range(begin, end + 1, 15), cards=cards or [card(0)]), boot=boot)

    def uses(self) -> list[tuple[int, int, int, int | None, str]]:
        def unit(session: Session) -> list[tuple[int, int, int, int | None, str]]:
            rows = session.execute(select(CardUse).order_by(CardUse.gpu_id, CardUse.starts_at)).scalars()  # type: ignore[arg-type]
            return [
                (row.gpu_id, row.starts_at - self.now, row.ends_at - self.now, row.member_id, row.grade) for row in rows
            ]

        return self.database.read_now(unit)

    def gaps(self) -> list[tuple[int, int | None]]:
        def unit(session: Session) -> list[tuple[int, int | None]]:
            rows = usage.gaps(session, [1], 0, self.now + 10**6)
            return [(row.starts_at - self.now, row.ends_at and row.ends_at - self.now) for row in rows]

        return self.database.read_now(unit)

    def counted(self, table: type) -> int:
        return int(self.database.read_now(lambda s: s.execute(select(func.count()).select_from(table)).scalar_one()))


def looks(*ats: int, cards: Sequence[CardReading] = (card(0),)) -> list[tuple[int, Sample]]:
    return [(at, sample(at, *cards)) for at in ats]


@contextmanager
def boxed(database: Database) -> Iterator[Box]:
    """A pool that alice founded and owns and 鲍勃 joined, with such a machine."""
    with laboratory(database) as lab:
        lab.say("/help", "alice")
        lab.say("/help", "bob", name="鲍勃")
        yield Box(database, lab)


def another_pool(lab: Lab, chat: str = "other", owner: str = "alice") -> None:
    """A second group with a pool of its own, whose owner is also in the first one."""
    now = lab.bridge.clock.now()

    def found(session: Session) -> None:
        place = Place("console", chat, False, title=chat)
        seen = recognise(session, place, Person(owner, owner), now)
        person = people.known(session, "console", owner)
        assert person is not None
        setup.open_pool(session, seen.chat_id, person, chat, "Asia/Shanghai", "zh", now)

    lab.bridge.house.database.write_now(found)
