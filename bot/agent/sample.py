"""Takes one look at this machine: opens NVML, reads what there is, closes it. No driver is an answer too."""

from datetime import UTC, datetime
from types import ModuleType

from bot.agent.cards import read_cards
from bot.agent.host import read_host
from bot.agent.library import OK, Unread, ask, opened
from bot.wire.sample import CardReading, Sample


def take_sample(at: datetime) -> Sample:
    """The look, dated `at` (an aware time)."""
    moment = at.astimezone(UTC).isoformat(timespec="seconds")
    with opened() as library:
        if library.nvml is None:
            missing = {"driver": library.state}
            return Sample(moment, library.state, None, (), read_host(), library.reason, missing)
        driver, missing = _driver(library.nvml)
        state, reason, gpus = _cards(library.nvml)
    return Sample(moment, state, driver, gpus, read_host(), reason, missing)


def _driver(nvml: ModuleType) -> tuple[str | None, dict[str, str]]:
    try:
        return str(ask(nvml, nvml.nvmlSystemGetDriverVersion)), {}
    except Unread as fault:
        return None, {"driver": fault.reason}


def _cards(nvml: ModuleType) -> tuple[str, str | None, tuple[CardReading, ...]]:
    try:
        cards = read_cards(nvml)
    except Unread as fault:
        return "error", fault.reason, ()
    return (OK, None, cards) if cards else ("no_cards", "NVML lists no card", ())
