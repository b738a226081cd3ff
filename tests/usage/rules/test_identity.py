"""Which card is which, and whether a machine is still the same: a table of what rented boxes do."""

import pytest

from bot.usage.rules.identity import (
    GIB,
    Declared,
    Greeting,
    Pairing,
    Seen,
    Verdict,
    fits,
    judge,
    kind_of,
    memory_gb,
    pair,
)

PRODUCTS = [
    ("NVIDIA A100-SXM4-80GB", 85_899_345_920, "A100", 80),
    ("NVIDIA A100-SXM4-40GB", 42_949_672_960, "A100", 40),
    ("NVIDIA A100 80GB PCIe", 85_899_345_920, "A100", 80),
    ("NVIDIA A800-SXM4-80GB", 85_520_809_984, "A800", 80),
    ("NVIDIA H100 80GB HBM3", 85_520_809_984, "H100", 80),
    ("NVIDIA H20", 102_625_181_696, "H20", 96),
    ("NVIDIA H200", 150_754_820_096, "H200", 141),
    ("NVIDIA GeForce RTX 4090", 25_757_220_864, "4090", 24),
    ("NVIDIA GeForce RTX 4090 D", 25_757_220_864, "4090D", 24),
    ("NVIDIA GeForce RTX 4090", 51_527_024_640, "4090", 48),
    ("NVIDIA GeForce RTX 3080 Ti", 12_884_901_888, "3080TI", 12),
    ("NVIDIA RTX A6000", 51_527_024_640, "A6000", 48),
    ("NVIDIA RTX 6000 Ada Generation", 51_527_024_640, "6000", 48),
    ("NVIDIA L40S", 48_305_799_168, "L40S", 48),
    ("Tesla V100-SXM2-32GB", 34_359_738_368, "V100", 32),
    ("Tesla T4", 16_106_127_360, "T4", 16),
]


@pytest.mark.parametrize(("product", "memory", "kind", "size"), PRODUCTS)
def test_a_product_has_the_name_and_size_that_people_say(product: str, memory: int, kind: str, size: int) -> None:
    assert (kind_of(product), memory_gb(memory)) == (kind, size)
    assert fits(Declared(1, 0, kind, size), Seen("u", 0, product, memory))


STRANGERS = [
    ("A100", 80, "NVIDIA A800-SXM4-80GB", 80),
    ("A100", 80, "NVIDIA A100-SXM4-40GB", 40),
    ("A100", 80, "NVIDIA RTX A1000", 80),
    ("4090", 24, "NVIDIA GeForce RTX 4090", 48),
    ("H20", 96, "NVIDIA H200", 96),
    ("L40", 48, "NVIDIA L40S", 48),
]


@pytest.mark.parametrize(("kind", "size", "product", "gib"), STRANGERS)
def test_a_card_that_only_sounds_alike_is_another(kind: str, size: int, product: str, gib: int) -> None:
    assert not fits(Declared(1, 0, kind, size), Seen("u", 0, product, gib * GIB))


def test_what_cannot_be_read_is_no_reason_against_a_card() -> None:
    assert fits(Declared(1, 0, "A100", 80), Seen("u", 0, None, None))


def test_a_name_that_says_nothing_is_still_a_kind() -> None:
    assert (kind_of(None), kind_of("NVIDIA"), memory_gb(None)) == ("GPU", "GPU", 1)


def cards(*uuids: str | None, kind: str = "A100") -> list[Declared]:
    return [Declared(10 + at, at, kind, 80, uuid) for at, uuid in enumerate(uuids)]


def seen(*uuids: str, product: str = "NVIDIA A100-SXM4-80GB") -> list[Seen]:
    return [Seen(uuid, at, product, 80 * GIB) for at, uuid in enumerate(uuids)]


def numbers(found: Pairing) -> dict[str, list[tuple[int, str]]]:
    return {
        "bound": [(card.number, one.uuid) for card, one in found.bound],
        "replaced": [(card.number, one.uuid) for card, one in found.replaced],
        "extra": [(-1, one.uuid) for one in found.extra],
        "missing": [(card.number, "") for card in found.missing],
    }


def said(**parts: list[tuple[int, str]]) -> dict[str, list[tuple[int, str]]]:
    return {"bound": [], "replaced": [], "extra": [], "missing": [], **parts}


CASES = {
    "unbound cards take them in order": (cards(None, None), seen("a", "b"), said(bound=[(0, "a"), (1, "b")])),
    "bound cards keep theirs whatever the order": (cards("a", "b"), seen("b", "a"), said(bound=[(0, "a"), (1, "b")])),
    "one replaced": (cards("a", "b"), seen("a", "x"), said(bound=[(0, "a")], replaced=[(1, "x")])),
    "one gone": (cards("a", "b"), seen("a"), said(bound=[(0, "a")], missing=[(1, "")])),
    "one more": (cards("a"), seen("a", "x"), said(bound=[(0, "a")], extra=[(-1, "x")])),
    "none seen says nothing": (cards("a", "b"), [], said()),
    "a free place is taken before a replaced card is": (
        cards("a", None), seen("x"), said(bound=[(1, "x")], missing=[(0, "")]),
    ),
    "another kind replaces nothing": (
        cards("a", "b"), [*seen("a"), Seen("x", 1, "NVIDIA H200", 141 * GIB)],
        said(bound=[(0, "a")], extra=[(-1, "x")], missing=[(1, "")]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_cards_are_paired(case: str) -> None:
    have, there, expected = CASES[case]

    assert numbers(pair(have, there)) == expected


def test_mixed_cards_are_bound_by_kind() -> None:
    mixed = [Declared(1, 0, "A100", 80), Declared(2, 1, "4090", 24)]
    there = [Seen("g", 0, "NVIDIA GeForce RTX 4090", 24 * GIB), Seen("a", 1, "NVIDIA A100 80GB PCIe", 80 * GIB)]

    assert numbers(pair(mixed, there))["bound"] == [(0, "a"), (1, "g")]


def greeting(*uuids: str, machine: str = "boot") -> Greeting:
    return Greeting(machine, frozenset(uuids))


VERDICTS = [
    ("the same cards", ["a", "b"], greeting("a", "b"), None, [], Verdict.SAME),
    ("some of them", ["a", "b"], greeting("b", "x"), None, [], Verdict.SAME),
    ("none of them", ["a", "b"], greeting("x", "y"), None, [], Verdict.STRANGER),
    ("no card at all", ["a", "b"], greeting(), None, [], Verdict.SAME),
    ("nothing known yet", [], greeting("x"), None, [], Verdict.SAME),
    ("refused before", ["a"], greeting("x"), None, ["x"], Verdict.REFUSED),
    ("refused before, in another order", ["a"], greeting("y", "x"), None, ["x,y"], Verdict.REFUSED),
    ("the right one after a refusal", ["a"], greeting("a"), None, ["x"], Verdict.SAME),
    ("the same boot again", ["a"], greeting("a"), greeting("a"), [], Verdict.SAME),
    ("after a reboot", ["a"], greeting("a", machine="2"), greeting("a"), [], Verdict.SAME),
    ("a copy with other cards", [], greeting("x", machine="2"), greeting("a"), [], Verdict.STRANGER),
    ("a copy without cards", ["a"], greeting(machine="2"), greeting("a"), [], Verdict.STRANGER),
    ("the same boot without cards", ["a"], greeting(), greeting("a"), [], Verdict.SAME),
]


@pytest.mark.parametrize(("known", "hello", "other", "refused", "verdict"), [case[1:] for case in VERDICTS],
                         ids=[case[0] for case in VERDICTS])  # fmt: skip
def test_a_machine_is_judged(
    known: list[str], hello: Greeting, other: Greeting | None, refused: list[str], verdict: Verdict
) -> None:
    assert judge(known, hello, other, refused) is verdict
