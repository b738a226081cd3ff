"""Learns `weights.csv` of the sizing reader from the questions in tests/data: `python -m tests.sizing.questions.learn`.

One support vector machine for each kind of question, by dual coordinate descent (Hsieh et al., ICML 2008, algorithm 1),
without any library and always with the same result. With `--held 5` it learns five times without a fifth of the
questions and says how many of those it then reads right.
"""

import csv
import json
import random
import sys
from collections import Counter
from importlib.resources import files
from math import sqrt
from pathlib import Path

from bot.commands.sizing_names import vocabulary
from bot.language.reading.sizing import is_asked
from bot.language.reading.sizing.asking import GIVEN_MOST
from bot.language.reading.sizing.scan import simplified
from bot.language.reading.sizing.stated import read_facts
from bot.language.reading.sizing.weighing import FACT_WEIGHT, KINDS, evidence
from bot.language.reading.weights import NOTHING, UNITS

DATA = Path(__file__).parents[2] / "data"
COST = 2.0
PASSES = 40
SEEN = 3
"""Words that stand in fewer questions are not kept."""
LEAST = 3
"""Weights below it, of either sign, are not kept: together they decide nothing."""
ORDERS_EVERY = 12
"""Of bookings and commands, which ask nothing about size, one in so many is taken, and all that sound like asking."""

Example = tuple[str, set[str], set[str]]


def questions() -> list[tuple[str, str]]:
    """Every text with what it asks."""
    cases = [
        json.loads(line)
        for name in ("sizing_questions.jsonl", "sizing_more.jsonl")
        for line in (DATA / name).read_text("utf-8").splitlines()
    ]
    asked = [(case["question"], case["interpretation"]["asked"] or NOTHING) for case in cases]
    orders = [
        str(json.loads(line).get("text") or "")
        for file in sorted(DATA.glob("*.jsonl"))
        if "sizing" not in file.name
        for line in file.read_text("utf-8").splitlines()
    ]
    taken = [text for at, text in enumerate(sorted(set(orders))) if at % ORDERS_EVERY == 0 or is_asked(text)]
    return asked + [(text, NOTHING) for text in taken]


def example(text: str, asked: str) -> Example:
    whole = simplified(text)
    facts, cards = read_facts(whole, vocabulary(), None, None)
    plain = GIVEN_MOST.sub(lambda found: " " * len(found[0]), whole)
    return (asked, *evidence(plain, facts, [(card.start, card.end) for card in cards]))


def learned(examples: list[Example]) -> dict[str, list[float]]:
    """The weight of each word, fact and cue for each kind of question."""
    often = Counter(one for _, said, understood in examples for one in (*said, *understood))
    names = sorted(one for one, times in often.items() if times >= SEEN)
    place = {name: at for at, name in enumerate(names)}
    rows = [_row(said, understood, place) for _, said, understood in examples]
    columns = [_machine(rows, [1 if asked == kind else -1 for asked, *_ in examples], len(names)) for kind in KINDS]
    return {name: [column[at] for column in columns] for name, at in place.items()}


def _row(said: set[str], understood: set[str], place: dict[str, int]) -> list[tuple[int, float]]:
    words = sorted(place[one] for one in said if one in place)
    share = 1 / sqrt(len(words) or 1)
    return [(at, share) for at in words] + sorted((place[one], FACT_WEIGHT) for one in understood if one in place)


def _machine(rows: list[list[tuple[int, float]]], signs: list[int], size: int) -> list[float]:
    weights, dual = [0.0] * size, [0.0] * len(rows)
    squares = [sum(value * value for _, value in row) + 1 / (2 * COST) for row in rows]
    order, dice = list(range(len(rows))), random.Random(0)
    for _ in range(PASSES):
        dice.shuffle(order)
        moved = 0.0
        for at in order:
            sign, mine = signs[at], dual[at]
            slope = sign * sum(weights[i] * value for i, value in rows[at]) - 1 + mine / (2 * COST)
            if mine == 0 and slope >= 0:
                continue
            new = max(mine - slope / squares[at], 0.0)
            step = (new - mine) * sign
            moved = max(moved, abs(step))
            dual[at] = new
            for i, value in rows[at]:
                weights[i] += step * value
        if moved < 0.01:
            break
    return weights


def _write(weights: dict[str, list[float]]) -> None:
    target = files("bot.language.reading.sizing") / "weights.csv"
    with Path(str(target)).open("w", encoding="utf-8", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("evidence", *KINDS))
        for name, row in weights.items():
            kept = [round(weight * UNITS) for weight in row]
            if max(map(abs, kept)) >= LEAST:
                writer.writerow((name, *(weight if abs(weight) >= LEAST else "" for weight in kept)))


def _held(examples: list[Example], parts: int) -> None:
    right, wrong = 0, []
    for part in range(parts):
        weights = learned([one for at, one in enumerate(examples) if at % parts != part])
        for asked, said, understood in examples[part::parts]:
            best = _best(weights, said, understood)
            right += best == asked
            if best != asked:
                wrong.append((asked, best))
    print(f"{right} of {len(examples)} right; mostly mistaken: {Counter(wrong).most_common(8)}")


def _best(weights: dict[str, list[float]], said: set[str], understood: set[str]) -> str:
    known = [weights[one] for one in said if one in weights]
    share = 1 / sqrt(len(known) or 1)
    facts = [weights[one] for one in understood if one in weights]
    sums = [
        share * sum(row[at] for row in known) + FACT_WEIGHT * sum(row[at] for row in facts) for at in range(len(KINDS))
    ]
    return KINDS[max(range(len(KINDS)), key=sums.__getitem__)]


def main() -> None:
    examples = [example(*one) for one in questions()]
    if "--held" in sys.argv:
        _held(examples, int(sys.argv[sys.argv.index("--held") + 1]))
    else:
        _write(learned(examples))


if __name__ == "__main__":
    main()
