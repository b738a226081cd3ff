"""English texts about the machine and what its agent says."""

from bot.language.texts.shape import Label, Text

TEXTS: dict[str, Text] = {}

LABELS: dict[str, Label] = {}
