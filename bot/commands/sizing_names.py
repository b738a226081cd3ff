"""The names of models and cards that a question about sizing may use. No store, no chat: a command line can ask."""

import re
from functools import cache
from typing import Any

from bot.errors import Refusal
from bot.language.reading.sizing import Question, Vocabulary
from bot.sizing.services.lookup import names


@cache
def vocabulary() -> Vocabulary:
    """The catalogue's names, read once."""
    models, cards = names()
    return Vocabulary.of(models, cards)


_ALIGNED = re.compile(r"(?<![a-z_/-])(ppo|rlhf|grpo|rloo|dpo|ipo|kto)(?![a-z])", re.IGNORECASE)
"""Not as part of a model's name, as in zephyr-7b-dpo."""
_SAME = {"rlhf": "ppo", "rloo": "grpo", "ipo": "dpo", "kto": "dpo"}
_NOTHING = re.compile(r"(?<![\d.a-z])0+(?:\.0+)?\s*b(?![a-z\d])", re.IGNORECASE)
MOST_PARAMS = 20 * 10**12


def refuse_nothing(text: str) -> None:
    """Raises `size_bad` for a text about a network of 0B."""
    if _NOTHING.search(text):
        raise Refusal("size_bad", field="params", value=0, least=10**6, most=MOST_PARAMS)


_TRAINS = re.compile(r"训|微调|精调|调参|炼|fine-?\s?tun|finetun|\bsft\b|\bft\b|train", re.IGNORECASE)
_DISK = re.compile(r"硬盘|磁盘|存储空间|\bdisk\b|\bssd\b", re.IGNORECASE)
_ON_CARD = re.compile(r"显存|内存|vram|gpu memory|offload|卸", re.IGNORECASE)
OF_MEMORY = ("memory_needed", "fits")


def told(question: Question, text: str) -> dict[str, Any]:
    """What a question says; beside it `aligned`, where the text names training by preferences (ppo, grpo or dpo), and
    `trains`, where a 16-bit network is named without a method and a word says that it is trained; `disk`, where what
    is to be held is a checkpoint on disk."""
    said, found = question.said(), _ALIGNED.search(text)
    if question.method is None and question.precision == "fp16" and _TRAINS.search(text):
        said["trains"] = True
    if question.asked in OF_MEMORY and _DISK.search(text) and not _ON_CARD.search(text):
        said["disk"] = True
    if found is not None and question.method != "inference":
        name = found[1].lower()
        said["aligned"] = _SAME.get(name, name)
    return said
