"""A command that arrives more than ten minutes after it was sent is confirmed by a button instead of done."""

import pytest

from tests.saying import Lab, Said

TEN_MINUTES = 600


def sent_ago(lab: Lab, seconds: int, text: str, who: str = "alice", **more: object) -> Said:
    (said,) = lab.deliver(text, who, sent_at=lab.bridge.clock.now() - seconds, **more)  # type: ignore[arg-type]
    return said


def test_up_to_ten_minutes_it_is_simply_done(lab: Lab) -> None:
    assert sent_ago(lab, TEN_MINUTES, "/book 2 6h").code == "booked"


@pytest.mark.parametrize("said", ["/book 2 6h", "2张 6小时", "/release", "/cancel 1", "/pool add node2: 1x4090-24G"])
def test_after_that_it_is_asked_whether_it_still_holds(lab: Lab, said: str) -> None:
    reply = sent_ago(lab, TEN_MINUTES + 1, said)
    assert (reply.code, reply.data) == ("late_command", {"text": said, "sent": "2026-12-02T19:59:59+08:00"})
    assert reply.labels == ["照办", "算了"]
    assert lab.say("/my").data["bookings"] == []
    assert len(lab.say("/pool").data["nodes"]) == 1


def test_doing_it_does_what_was_said_from_now_on(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h 用途：论文")
    lab.at("+5m")
    done = lab.press(asked.token("照办"))
    assert (done.code, done.data["start"], done.data["purpose"]) == ("booked", "2026-12-02T20:15:00+08:00", "论文")
    assert lab.press(asked.token("照办")).code == "already_done"


def test_dropping_it_does_nothing(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h")
    assert lab.press(asked.token("算了")).code == "late_dropped"
    again = lab.press(asked.token("照办"))
    assert (again.code, again.data["what"]) == ("already_done", "late_dropped")
    assert lab.say("/my").data["bookings"] == []


def test_what_cannot_be_had_any_more_is_refused_as_ever(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h")
    lab.say("/book 8 6h", "bob")
    refused = lab.press(asked.token("照办"))
    assert refused.code == "taken"
    assert lab.press(refused.data["offers"][0]["token"]).code == "booked"


def test_only_who_sent_it_decides(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h")
    assert lab.press(asked.token("照办"), "bob").code == "not_yours"
    assert lab.say("/my", "bob").data["bookings"] == []


def test_a_confirmation_that_is_old_itself_is_asked_anew(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h")
    lab.at("+3d")
    again = lab.press(asked.token("照办"))
    assert (again.code, again.data["fresh"]["code"]) == ("stale_button", "late_command")
    assert lab.press(again.token("照办")).code == "booked"


@pytest.mark.parametrize("said", ["/help", "/free", "/status", "/my", "/foo", "你好"])
def test_what_changes_nothing_is_answered_at_once(lab: Lab, said: str) -> None:
    assert sent_ago(lab, 3600, said).code != "late_command"


@pytest.mark.parametrize(("who", "chat"), [("zoe", "lab"), ("zoe", None), ("bob", "foreign")])
def test_strangers_are_refused_late_as_early(open_lab: Lab, who: str, chat: str | None) -> None:
    assert sent_ago(open_lab, 3600, "/book 2 6h", who, chat=chat).code in ("not_member", "no_pool")


def test_a_long_late_text_is_quoted_in_short_and_done_in_full(lab: Lab) -> None:
    asked = sent_ago(lab, 3600, "/book 2 6h 用途：" + "长" * 300 + "\u202e\n<b>&")
    assert len(asked.text) < 200
    assert "\u202e" not in asked.text
    assert lab.press(asked.token("照办")).code == "booked"
