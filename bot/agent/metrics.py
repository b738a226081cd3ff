"""The latest look as Prometheus reads it. Only where the agent was told to open its port; needs `pinka[metrics]`."""

from collections.abc import Iterable

from bot import __version__
from bot.agent.throttle import ABNORMAL
from bot.wire.sample import CardReading, Sample

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

CARD: tuple[tuple[str, str], ...] = (
    ("pinka_gpu_up", "Whether the card could be read (1) or not (0)."),
    ("pinka_gpu_processes", "Compute processes on the card."),
    ("pinka_gpu_utilization_ratio", "Share of time with a kernel running, 0 to 1."),
    ("pinka_gpu_memory_used_bytes", "Memory used, reserved memory left out."),
    ("pinka_gpu_memory_total_bytes", "Memory of the card."),
    ("pinka_gpu_temperature_celsius", "Temperature of the card."),
    ("pinka_gpu_power_watts", "Power drawn."),
    ("pinka_gpu_power_limit_watts", "Power limit in force."),
    ("pinka_gpu_ecc_uncorrected_errors", "Uncorrected memory errors since the driver was loaded."),
    ("pinka_gpu_throttled", "Whether heat, power brake or hardware slowdown holds the clocks down."),
)


def exposition(sample: Sample) -> bytes:
    """The text. What is unknown has no sample, never a zero. Raises ModuleNotFoundError without the library."""
    from prometheus_client import CollectorRegistry, generate_latest
    from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily, Metric
    from prometheus_client.registry import Collector

    class Look(Collector):
        def collect(self) -> Iterable[Metric]:
            yield InfoMetricFamily("pinka_agent", "The running agent.", value={"version": __version__})
            age = GaugeMetricFamily("pinka_agent_reading_age_seconds", "Age of the reading.", value=sample.age_s)
            yield age
            figures = [(card, _figures(card)) for card in sample.gpus]
            for name, about in CARD:
                family = GaugeMetricFamily(name, about, labels=("gpu", "uuid", "name"))
                for card, values in figures:
                    value = values[name]
                    if value is not None:
                        family.add_metric((str(card.index), card.uuid or "", card.name or ""), value)
                yield family

    registry = CollectorRegistry()
    registry.register(Look())
    return generate_latest(registry)


def _figures(card: CardReading) -> dict[str, float | None]:
    mask = card.throttle_mask
    return {
        "pinka_gpu_up": float(card.state == "ok"),
        "pinka_gpu_processes": None if card.processes is None else len(card.processes),
        "pinka_gpu_utilization_ratio": None if card.util is None else card.util / 100,
        "pinka_gpu_memory_used_bytes": card.memory_used,
        "pinka_gpu_memory_total_bytes": card.memory_total,
        "pinka_gpu_temperature_celsius": card.temperature_c,
        "pinka_gpu_power_watts": card.power_w,
        "pinka_gpu_power_limit_watts": card.power_limit_w,
        "pinka_gpu_ecc_uncorrected_errors": card.ecc_uncorrected,
        "pinka_gpu_throttled": None if mask is None else float(bool(mask & ABNORMAL)),
    }
