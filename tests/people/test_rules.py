"""Names in a group and what a role may do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.registry import Who
from bot.people.rules import distinct_name, may
from storage.words import Role

NAMES = st.text(alphabet="张伟 (23)", min_size=1, max_size=8)


@given(NAMES, st.lists(NAMES))
def test_a_new_name_is_none_of_those_taken_and_begins_as_it_was_given(name: str, taken: list[str]) -> None:
    found = distinct_name(name, taken)
    assert found not in taken
    assert found.startswith(name)


def test_a_free_name_stays_as_it_is() -> None:
    assert distinct_name("张伟", ["李雷"]) == "张伟"
    assert distinct_name("张伟", ["张伟", "张伟 (3)"]) == "张伟 (2)"


@pytest.mark.parametrize(
    ("role", "least"),
    [
        (None, Who.ANYONE),
        (Role.GUEST, Who.GUEST),
        (Role.MEMBER, Who.MEMBER),
        (Role.TREASURER, Who.MEMBER),
        (Role.OWNER, Who.OWNER),
    ],
)
def test_a_role_may_do_its_own_level_and_all_below_it(role: Role | None, least: Who) -> None:
    assert [who for who in Who if may(role, int(who))] == [who for who in Who if who <= least]
