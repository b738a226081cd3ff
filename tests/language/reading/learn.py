"""Learns `guess_weights.csv` from the sentences in tests/data: `python -m tests.language.reading.learn`.

An averaged perceptron with a margin, always with the same result. With `--held 5` it learns five times without a fifth
of the sentences and says how many of those it then takes for what they are.
"""

import csv
import json
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from importlib.resources import files
from math import sqrt
from pathlib import Path

from bot.language.reading import loose_en, loose_pool, loose_zh
from bot.language.reading.guess import evidence
from bot.language.reading.sentence import read_sentence
from bot.language.reading.weights import NOTHING, UNITS

DATA = Path(__file__).parents[2] / "data"
KINDS = {"a100": "A100"}
PASSES, MARGIN, SEEN = 12, 0.5, 2
"""SEEN: words that stand in fewer sentences are not kept."""
SIZING_EVERY, BOOKINGS_EVERY = 8, 2
"""Of questions about sizing, which are heard before, and of bookings one in so many is taken."""
OF_A_BAG = 8
"""Sentences made of the words of each bag, so that what the rules know is known here too."""
Example = tuple[str, frozenset[str]]


def examples(*, without: tuple[str, ...] = ()) -> list[Example]:
    """Every sentence with its command. Bookings are one too, and sizing questions none of these."""
    found: dict[str, str] = {}
    for file in sorted(DATA.glob("*.jsonl")):
        for at, line in enumerate(file.read_text("utf-8").splitlines()):
            case = json.loads(line)
            if "sizing" in file.name and at % SIZING_EVERY == 0:
                found.setdefault(case["question"], NOTHING)
            elif file.name.startswith("commands") and file.name not in without:
                found[case["text"]] = case["command"] or NOTHING
            elif case.get("outcome") in ("ok", "ask_duration", "ask_time") and at % BOOKINGS_EVERY == 0:
                found.setdefault(case["text"], "book")
    said = [
        (command, frozenset(evidence(read_sentence(text, KINDS).shape)))
        for text, command in sorted(found.items())
        if len(text) <= 80
    ]
    return said + list(_made())


def _made() -> Iterator[Example]:
    """A word of each that is needed, and now and then one that is allowed, in any order."""
    dice = random.Random(2)
    for bag in (*loose_zh.BAGS, *loose_en.BAGS, *loose_pool.BAGS):
        for _ in range(OF_A_BAG):
            words = [dice.choice(sorted(need)) for need in bag.needs]
            words += dice.sample(sorted(bag.allows), min(2, len(bag.allows)))
            dice.shuffle(words)
            between = " " if all(word.isascii() for word in words) else ""
            command = "extend" if bag.command == "shorten" else bag.command
            yield command, frozenset(evidence(between.join(words)))


def learned(given: list[Example]) -> tuple[list[str], dict[str, dict[str, float]]]:
    """The kinds of commands, and what each word speaks for which of them."""
    often = Counter(one for _, said in given for one in said)
    rows = [(command, sorted(one for one in said if often[one] >= SEEN)) for command, said in given]
    kinds = sorted({command for command, _ in rows})
    now: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    dice, step = random.Random(0), 1
    for _ in range(PASSES):
        dice.shuffle(rows)
        for command, said in rows:
            share = 1 / sqrt(len(said) or 1)
            scores = dict.fromkeys(kinds, 0.0)
            for one in said:
                for kind, weight in now[one].items():
                    scores[kind] += weight * share
            rival = max((kind for kind in kinds if kind != command), key=lambda kind: scores[kind])
            if scores[command] - scores[rival] < MARGIN:
                for one in said:
                    for kind, by in ((command, share), (rival, -share)):
                        now[one][kind] += by
                        sums[one][kind] += by * step
            step += 1
    return kinds, {
        one: {kind: weight - sums[one][kind] / step for kind, weight in of.items()} for one, of in now.items() if of
    }


def taken_for(kinds: list[str], weights: dict[str, dict[str, float]], said: frozenset[str]) -> str:
    known = [weights[one] for one in sorted(said) if one in weights]
    return max(kinds, key=lambda kind: sum(row.get(kind, 0.0) for row in known))


def held_out(parts: int) -> None:
    given = examples()
    random.Random(1).shuffle(given)
    right, wrong = 0, Counter[tuple[str, str]]()
    for part in range(parts):
        kinds, weights = learned([one for at, one in enumerate(given) if at % parts != part])
        for command, said in given[part::parts]:
            got = taken_for(kinds, weights, said)
            right += got == command
            wrong[command, got] += got != command
    print(f"{right} of {len(given)}; most often taken for another:", wrong.most_common(12))


def main() -> None:
    if "--held" in sys.argv:
        held_out(int(sys.argv[sys.argv.index("--held") + 1]))
        return
    kinds, weights = learned(examples())
    path = Path(str(files("bot.language.reading") / "guess_weights.csv"))
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["word", *kinds])
        for one in sorted(weights):
            row = [round(weights[one].get(kind, 0.0) * UNITS) for kind in kinds]
            if any(row):
                out.writerow([one, *(weight or "" for weight in row)])


if __name__ == "__main__":
    main()
