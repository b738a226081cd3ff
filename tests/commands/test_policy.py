"""`/split policy`: from the next month on, or at once when everybody agreed by button."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.billing.prepared import copied, kept, three_people
from tests.saying import Lab


@pytest.fixture(scope="module")
def file(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return kept(sqlite_template, tmp_path_factory.mktemp("kept"), three_people)


@pytest.fixture
def lab(file: Path, tmp_path: Path) -> Iterator[Lab]:
    with copied(file, tmp_path) as one:
        yield one


def test_a_policy_acts_from_the_next_month_on(lab: Lab) -> None:
    chosen = lab.say("/split policy 平摊")
    assert (chosen.data["policy"], chosen.data["next"]["policy"]) == ({"name": "charged"}, {"name": "equal"})
    assert chosen.data["start"] == "2027-01-01T00:00:00+08:00"
    assert chosen.data["missing"] == ["bob", "carol"]
    lab.at("2026-12-31T23:59:59+08:00")
    assert lab.say("/split").data["policy"] == {"name": "charged"}
    lab.at("2027-01-01T00:00:00+08:00")
    assert lab.say("/split policy").data["policy"] == {"name": "equal"}


def test_when_all_members_agree_it_acts_at_once_and_splits_the_month_there(lab: Lab) -> None:
    lab.say("/price 租 31000 每月")
    lab.say("/book 1 1h", "bob")
    lab.at("2026-12-16T00:00:00+08:00")
    chosen = lab.say("/split policy equal")
    assert lab.press(chosen.token("同意"), "bob").data["missing"] == ["carol"]
    assert lab.press(chosen.token("同意"), "bob").data["missing"] == ["carol"]  # twice is once
    done = lab.press(chosen.token("同意"), "carol")
    assert (done.data["policy"], done.data["next"]) == ({"name": "equal"}, None)
    lab.at("2027-01-01T00:00:00+08:00")
    # 15 days by card-hours, all of them bob's; 16 days in equal parts
    assert {one["name"]: one["minor"] for one in lab.say("/split 12月").data["members"]} == {
        "alice": 533_333,
        "bob": 2_033_333,
        "carol": 533_334,
    }


def test_a_policy_that_acts_at_once_overrules_one_that_was_to_come(lab: Lab) -> None:
    lab.say("/split policy 按天数")
    chosen = lab.say("/split policy 平摊")
    for who in ("bob", "carol"):
        lab.press(chosen.token("同意"), who)
    lab.at("2027-01-02T00:00:00+08:00")
    assert lab.say("/split policy").data["policy"] == {"name": "equal"}


def test_the_button_of_a_policy_that_was_replaced_is_dead(lab: Lab) -> None:
    old = lab.say("/split policy 按天数")
    lab.say("/split policy 平摊")
    assert lab.press(old.token("同意"), "bob").code == "stale_button"


def test_only_owners_and_treasurers_choose_and_guests_have_no_say(lab: Lab) -> None:
    assert lab.say("/split policy 平摊", "bob").code == "role"
    lab.say("/role carol guest")
    chosen = lab.say("/split policy 平摊")
    assert chosen.data["missing"] == ["bob"]
    assert lab.press(chosen.token("同意"), "carol").code == "role"
    assert lab.press(chosen.token("同意"), "bob").data["next"] is None


def test_pledges_count_at_once_the_first_time_and_later_from_the_next_month(lab: Lab) -> None:
    first = lab.say("/split 认购 bob 50 carol 30")
    assert {one["name"]: (one["weight"], one["next"]) for one in first.data["members"]} == {
        "alice": (0, 0),
        "bob": (50, 50),
        "carol": (30, 30),
    }
    later = lab.say("/split 认购 bob 10")
    assert {one["name"]: (one["weight"], one["next"]) for one in later.data["members"]}["bob"] == (50, 10)
