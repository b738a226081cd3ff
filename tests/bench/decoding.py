"""How many raw updates a second become neutral messages, through the library's own decoding, without a network."""

import time
import warnings
from statistics import median
from typing import Any

from telegram import Update

from bot.telegram.inbound import read
from tests.bench.figures import Figure
from tests.bench.lab import GROUP, ME, NOW, update

TEXTS = ("/book 2xA100 6h", "/my", "订 2张A100 明晚8点 6小时", "/release 42", "今天谁请客")


def updates(number: int) -> list[dict[str, Any]]:
    """Group messages and, every fifth, a press."""
    found = []
    for at in range(1, number + 1):
        raw = update(at, TEXTS[at % len(TEXTS)], 7 + at % 8, NOW)
        if at % 5 == 0:
            message = raw.pop("message")
            card = {**message, "from": {"id": ME.id, "is_bot": True, "first_name": "Pinka", "username": ME.username}}
            query = {"id": str(at), "from": message["from"], "chat_instance": "1", "data": "42.0.abcdefghij"}
            raw["callback_query"] = {**query, "message": card}
        found.append(raw)
    return found


def measure(number: int) -> list[Figure]:
    assert GROUP < 0
    raws = updates(number)

    def ours() -> None:
        for raw in raws:
            assert read(raw, ME, NOW) is not None or "请客" in raw["message"]["text"]

    def library() -> None:
        for raw in raws:
            assert Update.de_json(raw, None).update_id

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            Figure("updates read by inbound.read (the library's decoding, pruned)", number / _best(ours), "/s"),
            Figure("updates decoded whole by Update.de_json", number / _best(library), "/s"),
        ]


def _best(work: Any) -> float:
    took = []
    for _ in range(5):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return median(took)
