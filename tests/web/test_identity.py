"""Whether it is still the same machine: cards that were replaced, machines that were, and copies of one image."""

from dataclasses import replace

from tests.web.raw import Raw, greeted
from tests.web.site import Box, Machine, Site, until

GONE, NEW = "GPU-00000001-0005", "GPU-NEW-0005"


def uuids(site: Site) -> list[str | None]:
    return [uuid for (uuid,) in site.rows("SELECT uuid FROM gpu WHERE state <> 'retired' ORDER BY number")]


def another(box: Box) -> Machine:
    return Machine(box.wall, seed=9)


def test_one_replaced_card_waits_and_the_other_seven_go_on(site: Site, box: Box) -> None:
    site.told()
    box.source.uuids[5] = NEW
    box.connect().keep()
    box.delivered()
    (asked,) = site.told()

    assert (asked.code, asked.data["same"], [one["number"] for one in asked.data["changed"]]) == (
        "cards_changed",
        7,
        [5],
    )
    assert asked.text.split("\n")[0] == "5 号卡换了新的，其余 7 张没变"
    assert uuids(site)[5] == GONE
    site.lab.say("/book 5号卡 2h")
    done = site.lab.press(asked.token("认下"))
    assert done.data == {"node": "node1", "yes": True, "changed": [5], "added": []}
    assert uuids(site)[5] == NEW
    assert [one["gpus"] for one in site.lab.say("/my").data["bookings"]] == [[5]]


def test_a_replaced_card_is_asked_about_once(site: Site, box: Box) -> None:
    site.told()
    box.source.uuids[5] = NEW
    for _ in range(3):
        box.connect()
        box.kill()

    assert [one.code for one in site.told()] == ["cards_changed"]
    assert site.lab.say("/node").data["nodes"][0]["waiting"] == 1


def test_a_card_that_an_owner_leaves_as_it_was_stays_so(site: Site, box: Box) -> None:
    site.told()
    box.source.uuids[5] = NEW
    box.connect()
    (asked,) = site.told()

    assert site.lab.press(asked.token("不改")).data["changed"] == []
    assert uuids(site)[5] == GONE
    box.kill()
    box.connect()
    assert site.told() == []


def test_a_card_that_comes_back_needs_no_word_any_more(site: Site, box: Box) -> None:
    box.source.uuids[5] = NEW
    box.connect()
    box.kill()
    box.source.uuids.clear()
    box.connect()

    assert site.lab.say("/node").data["nodes"][0]["waiting"] == 0


def test_a_card_that_is_only_gone_changes_nothing(site: Site, box: Box) -> None:
    site.told()
    box.source.cards = 7
    box.connect()

    assert site.told() == [] and len(set(uuids(site))) == 8


def test_a_card_more_is_the_pools_only_when_an_owner_says_so(site: Site, box: Box) -> None:
    site.told()
    box.source.become("9xA100-80G")
    box.connect()
    (asked,) = site.told()

    assert asked.data["extra"] == [{"kind": "A100", "memory_gb": 80, "count": 1}]
    assert site.lab.press(asked.token("认下")).data["added"] == [8]
    assert uuids(site)[8] == "GPU-00000001-0008"


def test_a_change_of_cards_is_told_while_the_agent_runs(site: Site, box: Box) -> None:
    box.connect()
    site.told()
    box.source.uuids[5] = NEW
    box.keep()
    site.run(until(lambda: site.rows("SELECT 1 FROM outbox WHERE code = 'cards_changed' AND state = 'sent'")))

    assert [one.code for one in site.told()] == ["cards_changed"]


def test_a_machine_with_all_other_cards_waits_and_loses_nothing_meanwhile(site: Site, box: Box) -> None:
    site.told()
    box.source = another(box)
    box.connect().keep(2)
    site.beat()
    (asked,) = site.told()

    assert (asked.code, asked.data["why"], site.seqs()) == ("stranger", "all_changed", [])
    assert site.lab.say("/node").data["nodes"][0]["state"] == "quarantined"
    assert site.lab.press(asked.token("是这台机器")).code == "stranger_settled"
    site.beat()
    box.delivered()
    assert site.seqs() == [1, 2]
    assert uuids(site) == [f"GPU-00000009-{n:04d}" for n in range(8)]


def test_a_machine_that_an_owner_refuses_stays_out_and_the_right_one_may_come_back(site: Site, box: Box) -> None:
    site.told()
    right = box.source
    box.source = another(box)
    box.connect()
    (asked,) = site.told()
    site.lab.press(asked.token("不是"))
    box.kill()
    box.start()
    site.run(until(lambda: "not_this_machine" in box.why))
    box.kill()
    box.source = right
    box.connect().keep()
    box.delivered()

    assert site.seqs() == [1]
    assert site.told() == []


def test_a_copy_of_the_image_elsewhere_is_held_back_while_the_first_goes_on(site: Site, box: Box) -> None:
    box.connect().keep()
    site.told()

    async def copy() -> Raw:
        return await greeted(site, replace(box, source=another(box), agent=None))

    site.run(copy())
    box.keep()
    box.delivered()
    (asked,) = site.told()

    assert (asked.code, site.seqs()) == ("stranger", [1, 2])


def test_a_copy_without_cards_is_held_back_while_the_first_answers(site: Site, box: Box) -> None:
    box.connect()
    site.told()
    empty = replace(box.source, cards=0, boot="elsewhere")

    async def copy() -> Raw:
        return await greeted(site, replace(box, source=empty, agent=None))

    site.run(copy())

    assert [one.data["why"] for one in site.told()] == ["twice"]


def test_a_reboot_without_cards_is_no_stranger_when_the_earlier_connection_is_dead(site: Site, box: Box) -> None:
    async def dead() -> Raw:
        return await greeted(site, box)

    first = site.run(dead())
    site.told()
    box.source.boot, box.source.cards = "after-reboot", 0
    box.connect()

    assert site.told() == []
    site.run(first.close())


def test_a_question_that_was_answered_answers_so_again(site: Site, box: Box) -> None:
    site.told()
    box.source = another(box)
    box.connect()
    (asked,) = site.told()
    site.lab.press(asked.token("是这台机器"))

    assert site.lab.press(asked.token("不是")).code == "already_done"


def test_only_owners_decide(site: Site, box: Box) -> None:
    site.lab.say("/help", "bob")
    site.told()
    box.source = another(box)
    box.connect()
    (asked,) = site.told()

    assert site.lab.press(asked.token("是这台机器"), "bob").code == "role"
