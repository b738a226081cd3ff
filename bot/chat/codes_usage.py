"""The codes and labels of the machine and what its agent says: the same contract as `bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

CODES: Mapping[str, Code] = {}

LABELS: Mapping[str, tuple[str, ...]] = {}
