"""Chinese texts about costs, payments and the month's bill."""

from bot.language.texts.shape import Label, Text

TEXTS: dict[str, Text] = {}

LABELS: dict[str, Label] = {}
