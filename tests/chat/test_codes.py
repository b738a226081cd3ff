"""The table of codes is the contract: whatever is raised, said or worded anywhere is in it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.chat.codes import CODES, LABELS, code_table
from bot.language.texts import LABELS as WORDED_LABELS
from bot.language.texts import TEXTS

HERE = Path(__file__).parents[2]
ROOMS = [path for path in sorted((HERE / "bot").rglob("*.py")) if "texts" not in path.parts]
SAYS = {"Reply": 0, "Refusal": 0, "Notice": 2, "say_unowed": 1, "word": 0}
"""What carries a code, and which of its arguments that is."""


def calls(tree: ast.AST, names: set[str]) -> Iterator[tuple[str, ast.Call]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            if name in names:
                yield name, node


def literal(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return [*literal(node.body), *literal(node.orelse)]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def codes_in(path: Path) -> set[str]:
    found = set()
    for name, call in calls(ast.parse(path.read_text()), set(SAYS)):
        for keyword in call.keywords:
            if keyword.arg == "code":
                found.update(literal(keyword.value))
        if len(call.args) > SAYS[name]:
            found.update(literal(call.args[SAYS[name]]))
    return found


def labels_in(path: Path) -> set[str]:
    return {
        label
        for _, call in calls(ast.parse(path.read_text()), {"Choice"})
        if call.args
        for label in literal(call.args[0])
    }


def words_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text())
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("path", ROOMS, ids=lambda path: str(path.relative_to(HERE)))
def test_every_code_and_label_that_is_used_is_in_the_table(path: Path) -> None:
    assert codes_in(path) <= set(CODES)
    assert labels_in(path) <= set(LABELS)


def test_the_walk_sees_the_codes() -> None:
    seen = set().union(*map(codes_in, ROOMS))
    assert {"taken", "booked", "stale_button", "wrong_code", "hello", "late_command"} <= seen
    assert {"more", "window", "hours", "join.agree"} <= set().union(*map(labels_in, ROOMS))


def test_the_table_names_nothing_that_is_never_said() -> None:
    words = set().union(*(words_in(path) for path in ROOMS if not path.name.startswith("codes")))
    built = {f"offer.{kind}" for kind in ("earliest", "fewer", "shorter")}
    built |= {f"{verb}_cards" for verb in ("release", "cancel")}
    assert not [name for name in (*CODES, *LABELS) if name not in words | built]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_every_code_and_label_has_its_words_and_nothing_else_has(language: str) -> None:
    assert set(TEXTS[language]) == {name for name, code in CODES.items() if code.said}
    assert set(WORDED_LABELS[language]) == set(LABELS)


def test_no_room_words_what_another_words_too() -> None:
    for language in ("zh", "en"):
        rooms = [path for path in (HERE / "bot/language/texts" / language).glob("*.py") if "TEXTS" in path.read_text()]
        keys = [key for path in rooms for key in _keys(path)]
        assert sorted(keys) == sorted(set(keys))


def _keys(path: Path) -> list[str]:
    """The codes that one file of texts words."""
    for node in ast.parse(path.read_text()).body:
        if isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "TEXTS":
            assert isinstance(node.value, ast.Dict)
            return [key.value for key in node.value.keys if isinstance(key, ast.Constant)]
    raise AssertionError(f"{path} words nothing")


def test_a_fact_is_declared_once() -> None:
    for name, code in CODES.items():
        facts = (*code.facts, *code.maybe)
        assert len(facts) == len(set(facts)), name


def test_contributing_lists_every_code_as_the_table_does() -> None:
    page = (HERE / "CONTRIBUTING.md").read_text()
    between = page.partition("<!-- codes -->")[2].partition("<!-- /codes -->")[0]
    assert between.strip() == code_table()
