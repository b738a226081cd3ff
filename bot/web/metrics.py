"""`/metrics` for Prometheus: what the newest readings show, and how the bot itself does. No name of a person in it.

Only who asks from this very machine gets an answer; what a proxy passes on from elsewhere gets none.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from aiohttp import web
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.registry import Collector

from bot import __version__
from bot.queues.house import House
from bot.usage.services.measures import CardMeasures, Measures, NodeMeasures, measures

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

CARD: tuple[tuple[str, str, str], ...] = (
    ("up", "pinka_gpu_up", "Whether the card could be read (1) or not (0)."),
    ("booked", "pinka_gpu_booked", "Whether somebody holds the card now."),
    ("processes", "pinka_gpu_processes", "Compute processes on the card."),
    ("utilization", "pinka_gpu_utilization_ratio", "Share of time with a kernel running, 0 to 1."),
    ("memory_used", "pinka_gpu_memory_used_bytes", "Memory used, reserved memory left out."),
    ("memory_total", "pinka_gpu_memory_total_bytes", "Memory of the card."),
    ("temperature", "pinka_gpu_temperature_celsius", "Temperature of the card."),
    ("power", "pinka_gpu_power_watts", "Power drawn."),
    ("power_limit", "pinka_gpu_power_limit_watts", "Power limit in force."),
    ("ecc_uncorrected", "pinka_gpu_ecc_uncorrected_errors", "Uncorrected memory errors since the driver was loaded."),
    ("throttled", "pinka_gpu_throttled", "Whether heat, power brake or hardware slowdown holds the clocks down."),
)
NODE: tuple[tuple[str, str, str], ...] = (
    ("heard", "pinka_node_heard", "Whether the machine was heard in the last three minutes."),
    ("age", "pinka_node_reading_age_seconds", "Age of the newest reading."),
    ("disk_free", "pinka_node_disk_free_bytes", "Free bytes of the machine's first disk."),
    ("memory_available", "pinka_node_memory_available_bytes", "Memory available on the machine."),
)
BOT: tuple[tuple[str, str, str], ...] = (
    ("inbox_new", "pinka_inbox_messages", "Messages stored and not yet handled."),
    ("outbox_due", "pinka_outbox_messages", "Messages owed and not yet sent."),
    ("jobs_due", "pinka_jobs_overdue", "Jobs whose time has come and that have not fired."),
    ("bookings_running", "pinka_bookings_running", "Bookings that run now."),
)


@dataclass(frozen=True, slots=True)
class _Collector(Collector):
    measures: Measures

    def collect(self) -> Iterator[Any]:
        yield InfoMetricFamily("pinka_build", "The running version.", value={"version": __version__})
        for row in BOT:
            yield _family(row, (), [((), getattr(self.measures, row[0]))])
        for row in NODE:
            yield _family(row, ("pool", "node"), ((_node(one), getattr(one, row[0])) for one in self.measures.nodes))
        for row in CARD:
            labels = ("pool", "node", "gpu", "uuid", "name")
            yield _family(row, labels, ((_card(one), getattr(one, row[0])) for one in self.measures.cards))


def _node(one: NodeMeasures) -> tuple[str, ...]:
    return one.pool, one.node


def _card(one: CardMeasures) -> tuple[str, ...]:
    return one.pool, one.node, one.gpu, one.uuid, one.name


def _family(
    row: tuple[str, str, str], labels: Sequence[str], values: Iterable[tuple[Sequence[str], float | None]]
) -> GaugeMetricFamily:
    """One metric; what is unknown has no sample, never a zero."""
    family = GaugeMetricFamily(row[1], row[2], labels=labels)
    for label, value in values:
        if value is not None:
            family.add_metric(list(label), value)
    return family


def exposition(measures: Measures) -> bytes:
    """The text that Prometheus reads."""
    registry = CollectorRegistry()
    registry.register(_Collector(measures))
    return generate_latest(registry)


def is_local(request: web.Request) -> bool:
    """Whether the request was made on this machine and passed on by nobody."""
    passed_on = {"Forwarded", "X-Forwarded-For", "X-Real-IP"} & set(request.headers)
    return request.remote in ("127.0.0.1", "::1") and not passed_on


async def answer(house: House, request: web.Request) -> web.Response:
    """The answer to a scrape."""
    if not is_local(request):
        return web.Response(status=403, text="metrics are for this machine only\n")
    found = await house.database.read(measures, house.clock.now())
    return web.Response(body=exposition(found), headers={"Content-Type": CONTENT_TYPE})
