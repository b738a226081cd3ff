"""A question that may never be answered (a network disk, a stuck driver), asked without waiting for ever."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Patience(Generic[T]):
    """Asks in a daemon thread; while one question is open no second one is asked behind it."""

    def __init__(self, question: Callable[[], T], name: str) -> None:
        self._question = question
        self._name = name
        self._asking: threading.Thread | None = None
        self._answer: list[T] = []

    def ask(self, seconds: float) -> T | None:
        """The answer, or None when there was none in time; a late one serves the next who asks.

        Whatever the question raises counts as no answer.
        """
        if not self._answer and (self._asking is None or not self._asking.is_alive()):
            self._asking = threading.Thread(target=self._ask, name=self._name, daemon=True)
            self._asking.start()
        if self._asking is not None:
            self._asking.join(seconds)
        return self._answer.pop() if self._answer else None

    def _ask(self) -> None:
        self._answer = [self._question()]
