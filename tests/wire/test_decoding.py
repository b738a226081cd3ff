"""What another machine wrote goes no further unchecked, and what we write reads back the same."""

import json
from dataclasses import fields, replace

import pytest

from bot.agent.simulate import Simulated
from bot.wire.decoding import BadMessage, TooLarge, decode, encode, read, read_sample, written
from bot.wire.messages import (
    LARGEST,
    TYPES,
    Ack,
    Ask,
    Auth,
    Batch,
    Bye,
    Challenge,
    ClaimRule,
    ClaimRules,
    Enrol,
    Enrolled,
    Hello,
    Item,
    Look,
    Message,
    Ping,
    Pong,
    Post,
    Posted,
    SeenCard,
    Welcome,
)
from bot.wire.sample import Event, Sample
from bot.wire.versions import SPOKEN, VERSION, agreed

SAMPLE = Simulated("8xA100-80G").look(1_796_213_400)
HELLO = Hello("a1", (1,), "n", "b/s", cards=(SeenCard("GPU-1", 0, "NVIDIA A100-SXM4-80GB", 80 << 30),))
MESSAGES: list[Message] = [
    HELLO,
    Challenge("n", 1),
    Auth("p", 1, 2),
    Welcome("p", "node1", "active", "b/s", 7, (ClaimRule("folder", "/data/li", "li"),)),
    ClaimRules((ClaimRule("session", "li", "li"), ClaimRule("container", "c1", "li"))),
    Ask(1),
    Look(1, SAMPLE),
    Batch("b/s", (Item(1, 2, SAMPLE), Item(2, 3, event=Event(5, "xid", "GPU-1", {"xid": 79, "deep": [{"a": None}]})))),
    Ack("b/s", 7),
    Ping(1),
    Pong(1, 2, 3),
    Bye("stopping"),
    Enrol("c", "h", HELLO),
    Enrolled("node1", "lab", 8, 0),
    Post(HELLO, 1, 2, Batch("b/s")),
    Posted("p", "active", "n", None, 0),
]


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: type(message).__name__)
def test_what_is_written_reads_back_the_same(message: Message) -> None:
    assert decode(encode(message)) == message


def test_every_type_of_message_is_tried() -> None:
    assert {type(message) for message in MESSAGES} == set(TYPES.values())


def test_a_sample_reads_back_from_what_the_agent_prints_and_from_what_it_sends() -> None:
    assert read_sample(json.loads(json.dumps(SAMPLE.as_json()))) == SAMPLE
    assert read(Sample, written(SAMPLE)) == SAMPLE


def test_a_look_at_eight_cards_takes_a_small_part_of_a_message() -> None:
    assert len(written(SAMPLE)) < 16_384


WRONG = {
    "an object expected": lambda one: one | {"host": "here"},
    "a list expected": lambda one: one | {"gpus": {}},
    "a text expected": lambda one: one | {"state": 5},
    "state: a text expected, null found": lambda one: one | {"state": None},
    "host: missing": lambda one: {name: value for name, value in one.items() if name != "host"},
    "age_s: a whole number expected, bool found": lambda one: one | {"age_s": True},
    "age_s: a whole number expected, float found": lambda one: one | {"age_s": 1.5},
    "beyond 64 bits": lambda one: one | {"age_s": 2**63},
    "gpus[0].util": lambda one: one | {"gpus": [{"index": 0, "state": "ok", "util": "99"}]},
    "true or false expected": lambda one: one | {"gpus": [{"index": 0, "state": "ok", "pcie_narrow": 1}]},
}


@pytest.mark.parametrize("says", WRONG)
def test_a_wrong_type_is_named_with_its_place(says: str) -> None:
    with pytest.raises(BadMessage) as wrong:
        read_sample(WRONG[says](json.loads(written(replace(SAMPLE, gpus=(), topology=None)))))

    assert says in str(wrong.value)


def test_what_a_newer_version_adds_is_ignored_and_what_it_leaves_out_is_filled_in() -> None:
    plain = json.loads(written(SAMPLE)) | {"aura": "blue"}
    del plain["cuda"]

    assert read_sample(plain) == replace(SAMPLE, cuda=None)


def test_characters_that_a_database_refuses_are_replaced() -> None:
    found = decode(json.dumps({"type": "bye", "reason": "a\0b\udcffc"}))

    assert found == Bye("a?b?c")


@pytest.mark.parametrize("text", ["", "nul", "[]", "{}", '{"type": []}', '{"type": "hello"', "\ufeff{}", "1e999"])
def test_what_is_no_message_is_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        decode(text)


def test_facts_of_an_event_may_be_any_json_but_not_without_end() -> None:
    deep: dict[str, object] = {}
    for _ in range(20):
        deep = {"a": deep}
    with pytest.raises(BadMessage, match="too deep"):
        read(Event, json.dumps({"at": 1, "kind": "x", "facts": deep}))


def test_size_is_counted_in_bytes() -> None:
    with pytest.raises(TooLarge):
        decode("é" * (LARGEST // 2 + 1))


def test_the_highest_version_that_both_speak_is_spoken() -> None:
    assert agreed((1, 2, 3), (2, 1)) == 2
    assert agreed((1,), (2, 1)) == 1
    assert agreed((3,), (2, 1)) is None
    assert agreed((), (2, 1)) is None
    assert VERSION in SPOKEN and len(SPOKEN) <= 2


def test_every_field_of_a_sample_can_be_checked() -> None:
    assert {one.name for one in fields(Sample)} >= {"at", "gpus", "host"}
    assert read_sample({**json.loads(written(SAMPLE)), "gpus": []}).gpus == ()


def kept(sample: str) -> str:
    """What is kept of a sample that came in a batch."""
    said = f'{{"type":"batch","boot":"b/s","items":[{{"seq":1,"mono_ms":2,"body":"forged","sample":{sample}}}]}}'
    found = decode(said)
    assert isinstance(found, Batch)
    return found.items[0].body


def test_a_sample_is_kept_as_it_came_and_reads_back_as_what_was_understood() -> None:
    [item] = json.loads(encode(Batch("b/s", (Item(1, 2, SAMPLE),))))["items"]
    of_tomorrow = {**item["sample"], "mood": ["good"]}

    body = kept(json.dumps(of_tomorrow))

    assert json.loads(body) == of_tomorrow, "a field of a newer agent is kept"
    assert read(Sample, body) == SAMPLE
    assert "body" not in item


def test_what_would_not_read_back_is_kept_as_it_was_understood() -> None:
    found = json.loads(written(SAMPLE))
    endless = json.dumps(found)[:-1] + ', "mood": 1e999}'

    assert read(Sample, kept(endless)) == SAMPLE
