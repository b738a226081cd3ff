"""Who is meant by a name, an account, or the first words of a text."""

from hypothesis import given
from hypothesis import strategies as st

from bot.people.rules_naming import Known, found, found_at_start, same

KNOWN = [
    Known(1, "小李", "小李", ("li_lei",)),
    Known(2, "张伟", "张伟"),
    Known(3, "张伟 (2)", "张伟", ("zw",)),
    Known(4, "Li Lei", "Li Lei"),
    Known(5, "王芳", "Fang Wang"),
]
NAMES = st.text(min_size=1, max_size=10).filter(lambda name: same(name.strip(" ,，:：;；、")) != "")


def test_a_name_finds_its_member_whatever_its_case_width_and_blanks() -> None:
    assert found(KNOWN, "小李") == [1]
    assert found(KNOWN, "  ＬＩ　ＬＥＩ ，") == [4]


def test_a_shared_name_finds_both_and_the_number_one_of_them() -> None:
    assert found(KNOWN, "张伟") == [2, 3]
    assert found(KNOWN, "张伟 (2)") == found(KNOWN, "张伟（2）") == found(KNOWN, "张伟(2)") == [3]


def test_an_account_is_stronger_than_a_name_and_a_name_works_behind_an_at_too() -> None:
    assert found([*KNOWN, Known(6, "zw", "zw")], "@ZW") == [3]
    assert found([*KNOWN, Known(6, "zw", "zw")], "zw") == [6]
    assert found(KNOWN, "@小李") == [1]
    assert found(KNOWN, "@li_lei") == [1]


def test_the_name_of_the_account_works_where_the_group_says_another() -> None:
    assert found(KNOWN, "fang wang") == [5]


def test_nobody_is_found_by_nothing_or_a_part_of_a_name() -> None:
    for text in ("", " ", "@", "，", "小", "张", "Li", "张伟 (3)", "小李子"):
        assert found(KNOWN, text) == []


def test_the_longest_name_at_the_start_wins_and_the_rest_is_kept() -> None:
    assert found_at_start(KNOWN, "Li Lei graduated, sadly") == ([4], "graduated, sadly")
    assert found_at_start(KNOWN, "张伟 (2) 管账") == ([3], "管账")
    assert found_at_start(KNOWN, "@zw：毕业了") == ([3], "毕业了")
    assert found_at_start(KNOWN, "小李") == ([1], "")
    assert found_at_start(KNOWN, "没有人 管账") == ([], "没有人 管账")


@given(NAMES, st.lists(NAMES, max_size=4))
def test_whoever_is_typed_as_they_are_shown_is_found(name: str, others: list[str]) -> None:
    known = [Known(number, one, one) for number, one in enumerate([name, *others])]
    assert 0 in found(known, name)


@given(st.text(max_size=60))
def test_any_text_finds_somebody_or_nobody(text: str) -> None:
    named, rest = found_at_start(KNOWN, text)
    assert set(named) <= {1, 2, 3, 4, 5}
    assert rest in text
