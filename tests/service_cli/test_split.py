"""`pinka split` and `pinka settle` as a program calls them."""

import io
import json
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.cli import main
from bot.errors import Refusal
from bot.service_cli.billing import split_document
from bot.service_cli.billing_words import REASONS, said

GOLDEN = Path(__file__).parents[1] / "data" / "billing_golden.jsonl"
BILL = {
    "members": [{"id": "A"}, {"id": "B"}],
    "policy": {"name": "equal"},
    "lines": [{"id": "rent", "amount_minor": 101}],
    "payments": [{"from": "A", "to": "provider", "amount_minor": 101}],
    "statement": "2026-11",
    "tie": "order",
}


@pytest.fixture
def call(capsys, monkeypatch, tmp_path):
    """Runs `pinka` with these words; returns its exit code, what it printed, and what it said on standard error."""

    def call(*words, stdin="", doc=None):
        if doc is not None:
            file = tmp_path / "doc.json"
            file.write_text(doc if isinstance(doc, str) else json.dumps(doc), "utf-8")
            words = (words[0], str(file), *words[1:])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        with pytest.raises(SystemExit) as ended:
            main(words)
        out, err = capsys.readouterr()
        return ended.value.code or 0, out, err

    return call


def test_every_known_bill_comes_out_as_expected_one_line_for_one(call):
    cases = [json.loads(line) for line in GOLDEN.read_text("utf-8").splitlines()]
    code, out, _ = call("split", "--jsonl", stdin="".join(json.dumps(case["doc"]) + "\n" for case in cases))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and len(answers) == len(cases)
    for case, answer in zip(cases, answers, strict=True):
        assert {field: answer.get(field) for field in case["expect"]} == case["expect"], case["name"]


def test_a_case_file_can_be_given_as_it_is(call):
    _, out, _ = call("split", "--jsonl", stdin=GOLDEN.read_text("utf-8"))
    assert len(out.splitlines()) == len(GOLDEN.read_text("utf-8").splitlines())


def test_json_of_one_file(call):
    code, out, err = call("split", "--json", doc=BILL)
    assert code == 0 and err == ""
    assert json.loads(out) == {
        "lines": [{"id": "rent", "amount_minor": 101, "shares": {"A": 51, "B": 50}}],
        "totals": {"A": 51, "B": 50},
        "balances": {"A": 50, "B": -50},
        "transfers": [{"from": "B", "to": "A", "amount_minor": 50}],
        "fewest_transfers": 1,
    }


def test_for_people_it_says_the_total_first_and_then_who_pays_whom(call):
    code, out, _ = call("split", doc=BILL)
    assert code == 0 and out.splitlines()[0] == "2026-11 合计 total ¥1.01"
    assert out.splitlines()[-1] == "B → A ¥0.50"


def test_a_file_with_a_byte_order_mark_is_read(call):
    assert call("split", "--json", doc="\ufeff" + json.dumps(BILL))[0] == 0


BAD = {
    "not JSON": ("{", "not_json"),
    "a list": ("[]", "not_an_object"),
    "no number": ('{"members": [{"id": "A"}], "lines": [{"id": "r", "amount_minor": NaN}]}', "not_a_number"),
    "the same field twice": ('{"members": [], "members": []}', "twice"),
    "too deep": ("[" * 100_000, "not_json"),
    "half a fen": ({**BILL, "lines": [{"id": "r", "amount_minor": 100.5}]}, "not_whole"),
    "an amount as text": ({**BILL, "lines": [{"id": "r", "amount_minor": "100"}]}, "not_whole"),
    "an amount that is true": ({**BILL, "lines": [{"id": "r", "amount_minor": True}]}, "not_a_number"),
    "an endless exponent": (
        json.dumps(BILL).replace('"amount_minor": 101', '"amount_minor": 1e999999999', 1),
        "not_a_number",
    ),
    "a huge amount": ({**BILL, "lines": [{"id": "r", "amount_minor": 10**18 + 1}]}, "out_of_range"),
    "a misspelt field": ({**BILL, "sponsers": []}, "unknown_field"),
    "no members": ({**BILL, "members": []}, "no_members"),
    "the same member twice": ({**BILL, "members": [{"id": "A"}, {"id": "A"}]}, "twice"),
    "a member called provider": ({**BILL, "members": [{"id": "provider"}]}, "reserved"),
    "a negative pledge": ({**BILL, "members": [{"id": "A", "pledge": -1}]}, "out_of_range"),
    "no lines": ({"members": [{"id": "A"}]}, "missing"),
    "the same line twice": ({**BILL, "lines": BILL["lines"] * 2}, "twice"),
    "a policy nobody knows": ({**BILL, "policy": {"name": "fair"}}, "no_such_policy"),
    "an idle key nobody knows": ({**BILL, "policy": {"name": "direct_idle", "idle": "x"}}, "not_one_of"),
    "a key nobody knows": ({**BILL, "lines": [{"id": "r", "amount_minor": 1, "key": {"wights": {}}}]}, "not_one_of"),
    "pieces within pieces": (
        json.dumps({**BILL, "lines": [{"id": "r", "amount_minor": 1, "key": "KEY"}]}).replace(
            '"KEY"', '{"pieces": [{"weight": 1, "key": ' * 300 + '"policy"' + "}]}" * 300
        ),
        "not_one_of",
    ),
    "two keys": (
        {**BILL, "lines": [{"id": "r", "amount_minor": 1, "key": {"member": "A", "weights": {}}}]},
        "not_one_of",
    ),
    "a stranger's use": ({**BILL, "use": [{"member": "X"}]}, "no_such_member"),
    "a stranger's payment": ({**BILL, "payments": [{"from": "X", "to": "A", "amount_minor": 1}]}, "no_such_member"),
    "a payment to oneself": ({**BILL, "payments": [{"from": "A", "to": "A", "amount_minor": 1}]}, "to_oneself"),
    "a payment of nothing": ({**BILL, "payments": [{"from": "A", "to": "B", "amount_minor": 0}]}, "out_of_range"),
    "a sponsor of nothing": ({**BILL, "sponsors": [{"member": "P"}]}, "fixed_or_percent"),
    "a tie nobody knows": ({**BILL, "tie": "random"}, "not_one_of"),
    "no capacity": ({**BILL, "policy": {"name": "direct_idle"}}, "needs_capacity"),
    "half of the presence": (
        {**BILL, "members": [{"id": "A", "present_s": 5}, {"id": "B"}], "policy": {"name": "presence"}},
        "needs_presence",
    ),
}


@pytest.mark.parametrize(("doc", "reason"), BAD.values(), ids=BAD)
def test_a_bad_document_ends_with_2_and_a_sentence_in_both_languages(call, doc, reason):
    code, out, err = call("split", "--json", doc=doc)
    told = json.loads(out)
    assert code == 2 and told["error"] == "bad_input" and told["reason"] == reason
    assert len(err.splitlines()) == 2 and "{" not in err.replace(str(told.get("value")), "") and "?" not in err


DOCS = [json.loads(line, parse_float=str)["doc"] for line in GOLDEN.read_text("utf-8").splitlines()]
ODD = [None, True, -1, 0, 2**70, "", "x", "1/0", [], {}, [[]], {"": 0}, "payer:", "provider", float("inf")]


@settings(max_examples=150)
@given(st.sampled_from(DOCS), st.sampled_from(ODD), st.randoms(use_true_random=False))
def test_whatever_stands_in_one_field_it_is_computed_or_refused_with_a_reason(doc, odd, random):
    doc = json.loads(json.dumps(doc))
    spot = doc
    while isinstance(spot, dict | list) and spot:
        within, at = spot, random.choice(list(spot) if isinstance(spot, dict) else range(len(spot)))
        spot = spot[at] if random.random() < 0.8 else None
    within[at] = odd
    try:
        told = split_document(doc)
    except Refusal as refusal:
        assert all(said(refusal))
    else:
        assert sum(told["totals"].values()) == sum(line["amount_minor"] for line in told["lines"])


def test_a_bad_line_is_answered_and_the_next_one_is_read(call):
    lines = ["nonsense", json.dumps({"id": "b1", **BILL}), "", json.dumps({**BILL, "lines": 5}), json.dumps(BILL)]
    code, out, _ = call("split", "--jsonl", stdin="\n".join(lines))
    answers = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and [one.get("error") for one in answers] == ["bad_input", None, "bad_input", None]
    assert [one.get("input_line") for one in answers] == [1, None, 4, None] and answers[1]["id"] == "b1"


def test_an_exact_decimal_is_taken_as_it_is_written(call):
    doc = {**BILL, "lines": [{"id": "r", "amount_minor": 101.0, "key": {"weights": {"A": "1/3", "B": 0.1}}}]}
    assert json.loads(call("split", "--json", doc=doc)[1])["totals"] == {"A": 78, "B": 23}


def test_without_a_file_or_with_one_that_is_not_there_it_says_what_it_wants(call, tmp_path):
    assert call("split")[0] == 2
    code, _, err = call("settle", str(tmp_path / "none.json"))
    assert code == 2 and "none.json" in err
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe")
    assert "UTF-8" in call("split", str(tmp_path / "bytes.json"))[2]


def test_settle_gives_the_fewest_transfers(call):
    code, out, _ = call("settle", "--json", doc={"balances": {"A": -400, "B": -300, "C": 200, "D": 200, "E": 300}})
    assert code == 0 and len(json.loads(out)["transfers"]) == 3 and json.loads(out)["minimal"] is True


def test_settle_can_go_through_one_person(call):
    code, out, _ = call("settle", "-", "--json", stdin='{"balances": {"A": -5, "B": 5, "P": 0}, "payer": "P"}')
    assert code == 0
    assert json.loads(out) == {
        "transfers": [{"from": "A", "to": "P", "amount_minor": 5}, {"from": "P", "to": "B", "amount_minor": 5}],
        "minimal": False,
    }


def test_settle_says_when_everything_is_even_and_when_a_plan_is_not_proven(call):
    assert call("settle", doc={"balances": {"A": 0}})[1].strip() == "已结清 · settled"
    many = {f"m{at}": 100 + at * at for at in range(18)}
    many["z"] = -sum(many.values())
    assert "not proven" in call("settle", doc={"balances": many})[1]


def test_balances_that_are_a_fen_off_are_an_error(call):
    code, out, err = call("settle", "--json", doc={"balances": {"A": -500, "B": 501}})
    assert code == 2 and json.loads(out)["error"] == "unbalanced" and json.loads(out)["off_by_minor"] == 1
    assert "不能结算" in err


def test_every_reason_is_said_with_what_it_is_about():
    for reason in REASONS:
        zh, en = said(Refusal("bad_input", reason=reason, where="lines.key", value="X", line="rent"))
        assert zh.startswith("rent：") and "{" not in zh + en
