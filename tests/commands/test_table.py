"""Every command is documented, in both languages, by examples that work."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.chat.registry import Command, Registry, Who
from bot.commands.all import build_registry
from bot.commands.table import command_table
from tests.saying import Lab

HERE = Path(__file__).parents[2]
REGISTRY = build_registry()
EXAMPLES = [
    (command.name, language, example)
    for command in REGISTRY
    for language in ("zh", "en")
    for example in command.examples[language]
]
UNDERSTOOD = {
    "book": {"booked"},
    "release": {"released", "no_such_booking"},
    "cancel": {"cancelled", "no_such_booking"},
    "extend": {"no_such_booking"},
    "again": {"no_such_booking"},
    "undo": {"nothing_to_undo"},
    "share": {"no_such_member"},
    "limits": {"limits"},
    "size": {"sized"},
    "uplink": {"uplink"},
    "free": {"free"},
    "week": {"week"},
    "my": {"my", "paper"},
    "status": {"status"},
    "who": {"status"},
    "split": {"split", "split_policy", "nothing_to_close"},
    "why": {"why", "no_such_line"},
    "bill": {"bill", "bill_added", "no_such_member", "no_such_line"},
    "price": {"price"},
    "rent": {"rent", "ask_rent_prices", "rent_advice"},
    "budget": {"budget"},
    "plan": {"plan"},
    "object": {"not_in_review"},
    "close": {"nothing_to_close"},
    "setup": {"pool_exists"},
    "pool": {"pool", "pool_declared"},
    "node": {"nodes", "no_door", "node_contact", "ask_node_remove"},
    "join": {"already_member"},
    "leave": {"last_owner"},
    "role": {"members", "no_such_member"},
    "remove": {"no_such_member"},
    "welcome": {"welcome", "connect_set"},
    "link": {"link_in_private", "unix_linked"},
    "pay": {"ask_pay", "no_such_member", "pay_confirm", "no_such_payment"},
    "settle": {"settle", "no_payer", "bill_settings"},
    "export": {"ask_export", "nothing_to_close", "no_such_fund", "import_refused"},
    "fund": {"funds", "no_such_fund"},
    "collect": {"collect", "no_collection"},
    "payee": {"payee_code"},
    "code": {"code_in_private", "box_code_revoked"},
    "receipt": {"no_such_line"},
    "gpu": {"gpu"},
    "health": {"health"},
    "live": {"live_set"},
    "outage": {"outage_set", "outages"},
    "digest": {"digest", "digest_set"},
    "lang": {"lang"},
    "tz": {"zone", "unchanged"},
    "quiet": {"quiet"},
    "here": {"here"},
    "help": {"help"},
}
"""How its own examples are answered in a pool with cards and without bookings."""


@pytest.mark.parametrize("command", list(REGISTRY), ids=lambda command: command.name)
def test_a_command_has_names_help_and_examples_in_both_languages(command: Command) -> None:
    assert command.name.isascii()
    assert command.zh and not any(name.isascii() for name in command.zh)
    for language in ("zh", "en"):
        assert command.help[language].strip() and command.examples[language]
        assert not any("一" <= letter <= "鿿" for letter in "".join(command.examples["en"]) + command.help["en"])
    assert command.examples["zh"][0].startswith("/")


@pytest.mark.parametrize(("name", "language", "example"), EXAMPLES)
def test_an_example_is_understood_by_its_own_command(lab: Lab, name: str, language: str, example: str) -> None:
    assert lab.say(example).code in UNDERSTOOD[name]


def test_an_english_example_is_not_answered_in_chinese_to_an_english_reader(lab: Lab) -> None:
    for _, language, example in EXAMPLES:
        if language == "en":
            (said,) = lab.deliver(example, "alice", language="en")
            assert not any("一" <= letter <= "鿿" for letter in said.text), example


@pytest.mark.parametrize(("page", "language"), [("README.md", "en"), ("README.zh.md", "zh")])
def test_the_readme_lists_the_commands_as_they_are_declared(page: str, language: str) -> None:
    written = (HERE / page).read_text().partition("<!-- commands -->")[2].partition("<!-- /commands -->")[0]
    assert written.strip() == command_table(REGISTRY, language)


def test_a_bar_in_an_example_does_not_break_the_table() -> None:
    registry = Registry()
    texts = {"zh": "a|b", "en": "a|b"}
    registry.add([Command("x", ("叉",), texts, {"zh": ("/x",), "en": ("/x",)}, Who.ANYONE, None)])
    rows = command_table(registry, "zh").split("\n")
    assert rows[2] == r"| `/x` | 叉 | a\|b | `/x` |"


def test_a_name_taken_twice_is_refused_when_it_is_declared() -> None:
    def commands() -> Iterator[Command]:
        for name in ("x", "y"):
            yield Command(name, ("叉",), {}, {}, Who.ANYONE, None)

    with pytest.raises(ValueError, match="叉"):
        Registry().add(commands())
