"""The names of models and cards that a question about sizing may use. No store, no chat: a command line can ask."""

from functools import cache

from bot.language.reading.sizing import Vocabulary
from bot.sizing.services.lookup import names


@cache
def vocabulary() -> Vocabulary:
    """The catalogue's names, read once."""
    models, cards = names()
    return Vocabulary.of(models, cards)
