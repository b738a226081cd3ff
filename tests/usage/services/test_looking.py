"""`/gpu`, `/health`: one card in detail, and what is wrong with the machine."""

from dataclasses import replace

from tests.usage.box import Box, card, looks, running


def test_a_card_in_detail_with_its_last_day(any_box: Box) -> None:
    box = any_box
    box.lab.say("/book 1 2h", "bob")
    box.lab.at("+1h")
    box.until_now(card(0, running("bob", evidence="PINKA_USER")), since=0)
    said = box.lab.say("/gpu 0")
    assert said.code == "gpu" and said.data["holder"] == "鲍勃"
    assert [one["used_percent"] for one in said.data["hours"]][-2:] == [100, 100]
    assert said.data["live"]["users"][0]["member"] == "鲍勃"
    assert box.lab.say("看卡 0").code == "gpu"


def test_a_card_that_is_none_is_said_so_and_without_a_number_all_are_shown(box: Box) -> None:
    assert box.lab.say("/gpu 42").code == "no_such_card"
    assert box.lab.say("/gpu abc").code == "bad_input"
    assert box.lab.say("/gpu").code == "status"


def test_without_readings_a_card_shows_its_booking_alone(box: Box) -> None:
    said = box.lab.say("/gpu 3")
    assert said.data["live"] is None and said.data["details"] is None


def test_a_check_up_names_what_is_wrong_and_whom_to_call(box: Box) -> None:
    box.lab.say("/node contact 电话 400", "alice")
    cards = [
        replace(card(0), power_limit_w=250.0, power_default_w=400.0),
        card(1, state="lost"),
        *(card(n) for n in range(2, 8)),
    ]
    box.send(*looks(0, cards=cards))
    said = box.lab.say("/health")
    [machine] = said.data["machines"]
    assert [(one["what"], one["gpu"]) for one in machine["findings"]] == [("lost", 1), ("capped", 0)]
    assert "400" in said.text
    assert box.lab.say("体检").code == "health"


def test_a_check_up_of_an_old_reading_says_so_instead_of_calling_it_well(box: Box) -> None:
    box.send(*looks(0, cards=[card(n) for n in range(8)]))
    assert box.lab.say("/health").data["machines"][0]["findings"] == []
    box.lab.at("+10m")
    said = box.lab.say("/health")
    assert said.data["machines"][0]["heard"] is False and "正常" not in said.text


def test_old_limits_and_clocks_are_not_shown_as_if_they_were_now(box: Box) -> None:
    box.send(*looks(0, cards=[replace(card(0), power_limit_w=250.0, sm_clock_mhz=1_410)]))
    assert "限 250 W" in box.lab.say("/gpu 0").text
    box.lab.at("+10m")
    said = box.lab.say("/gpu 0")
    assert said.data["details"] is None and "限 250 W" not in said.text and "最后读数" in said.text


def test_a_machine_that_lists_no_card_says_so_in_status(box: Box) -> None:
    (at, one), *_ = looks(0, cards=[])
    box.send((at, replace(one, state="no_cards")))
    assert "一张卡也看不到" in box.lab.say("/status").text
