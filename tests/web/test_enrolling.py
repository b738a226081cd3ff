"""How an agent comes in: by a code that is good once and for ten minutes; and how its cards find theirs."""

import pytest

from bot.agent.talk import Ended
from tests.web.site import Box, Site, until


def test_declared_cards_take_the_uuids_in_the_order_of_nvml(site: Site) -> None:
    box = site.box()
    box.enrol()

    assert box.enrolled is not None and (box.enrolled.node, box.enrolled.bound) == ("node1", 8)
    assert site.rows("SELECT number, nvml_index, uuid, product FROM gpu ORDER BY number") == [
        (n, n, f"GPU-00000001-{n:04d}", "NVIDIA A100-SXM4-80GB") for n in range(8)
    ]
    (told,) = site.told()
    assert (told.code, told.data["bound"], told.data["unbound"]) == ("node_enrolled", list(range(8)), [])


def test_the_key_is_in_no_table_and_the_code_only_as_a_hash(site: Site, box: Box) -> None:
    code = site.code("node2")
    everything = str(site.rows("SELECT * FROM agent")) + str(site.rows("SELECT * FROM enrol_code"))

    assert box.identity.key not in everything and code not in everything


def test_a_wrong_code_lets_nobody_in(site: Site) -> None:
    for code in ("aaaa-bbbb-cccc", " ", "' OR 1=1"):
        with pytest.raises(Ended, match="wrong_enrol_code wrong"):
            site.box().enrol(code)


def test_a_code_is_good_once(site: Site) -> None:
    code = site.code()
    site.box().enrol(code)

    with pytest.raises(Ended, match="used"):
        site.box(seed=2).enrol(code)


def test_a_code_is_good_for_ten_minutes(site: Site) -> None:
    early, late = site.code("node1"), site.code("node2")
    site.advance(599)
    assert site.box().enrol(early).node == "node1"
    site.advance(1)

    with pytest.raises(Ended, match="expired"):
        site.box(seed=2).enrol(late)


def test_a_second_code_for_a_machine_makes_the_first_one_void(site: Site) -> None:
    first = site.code()
    site.code()

    with pytest.raises(Ended, match="expired"):
        site.box().enrol(first)


def test_a_code_may_be_copied_in_capitals_with_blanks_around(site: Site) -> None:
    assert site.box().enrol(f"  {site.code().upper()} ").bound == 8


def test_a_machine_without_declared_cards_gets_those_that_are_seen(site: Site) -> None:
    other = site.box(seed=2)
    other.source.become("2x4090-24G")
    other.enrol(site.code("node2"))

    assert site.rows("SELECT number, kind, memory_gb FROM gpu WHERE number > 7 ORDER BY number") == [
        (8, "4090", 24),
        (9, "4090", 24),
    ]
    assert [one.data["added"] for one in site.told()] == [[8, 9]]


def test_cards_of_another_kind_than_declared_wait_for_an_owner(site: Site) -> None:
    box = site.box()
    box.source.name = "NVIDIA A800-SXM4-80GB"
    box.enrol()
    enrolled, question = site.told()

    assert enrolled.data["bound"] == [] and question.code == "cards_changed"
    assert question.data["changed"][5] == {
        "number": 5, "kind": "A100", "memory_gb": 80, "new_kind": "A800", "new_memory_gb": 80, "was_bound": False,
    }  # fmt: skip
    done = site.lab.press(question.token("认下"))
    assert (done.code, done.data["changed"]) == ("cards_settled", list(range(8)))
    assert site.rows("SELECT DISTINCT kind FROM gpu") == [("A800",)]
    assert len(site.rows("SELECT 1 FROM gpu WHERE uuid IS NOT NULL")) == 8


def test_a_machine_that_starts_without_cards_gets_them_when_they_are_seen(site: Site) -> None:
    box = site.box()
    box.source.cards = 0
    box.enrol()
    box.connect()
    assert site.rows("SELECT count(*) FROM gpu WHERE uuid IS NOT NULL") == [(0,)]
    box.source.cards = None
    box.keep()
    box.delivered()
    box.keep()
    site.run(until(lambda: site.rows("SELECT count(*) FROM gpu WHERE uuid IS NOT NULL") == [(8,)]))


def test_enrolling_again_puts_the_earlier_agent_out(site: Site, box: Box) -> None:
    before = box.identity
    box.enrol()

    assert box.identity.agent != before.agent
    assert site.rows("SELECT state FROM agent ORDER BY id") == [("removed",), ("active",)]


def test_cards_that_belong_to_another_machine_are_not_taken(site: Site, box: Box) -> None:
    with pytest.raises(Ended, match="elsewhere"):
        site.box().enrol(site.code("node2"))


def test_only_an_owner_gets_a_code(site: Site) -> None:
    site.lab.say("/help", "bob")

    assert site.lab.say("/node add", "bob").code == "role"


def test_the_folder_of_an_agent_is_for_its_owner_alone(box: Box) -> None:
    assert (box.folder / "agent.json").stat().st_mode & 0o077 == 0
