"""A line that cannot be read is told why in words, never by the bare name of the reason."""

import re
from pathlib import Path

import pytest

from bot.language.texts.en import core as en
from bot.language.texts.zh import core as zh

CONSOLE = Path(__file__).parents[2] / "bot" / "console"
SOURCE = "".join((CONSOLE / name).read_text("utf-8") for name in ("lines.py", "jsonl.py"))
REASONS = [one.replace("{name}", "chat") for one in re.findall(r'BadLine\(f?"([^"]+)"', SOURCE)]


def test_the_reasons_are_found() -> None:
    assert len(REASONS) >= 11


@pytest.mark.parametrize("reason", [*REASONS, "at_out_of_range", "at_without_zone"])
def test_every_reason_has_words_in_both_languages(reason: str) -> None:
    for core in (zh, en):
        words = core._line(reason)
        assert words != reason and "_" not in words
