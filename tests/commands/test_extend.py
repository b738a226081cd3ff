"""/extend: another end for one's booking, later or earlier, never over somebody else's."""

import pytest

from tests.saying import Lab

TOMORROW = "2026-12-03T{}:00+08:00"


def end_of(lab: Lab, who: str = "alice") -> str:
    return str(lab.say("/my", who).data["bookings"][0]["end"])


@pytest.mark.parametrize(
    ("words", "end"),
    [
        ("2h", "04:10"),
        ("两小时", "04:10"),
        ("再加半小时", "02:40"),
        ("到明早9点", "09:00"),
        ("until 03:30", "03:30"),
        ("1 到明早9点", "09:00"),
        ("1 2h", "04:10"),
        ("#1 90m", "03:40"),
        ("0号卡 2h", "04:10"),
    ],
)
def test_a_booking_ends_later_by_so_much_or_at_an_hour(lab: Lab, words: str, end: str) -> None:
    lab.say("/book 2 6h")
    reply = lab.say(f"/extend {words}")
    assert (reply.code, reply.data["end"]) == ("extended", TOMORROW.format(end))
    assert reply.data["old_end"] == TOMORROW.format("02:10")
    assert (reply.data["planned_end"], reply.data["gpus"]) == (reply.data["end"], [0, 1])
    assert end_of(lab) == TOMORROW.format(end)
    assert lab.say("/book 0号卡 明天02:10到02:40", "bob").code == "taken"


@pytest.mark.parametrize("words", ["把我那个延2小时", "续2小时", "延长两小时", "extend my booking by 2 hours"])
def test_it_is_understood_in_plain_words(lab: Lab, words: str) -> None:
    lab.say("/book 2 6h")
    reply = lab.say(words)
    assert (reply.code, reply.data["end"]) == ("extended", TOMORROW.format("04:10"))


def test_it_says_who_follows(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.say("/extend 1h").data["next"] is None
    lab.say("/book 1号卡 明天08:00 1h", "bob")
    reply = lab.say("/extend 1h")
    assert reply.data["next"] == {"holder": "bob", "start": TOMORROW.format("08:00")}
    assert "bob" in reply.text


def test_an_earlier_end_shortens_and_the_rest_is_free_at_once(lab: Lab) -> None:
    lab.say("/book 8 6h")
    reply = lab.say("/extend 到今晚23点")
    assert (reply.code, reply.data["end"]) == ("shortened", "2026-12-02T23:00:00+08:00")
    assert reply.data["old_end"] == TOMORROW.format("02:10")
    assert lab.say("/book 8 今晚23:00 2h", "bob").code == "booked"


def test_shortening_is_never_refused_not_even_below_the_least_length(lab: Lab) -> None:
    lab.say("/book 1 1h")
    reply = lab.say("/extend 到20:13")
    assert (reply.code, reply.data["end"]) == ("shortened", "2026-12-02T20:13:00+08:00")


def test_a_booking_that_is_to_come_is_shortened_in_words_about_its_day(lab: Lab) -> None:
    lab.say("/book 1 明晚8点 4h")
    reply = lab.say("/extend 到明晚22点")
    assert (reply.code, reply.data["end"]) == ("shortened", TOMORROW.format("22:00"))


@pytest.mark.parametrize("words", ["", "1", "预约 1"])
def test_without_a_length_it_is_asked_by_how_much(lab: Lab, words: str) -> None:
    lab.say("/book 2 6h")
    asked = lab.say(f"/extend {words}")
    assert (asked.code, asked.data["booking"]) == ("ask_extension", 1)
    assert asked.labels == ["+1 小时", "+2 小时", "+4 小时", "+8 小时"]
    extended = lab.press(asked.token("+4"))
    assert (extended.code, extended.data["end"]) == ("extended", TOMORROW.format("06:10"))


def test_only_what_can_be_had_is_offered(lab: Lab) -> None:
    lab.say("/book 2 6h")
    lab.say("/book 0号卡 明天05:00 1h", "bob")
    assert lab.say("/extend").labels == ["+1 小时", "+2 小时"]
    lab.say("/book 1号卡 明天02:40 1h", "bob")
    refused = lab.say("/extend")
    assert (refused.code, refused.data["blocking"][0]["start"]) == ("taken", TOMORROW.format("02:40"))


def test_an_open_hour_is_asked_the_likeliest_first(lab: Lab) -> None:
    lab.say("/book 2 6h")
    asked = lab.say("/extend 到8点")
    assert asked.code == "ask_extension"
    assert asked.labels[0] == "到明早 08:00"
    assert lab.press(asked.token("明早 08:00")).data["end"] == TOMORROW.format("08:00")


@pytest.mark.parametrize("words", ["/extend 2h", "把我那个延2小时", "/extend 到明早9点", "extend mine by 2h"])
def test_the_booking_that_runs_is_the_one_that_is_meant(lab: Lab, words: str) -> None:
    lab.say("/book 1 明晚8点 2h")
    lab.say("/book 1 6h")
    reply = lab.say(words)
    assert (reply.code, reply.data["booking"]) == ("extended", 2)
    first, second = reply.text.split("\n")[:2]
    assert ("04:10" in first or "09:00" in first) and "2" in second  # until when, and which


@pytest.mark.parametrize("words", ["", "到8点"])
def test_what_is_asked_is_asked_about_the_one_that_runs(lab: Lab, words: str) -> None:
    lab.say("/book 1 6h")
    lab.say("/book 1 明晚8点 2h")
    asked = lab.say(f"/extend {words}")
    assert (asked.code, asked.data["booking"]) == ("ask_extension", 1) and "预约 1" in asked.text
    assert lab.press(asked.token()).data["booking"] == 1


@pytest.mark.parametrize("words", ["2h", "", "到8点"])
@pytest.mark.parametrize("second", ["/book 1 5h", "/book 1 明晚8点 5h"])
def test_of_several_that_run_or_that_are_all_to_come_it_is_asked_which(lab: Lab, words: str, second: str) -> None:
    lab.say("/book 1 6h" if "明晚" not in second else "/book 1 明晚8点 6h")
    lab.say(second)
    asked = lab.say(f"/extend {words}")
    assert (asked.code, asked.data["verb"]) == ("ask_target", "extend")
    assert [one["booking"] for one in asked.data["bookings"]] == [1, 2]
    reply = lab.press(asked.data["choices"][0]["token"])
    if words != "2h":
        assert (reply.code, reply.data["booking"]) == ("ask_extension", 1)
        reply = lab.press(reply.data["choices"][0]["token"])
    assert reply.data["booking"] == 1 and reply.code in ("extended", "shortened", "past")


def test_an_hour_that_could_be_the_end_of_a_later_one_is_asked_about(lab: Lab) -> None:
    lab.say("/book 1 6h")
    lab.say("/book 1 明晚8点 4h")
    assert lab.say("/extend 到明晚22:00").code == "ask_target"


def test_of_several_bookings_a_card_or_a_time_says_which(lab: Lab) -> None:
    lab.say("/book 0号卡 6h")
    lab.say("/book 1号卡 6h")
    lab.say("/book 0号卡 明晚8点 2h")
    assert lab.say("/extend 1号卡 1h").data["booking"] == 2
    assert lab.say("/extend 明晚那个 1小时").data["booking"] == 3


def test_a_time_that_is_over_is_past(lab: Lab) -> None:
    lab.say("/book 2 6h")
    token = lab.say("/extend 到9点").token("今晚 21:00")
    lab.at("2026-12-02T21:00:00+08:00")
    reply = lab.press(token)
    assert (reply.code, reply.data["start"]) == ("past", "2026-12-02T21:00:00+08:00")
    assert end_of(lab) == TOMORROW.format("02:10")


def test_an_end_before_the_booking_begins_is_refused_with_its_beginning(lab: Lab) -> None:
    lab.say("/book 2 明晚8点 6h")
    reply = lab.say("/extend 到明晚19:00")
    assert (reply.code, reply.data["booking"], reply.data["begins"]) == ("past", 1, TOMORROW.format("20:00"))
    assert "/cancel" in reply.text


def test_the_end_it_has_already_is_said_to_be_done(lab: Lab) -> None:
    lab.say("/book 2 6h")
    assert lab.say("/extend 到02:10").code == "already_done"


def test_who_follows_is_named_with_the_longest_extension_that_works(lab: Lab) -> None:
    lab.say("/book 2 6h")
    lab.say("/book 0号卡 明天05:00 1h", "bob")
    reply = lab.say("/extend 6h")
    assert reply.code == "taken"
    assert [(one["holder"], one["gpus"], one["start"]) for one in reply.data["blocking"]] == [
        ("bob", [0], TOMORROW.format("05:00"))
    ]
    (offer,) = reply.data["offers"]
    assert (offer["kind"], offer["gpus"], offer["end"]) == ("extend", [0, 1], TOMORROW.format("05:00"))
    extended = lab.press(offer["token"])
    assert (extended.code, extended.data["end"]) == ("extended", TOMORROW.format("05:00"))


def test_where_somebody_follows_at_once_nothing_is_offered_and_no_advice_is_given_that_cannot_help(lab: Lab) -> None:
    lab.say("/book 2 6h")
    lab.say("/book 0号卡 明天02:10 3h", "bob")
    reply = lab.say("/extend 1h")
    assert (reply.code, reply.data["offers"], reply.data["booking"]) == ("taken", [], 1)
    assert "少订几张" not in reply.text and "bob" in reply.text
    assert end_of(lab) == TOMORROW.format("02:10")


def test_the_longest_booking_holds_after_extension_too(lab: Lab) -> None:
    lab.say("/book 1 2d")
    assert lab.say("/extend 1d").code == "extended"
    reply = lab.say("/extend 1h")
    assert (reply.code, reply.data) == ("limit", {"rule": "max", "value": 73 * 3600, "allowed": 72 * 3600})
    assert reply.labels == []


def test_too_long_an_extension_is_offered_up_to_the_longest(lab: Lab) -> None:
    lab.say("/book 1 2d")
    reply = lab.say("/extend 2d")
    assert (reply.code, reply.data["rule"]) == ("limit", "max")
    extended = lab.press(reply.token())
    assert (extended.code, extended.data["end"]) == ("extended", "2026-12-05T20:10:00+08:00")


def test_an_extension_counts_in_the_week_like_a_booking(lab: Lab) -> None:
    for who in ("bob", "carol", "dan", "eve", "fay", "gil"):
        lab.say("/help", who)  # 7 members: 288 card-hours of a week each
    assert lab.say("/book 8 1d").code == "booked"  # 8 × 20 h 10 of it are not today
    reply = lab.say("/extend 1d")
    assert (reply.code, reply.data["rule"], reply.data["left"]) == ("limit", "week", 288 * 3600 - 8 * 72_600)
    assert lab.say("/extend 15h").code == "extended"


def test_a_booking_of_somebody_else_cannot_be_extended(lab: Lab) -> None:
    lab.say("/book 1 6h")
    assert lab.say("/extend 1 2h", "bob").data == {"booking": 1, "holder": "alice"}
    assert end_of(lab) == TOMORROW.format("02:10")


@pytest.mark.parametrize("words", ["", "2h", "到明早9点"])
def test_without_a_booking_there_is_nothing_to_extend(lab: Lab, words: str) -> None:
    assert lab.say(f"/extend {words}").data == {"booking": None}


@pytest.mark.parametrize("words", ["2h 3h", "2h 到明早9点", "zzz"])
def test_what_cannot_be_read_is_answered_with_an_example(lab: Lab, words: str) -> None:
    lab.say("/book 2 6h")
    reply = lab.say(f"/extend {words}")
    assert (reply.code, reply.data["reason"]) == ("bad_input", "bad_change")
    assert "/extend 2h" in reply.text
    assert end_of(lab) == TOMORROW.format("02:10")


def test_a_booking_that_is_over_or_gone_cannot_be_extended(lab: Lab) -> None:
    lab.say("/book 1 1h")
    lab.say("/book 1 明晚8点 1h")
    lab.say("/cancel 2")
    lab.at("+2h")
    assert lab.say("/extend 1 1h").data["what"] == "ended"
    assert lab.say("/extend 2 1h").data["what"] == "cancelled"


def test_a_wish_that_goes_on_where_ones_own_ends_is_offered_as_its_extension(lab: Lab) -> None:
    lab.say("/book 2 6h")
    asked = lab.say("/book 2 02:10到08:00")
    assert (asked.code, asked.data["booking"]) == ("own_instead", 1)
    extended = lab.press(asked.token("续"))
    assert (extended.code, extended.data["end"]) == ("extended", TOMORROW.format("08:00"))
    assert len(lab.say("/my").data["bookings"]) == 1


def test_the_same_cards_that_overlap_ones_own_are_offered_as_its_extension(lab: Lab) -> None:
    lab.say("/book 3号卡 6h")
    asked = lab.say("/book 3号卡 今晚23:00到明早8点")
    assert (asked.code, asked.labels[0]) == ("own_instead", "续预约 1，到明早 08:00")


def test_a_booking_that_adjoins_ones_own_can_be_made_apart(lab: Lab) -> None:
    lab.say("/book 2 6h")
    booked = lab.press(lab.say("/book 2 02:10到08:00").token("另订"))
    assert (booked.code, booked.data["booking"], booked.data["start"]) == ("booked", 2, TOMORROW.format("02:10"))


@pytest.mark.parametrize(
    "said", ["/book 3 02:10到08:00", "/book 2 不要0号卡 02:10到08:00", "/book 2 03:00到08:00", "/book 2 6h"]
)
def test_what_is_not_a_continuation_is_booked_without_a_question(lab: Lab, said: str) -> None:
    lab.say("/book 2 6h")
    assert lab.say(said).code == "booked"
