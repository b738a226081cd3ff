"""A machine that does not exist, for the demo and for tests: the same cards and programs for the same seed.

What runs at an instant is worked out from that instant alone, so that any two who ask see the same past.
"""

import random
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from uuid import UUID

from bot import __version__
from bot.agent.changes import changes
from bot.agent.machine import moment
from bot.agent.people.claims import Claims
from bot.wire.sample import CardReading, DiskReading, Event, HostReading, LinkReading, ProcessReading, Sample

GIB = 1024**3
CARDS = re.compile(r"(\d{1,2})x([A-Za-z0-9]{1,16})-(\d{1,4})G", re.ASCII)
PEOPLE = ("li", "wang", "zhang", "chen")
SHIFT_S = 12 * 3600
TICKS_A_SECOND = 100
# What runs on how many cards at once, how hard (percent), with how much of the memory, and how often in twenty.
PROGRAMS = (
    ("torchrun finetune.py", 4, 96, 0.88, 2),
    ("torchrun train.py", 2, 93, 0.75, 4),
    ("python train.py", 1, 88, 0.60, 6),
    ("python eval.py", 1, 41, 0.35, 3),
    ("python -m ipykernel_launcher", 1, 0, 0.06, 2),
    ("", 1, 0, 0.0, 3),
)


@dataclass(frozen=True, slots=True)
class Kind:
    """Of the vendor's data sheets: board power, and names as NVML writes them."""

    name: str
    watts: int
    sm_mhz: int
    memory_mhz: int
    pcie: int


KINDS = {
    "A100": Kind("NVIDIA A100-SXM4-{0}GB", 400, 1410, 1593, 4),
    "H100": Kind("NVIDIA H100 {0}GB HBM3", 700, 1980, 2619, 5),
    "H200": Kind("NVIDIA H200", 700, 1980, 3201, 5),
    "4090": Kind("NVIDIA GeForce RTX 4090", 450, 3105, 10501, 4),
    "3090": Kind("NVIDIA GeForce RTX 3090", 350, 2100, 9751, 4),
}


@dataclass(frozen=True, slots=True)
class Run:
    """One program on some cards between two instants (UTC seconds)."""

    cards: tuple[int, ...]
    begins: int
    ends: int
    user: str
    command: str
    util: int
    share: float
    pid: int


class Simulated:
    """Takes the place of `bot.agent.reader.Reader`. `cards` are written like 8xA100-80G or 4xH100-80G,4x4090-24G.

    Raises:
        ValueError: no cards are written there.
    """

    needs_new_process = False

    def __init__(
        self,
        cards: str,
        seed: int = 1,
        clock: Callable[[], float] = time.time,
        people: Sequence[str] = PEOPLE,
    ) -> None:
        found = CARDS.findall(cards)
        if not found or CARDS.sub("", cards).strip(" ,+，、"):
            raise ValueError(f"cards are written like 8xA100-80G: {cards}")
        self._seed, self._clock, self._people = seed, clock, tuple(people)
        self._kinds = [
            (KINDS.get(kind.upper(), Kind(f"NVIDIA {kind.upper()}", 300, 1800, 1600, 4)), int(memory))
            for count, kind, memory in found
            for _ in range(int(count))
        ]
        dice = random.Random(f"{seed}/machine")
        self._boot = str(UUID(int=dice.getrandbits(128), version=4))
        self.uuids = tuple(f"GPU-{UUID(int=dice.getrandbits(128), version=4)}" for _ in self._kinds)
        self._last: Sample | None = None
        self._events: list[Event] = []

    def start(self) -> None:
        """Nothing has to begin."""

    def stop(self) -> None:
        """Nothing has to end."""

    def set_claims(self, claims: Claims) -> None:
        """Everybody here has an account of their own."""

    def latest(self) -> Sample:
        return self.look(self._clock())

    def events(self) -> tuple[Event, ...]:
        """What is different between the looks since the last call."""
        told, self._events = tuple(self._events), []
        return told

    def look(self, now: float) -> Sample:
        """What the machine does at `now` (UTC seconds)."""
        at = int(now)
        runs = [run for run in self.runs(at) if run.begins <= at < run.ends]
        gpus = tuple(self._card(index, at, runs) for index in range(len(self._kinds)))
        sample = Sample(
            moment(at),
            "ok",
            "570.124.06",
            gpus,
            self._host(at, gpus),
            cuda="12.8",
            topology=tuple(
                LinkReading(a, b, "NODE" if a // 4 == b // 4 else "SYS", self._kinds[a][0].watts >= 400)
                for a in range(len(gpus))
                for b in range(a + 1, len(gpus))
            ),
        )
        self._events.extend(changes(self._last, sample, at))
        self._last = sample
        return sample

    def runs(self, at: int) -> tuple[Run, ...]:
        """All that runs in the half day around `at`; no two share a card."""
        shift = at // SHIFT_S
        dice = random.Random(f"{self._seed}/{shift}")
        free, found = list(range(len(self._kinds))), []
        while free:
            command, wanted, util, share, _ = dice.choices(PROGRAMS, [often for *_, often in PROGRAMS])[0]
            taken, free = tuple(free[:wanted]), free[wanted:]
            begins = shift * SHIFT_S + dice.randrange(0, SHIFT_S // 4)
            ends = begins + dice.randrange(SHIFT_S // 6, SHIFT_S * 3 // 4)
            user, pid = dice.choice(self._people), dice.randrange(10_000, 4_000_000)
            if command:
                found.append(Run(taken, begins, ends, user, command, util, share, pid))
        return tuple(found)

    def _card(self, index: int, at: int, runs: Sequence[Run]) -> CardReading:
        kind, memory = self._kinds[index]
        total = memory * GIB
        run = next((run for run in runs if index in run.cards), None)
        # Load comes and goes with the data; it changes every five seconds, as a reader would see it.
        wobble = random.Random(f"{self._seed}/{index}/{at // 5}").uniform(-1, 1)
        util = 0 if run is None or not run.util else max(1, min(100, round(run.util + 6 * wobble)))
        used = 0 if run is None else int(run.share * total)
        power = round(kind.watts * (0.16 + 0.78 * util / 100 + 0.01 * wobble), 1)
        warm = run is not None and at - run.begins < 300
        heat = round(31 + (20 if warm else 38) * util / 100 + wobble)
        capped = power > kind.watts * 0.92
        own = (run.pid + run.cards.index(index),) if run is not None else ()
        process = tuple(self._process(run, pid, used, util) for pid in own if run is not None)
        return CardReading(
            index=index,
            state="ok",
            uuid=self.uuids[index],
            name=kind.name.format(memory),
            memory_total=total,
            memory_used=used,
            memory_free=total - used - GIB // 2,
            memory_reserved=GIB // 2,
            memory_unexplained=0,
            util=util,
            power_w=power,
            power_limit_w=float(kind.watts),
            power_default_w=float(kind.watts),
            power_set_w=float(kind.watts),
            power_min_w=100.0,
            power_max_w=float(kind.watts),
            energy_mj=200_000 * (at % (365 * 86400)),
            temperature_c=heat,
            memory_temperature_c=heat + 6,
            throttle=("SW Power Cap",) if capped else (),
            throttle_zh=("到功率上限了，正在降频",) if capped else (),
            throttle_mask=4 if capped else 0 if util else 1,
            pstate="P0",
            sm_clock_mhz=kind.sm_mhz if util else 210,
            memory_clock_mhz=kind.memory_mhz,
            max_sm_clock_mhz=kind.sm_mhz,
            max_memory_clock_mhz=kind.memory_mhz,
            processes=process,
            processes_age_s=0,
            bus_id=f"00000000:{16 * (index + 1) - 1:02X}:00.0",
            ecc_corrected=0,
            ecc_uncorrected=0,
            remapped_corrected=0,
            remapped_uncorrected=0,
            remap_pending=False,
            remap_failed=False,
            retired_pages=0,
            retire_pending=False,
            recovery_action="none",
            xids=(),
            pcie_gen=kind.pcie,
            pcie_width=16,
            pcie_gen_max=kind.pcie,
            pcie_width_max=16,
            pcie_narrow=False if util >= 50 else None,
            mig_mode="off",
            migs=(),
            virtualization="none",
            missing={} if util >= 50 else {"pcie_narrow": "not_under_load"},
        )

    def _process(self, run: Run, pid: int, used: int, util: int) -> ProcessReading:
        return ProcessReading(
            pid=pid,
            user=run.user,
            command=run.command,
            memory=used,
            grade="certain",
            evidence="unix_user",
            unix_user=run.user,
            start_ticks=run.begins % (365 * 86400) * TICKS_A_SECOND,
            started_at=run.begins,
            util=util,
        )

    def _host(self, at: int, gpus: Sequence[CardReading]) -> HostReading:
        busy = sum(1 for card in gpus if card.util)
        return HostReading(
            hostname="simulated",
            boot_id=self._boot,
            kernel="6.8.0",
            cpus=128,
            agent=__version__,
            missing=dict.fromkeys(("container", "cpu_quota", "memory_limit"), "none"),
            load_1m=round(1.5 + 9.0 * busy, 2),
            iowait=round(0.3 + 0.4 * busy, 1),
            memory_total=1024 * GIB,
            memory_available=(960 - 45 * busy) * GIB,
            shm_total=512 * GIB,
            shm_free=(512 - 4 * busy) * GIB,
            disks=(DiskReading("/", "ok", 1800 * GIB, (700 - at // 86400 % 30 * 4) * GIB, 120_000_000, 97_000_000),),
            pids_visible=True,
        )
