"""Lines of JSON, in and out: the schema that programs rely on, to the letter."""

import json
from typing import Any

import pytest

from bot.chat.message import Button, Outgoing, Place
from bot.console.lines import BadLine, decode, encode

LAB = Place("console", "lab", private=False)


@pytest.mark.parametrize(
    ("line", "field", "value"),
    [
        ('{"id":"u1","chat":"lab","from":"li","text":"/my"}', "text", "/my"),
        ('{"id":"u1","from":"li","text":""}', "text", ""),
        ('{"id":"u1","from":"li","text":"/my"}', "chat", None),
        ('{"id":"u1","chat":"","from":"li","text":"/my"}', "chat", None),
        ('{"id":"u1","chat":null,"from":"li","text":"/my"}', "chat", None),
        ('{"from":"li","name":"李想","text":"/my"}', "name", "李想"),
        ('{"from":"li","press":"1.0.abc"}', "press", "1.0.abc"),
        ('{"at":"2026-12-02T20:10:00+08:00"}', "at", 1796213400),
        ('{"at":"2026-12-02T12:10:00Z"}', "at", 1796213400),
        ('{"at":"2026-12-02T12:10:00.900000+00:00"}', "at", 1796213400),
        ('  {"from":"li","text":"x","more":[1,2]}  \r\n', "text", "x"),
        ('{"from":"li","text":"a\\u0000b"}', "text", "ab"),
        ('{"id":"1","from":"li","text":"x","text":"y"}', "text", "y"),
    ],
)
def test_a_line_is_read(line: str, field: str, value: Any) -> None:
    assert getattr(decode(line), "sender" if field == "from" else field) == value


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "not_json"),
        ("book 2", "not_json"),
        ('{"text":"/my"', "not_json"),
        ("[" * 100_000, "not_json"),
        ("9" * 5000, "not_json"),
        ("[]", "not_an_object"),
        ('"text"', "not_an_object"),
        ("null", "not_an_object"),
        ("{}", "nothing_to_do"),
        ('{"id":"1","from":"li"}', "nothing_to_do"),
        ('{"text":"/my"}', "from_missing"),
        ('{"from":"","text":"/my"}', "from_missing"),
        ('{"from":7,"text":"/my"}', "from_not_a_string"),
        ('{"from":"li","text":["/my"]}', "text_not_a_string"),
        ('{"id":1,"from":"li","text":"/my"}', "id_not_a_string"),
        ('{"chat":true,"from":"li","text":"/my"}', "chat_not_a_string"),
        ('{"from":"li","text":"\\ud800"}', "text_not_unicode"),
        ('{"id":"\\udfff","from":"li","text":"/my"}', "id_not_unicode"),
        ('{"from":"li\\u0000","text":"/my"}', "from_with_nul"),
        ('{"chat":"\\u0000","from":"li","text":"/my"}', "chat_with_nul"),
        ('{"from":"li","text":"/my","press":"1.0.a"}', "text_and_press"),
        ('{"at":"tomorrow"}', "at_not_iso"),
        ('{"at":1796213400}', "at_not_iso"),
        ('{"at":true}', "at_not_iso"),
        ('{"at":"2026-12-02T20:10:00"}', "at_without_zone"),
        ('{"at":"2026-12-02"}', "at_without_zone"),
        ('{"at":"1999-12-31T23:59:59Z"}', "at_out_of_range"),
        ('{"at":"9999-12-31T23:59:59-12:00"}', "at_out_of_range"),
        ('{"at":"0001-01-01T00:00:00+14:00"}', "at_out_of_range"),
        ('{"from":"li","text":"' + "x" * 100_000 + '"}', "line_too_long"),
        ('{"from":"' + "x" * 129 + '","text":"/my"}', "from_too_long"),
        ('{"id":"' + "x" * 129 + '","from":"li","text":"/my"}', "id_too_long"),
    ],
)
def test_a_bad_line_is_named(line: str, reason: str) -> None:
    with pytest.raises(BadLine) as bad:
        decode(line)
    assert bad.value.reason == reason


def test_a_bad_line_keeps_its_id_where_that_can_be_read() -> None:
    with pytest.raises(BadLine) as bad:
        decode('{"id":"u7","from":"li","text":3}')
    assert bad.value.line_id == "u7"


def test_an_id_counts_for_its_chat_and_its_sender() -> None:
    same = [decode(f'{{"id":"1","chat":"{chat}","from":"{who}","text":"x"}}').key for chat, who in (("a", "b"),) * 2]
    other = [
        decode(line).key
        for line in (
            '{"id":"1","chat":"a","from":"c","text":"x"}',
            '{"id":"1","chat":"c","from":"b","text":"x"}',
            '{"id":"1","from":"b","text":"x"}',
            '{"id":"2","chat":"a","from":"b","text":"x"}',
            '{"id":"1","chat":"a\\",\\"b","from":"","press":"x","text":null}'.replace('"from":""', '"from":"c"'),
        )
    ]
    assert same[0] == same[1] and len({same[0], *other}) == 6
    assert decode('{"from":"li","text":"x"}').key is None


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (
            Outgoing(
                LAB, "booked", {"booking": 1, "start": 1796213400, "gpus": [2, 3]}, ("2、3 号卡归你了", "第二行"),
                ((Button("放卡", "1.0.abc"), Button("复制", copy="export X")),),
                reply_to="77", asked='console:["lab","li","u1"]', zone="Asia/Shanghai",
            ),
            '{"to": "lab", "private": false, "reply_to": "u1", "code": "booked", "text": "2、3 号卡归你了\\n第二行", '
            '"buttons": [[{"label": "放卡", "token": "1.0.abc"}, {"label": "复制", "copy": "export X"}]], '
            '"image": null, "file": null, '
            '"data": {"booking": 1, "start": "2026-12-02T20:10:00+08:00", "gpus": [2, 3]}}',
        ),
        (
            Outgoing(Place("console", "@li", private=True), "ends_soon", {"end": 0}, ("还剩 15 分钟",)),
            '{"to": "li", "private": true, "reply_to": null, "code": "ends_soon", "text": "还剩 15 分钟", '
            '"buttons": [], "image": null, "file": null, "data": {"end": "1970-01-01T00:00:00+00:00"}}',
        ),
    ],
)  # fmt: skip
def test_a_message_out_to_the_letter(message: Outgoing, line: str) -> None:
    assert encode(message) == line
    assert json.loads(encode(message, repeat=True)) == json.loads(line) | {"repeat": True}


def test_instants_are_iso_in_the_pool_s_zone_at_any_depth_and_other_numbers_stay_numbers() -> None:
    data = {"blocking": [{"start": 0, "end": 3600, "count": 2}], "offers": [{"inner": {"until": 60}}], "end": None}
    message = Outgoing(LAB, "taken", data, ("x",), zone="Asia/Shanghai")
    assert json.loads(encode(message))["data"] == {
        "blocking": [{"start": "1970-01-01T08:00:00+08:00", "end": "1970-01-01T09:00:00+08:00", "count": 2}],
        "offers": [{"inner": {"until": "1970-01-01T08:01:00+08:00"}}],
        "end": None,
    }


@pytest.mark.parametrize(("rule", "value"), [("horizon", "1970-01-01T00:01:00+00:00"), ("max", 60)])
def test_the_value_of_a_limit_is_an_instant_only_where_it_is_one(rule: str, value: Any) -> None:
    message = Outgoing(LAB, "limit", {"rule": rule, "value": 60, "allowed": 60}, ("x",))
    assert json.loads(encode(message))["data"] == {"rule": rule, "value": value, "allowed": value}
