"""Reads questions about sizing as students type them: what is asked, and every fact that the text says.

Standard library only. It knows no catalogue: names of models and cards come in as a `Vocabulary`.
"""

from .asking import is_asked
from .question import Question, Vocabulary
from .reader import read_question

__all__ = ["Question", "Vocabulary", "is_asked", "read_question"]
