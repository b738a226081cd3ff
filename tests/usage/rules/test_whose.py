"""Whose process it is: the ladder after the agent's evidence."""

from bot.usage.rules.looks import Resident, working
from bot.usage.rules.whose import Accounts, Whose, whose
from storage.words import Grade

ACCOUNTS = Accounts(linked={"zhangwei": 1, "li": 9}, marked={"li": 2})


def resident(user: str | None, evidence: str | None, grade: str = "certain") -> Resident:
    return Resident("100:5", user, grade, evidence)


def test_a_linked_account_is_its_member_with_the_agents_grade() -> None:
    assert whose(resident("zhangwei", "uid"), ACCOUNTS, []) == Whose(1, "zhangwei", Grade.CERTAIN, "uid")


def test_the_name_of_the_export_line_is_the_member_it_was_given_to() -> None:
    assert whose(resident("li", "PINKA_USER", "likely"), ACCOUNTS, [5]).member_id == 2
    assert whose(resident("li", "uid"), ACCOUNTS, [5]).member_id == 9


def test_an_account_that_nobody_linked_is_presumed_to_be_the_only_holders() -> None:
    assert whose(resident("root", "uid"), ACCOUNTS, [5]) == Whose(5, "root", Grade.PRESUMED, "only_holder")
    assert whose(resident(None, None), ACCOUNTS, [5]) == Whose(5, None, Grade.PRESUMED, "only_holder")


def test_with_two_holders_or_none_nobody_is_accused() -> None:
    for holders in ([], [5, 6]):
        assert whose(resident("root", "uid"), ACCOUNTS, holders) == Whose(None, "root", Grade.UNKNOWN, "uid")


def test_the_desktop_and_the_driver_do_not_use_a_card() -> None:
    train, xorg = Resident("1:1", None, "unknown", None, "python"), Resident("2:1", None, "unknown", None, "Xorg")
    assert working((train, xorg)) == (train,)
