"""English texts about sizing questions."""

from bot.language.texts.shape import Label, Text

TEXTS: dict[str, Text] = {}

LABELS: dict[str, Label] = {}
