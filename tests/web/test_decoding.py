"""The quick way of reading batches understands and refuses exactly what the wire's own way does."""

import copy
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.agent.simulate import Simulated
from bot.web.decoding import decode
from bot.wire import decoding
from bot.wire.decoding import BadMessage, encode, read
from bot.wire.messages import Batch, Item, Message
from bot.wire.sample import Event, Sample

NOON = 1_796_184_000
MACHINE = Simulated("2xA100-80G", 3)
SAMPLE = MACHINE.look(NOON)
EVENT = Event(NOON, "xid", SAMPLE.gpus[0].uuid, {"xid": 79, "deep": [{"a": None, "卡": "坏了"}]})
BATCH = json.loads(encode(Batch("b/s", (Item(1, 2, SAMPLE), Item(2, 3, event=EVENT)))))

numbers = st.integers() | st.sampled_from((2**63 - 1, 2**63, -(2**63), 10**18, 10**30)) | st.floats()
values = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=5,
)


def places(value: Any) -> list[tuple[Any, Any]]:
    """Everything in a JSON value that can be set, as (container, key)."""
    keys = value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [(value, key) for key in keys] + [place for key in keys for place in places(value[key])]


def outcome(read_it: Any, text: str) -> Message | str:
    try:
        message: Message = read_it(text)
    except BadMessage as bad:
        return f"refused: {bad}"
    return message


def alike(text: str) -> Message | str:
    """What both ways make of a text; a sample that is kept reads back as it was understood."""
    found = outcome(decode, text)
    assert found == outcome(decoding.decode, text)
    if isinstance(found, Batch):
        for item in found.items:
            assert item.sample is None or read(Sample, item.body) == item.sample
    return found


@given(st.data())
def test_a_batch_in_which_anything_was_changed_is_understood_or_refused_alike(data: st.DataObject) -> None:
    changed = copy.deepcopy(BATCH)
    for _ in range(data.draw(st.integers(0, 3))):
        container, key = data.draw(st.sampled_from(places(changed)))
        container[key] = data.draw(values)
        if isinstance(container, dict) and data.draw(st.booleans()):
            container[data.draw(st.text(max_size=5))] = data.draw(values)

    alike(json.dumps(changed, separators=(",", ":"), ensure_ascii=data.draw(st.booleans())))


@pytest.mark.parametrize(
    "reason",
    [
        r'"a\u0000b"', r'"\ud83d"', r'"\uD83D\uDE00"', r'"到\u5230\n\/"', '"a\tb"', "null", "1", '"a","reason":5',
        '5,"reason":"a"', '"a","new":1e999', '"a","new":NaN', '"a","new":123456789012345678901', '"a","age_s":-0',
        '"a","age_s":1e2', '"a","age_s":9223372036854775808', '"a","new":' + "[" * 9_000 + "]" * 9_000, '"a",', '"a"}',
    ],
)  # fmt: skip
def test_what_the_two_could_read_differently_is_read_alike(reason: str) -> None:
    sample = f'{{"at":"","state":"ok","driver":null,"gpus":[],"host":{json.dumps(BATCH["items"][0]["sample"]["host"])}'
    alike(f'{{"type":"batch","boot":"b/s","items":[{{"seq":1,"mono_ms":2,"sample":{sample},"reason":{reason}}}}}]}}')


def test_what_our_own_agents_send_needs_no_second_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    samples = [Simulated("8xA100-80G", seed).look(NOON + 60 * seed) for seed in range(20)]
    assert any(card.throttle_zh for sample in samples for card in sample.gpus), "with words in Chinese"
    batch = Batch("b/s", tuple(Item(seq, 2, one) for seq, one in enumerate(samples)))
    events = Batch("b/s", (Item(30, 3, event=EVENT), Item(31, 4, SAMPLE)), same_boot=False, dropped=1)
    texts = [encode(batch), encode(events)]
    monkeypatch.delattr(decoding, "decode")

    assert [decode(text) for text in texts] == [batch, events]
