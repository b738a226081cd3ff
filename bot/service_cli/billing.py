"""`pinka split` and `pinka settle`: a bill and its settlement computed from a file, without a database."""

import json
import sys
from collections.abc import Callable, Iterable
from decimal import Decimal
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from bot.billing.rules.document import balances_doc, bill_of, settlement_doc, statement_doc
from bot.billing.rules.settlement import settle as fewest
from bot.billing.rules.settlement import via_payer
from bot.billing.rules.statement import split as split_bill
from bot.errors import Refusal
from bot.language.writing import write_amount
from bot.service_cli.billing_words import said
from bot.service_cli.saying import stop_with

Document = dict[str, Any]
Answer = Callable[[Any], Document]
FILE = Annotated[str | None, typer.Argument(metavar="FILE.json", help="- = 标准输入 · standard input")]
AS_JSON = Annotated[bool, typer.Option("--json", help="输出 JSON · print JSON")]
JSONL = Annotated[bool, typer.Option("--jsonl", help="标准输入每行一个 JSON · one document a line on standard input")]


def split(file: FILE = None, as_json: AS_JSON = False, jsonl: JSONL = False) -> None:
    """A month's bill: what everybody owes, to the fen, and who pays whom."""
    _answer(file, as_json, jsonl, split_document, _plain_statement)


def settle(file: FILE = None, as_json: AS_JSON = False, jsonl: JSONL = False) -> None:
    """Balances: the fewest transfers that settle them."""
    _answer(file, as_json, jsonl, settle_document, _plain_settlement)


def split_document(doc: Any) -> Document:
    """What `pinka split` answers to a document. Raises `Refusal`."""
    return statement_doc(split_bill(bill_of(doc)))


def settle_document(doc: Any) -> Document:
    """What `pinka settle` answers; with a `payer`, everybody settles with them alone. Raises `Refusal`."""
    balances = balances_doc(doc)
    payer = doc.get("payer")
    return settlement_doc(fewest(balances) if payer is None else via_payer(balances, payer))


def _answer(
    file: str | None, as_json: bool, jsonl: bool, answer: Answer, plain: Callable[[Document, Document], str]
) -> None:
    if jsonl:
        _lines(sys.stdin if file in (None, "-") else _text(str(file)).splitlines(), answer)
        return
    if file is None:
        stop_with(
            "要给一个 JSON 文件，或用 --jsonl 从标准输入读。", "Give a JSON file, or --jsonl to read standard input."
        )
    try:
        doc = _read(_text(file))
        told = answer(doc)
    except Refusal as refusal:
        if as_json:
            print(_shown(_error(refusal)))
        stop_with(*said(refusal))
    print(_shown(told) if as_json else plain(doc, told))


def _text(file: str) -> str:
    try:
        return sys.stdin.read() if file == "-" else Path(file).read_text("utf-8-sig")
    except OSError as error:
        stop_with(f"文件打不开：{file}（{error.strerror}）", f"The file {file} cannot be opened: {error.strerror}")
    except UnicodeDecodeError:
        stop_with(f"文件不是 UTF-8 文本：{file}", f"The file {file} is not UTF-8 text")


def _lines(lines: Iterable[str], answer: Answer) -> None:
    """One answer a line; a bad line gets an error and the next one is read."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            print(_shown(_line(line, number, answer)), flush=True)


def _line(line: str, number: int, answer: Answer) -> Document:
    try:
        doc = _read(line)
        named = {"id": doc["id"]} if isinstance(doc, dict) and isinstance(doc.get("id"), str | int) else {}
        return {**named, **answer(doc)}
    except Refusal as refusal:
        return {**_error(refusal), "input_line": number}


def _read(text: str) -> Any:
    """JSON without a float in it. A document may stand in a case, as `{"name", "doc", "expect"}`."""
    try:
        doc = json.loads(
            text.lstrip("\ufeff"), parse_float=Decimal, parse_constant=_no_number, object_pairs_hook=_no_field_twice
        )
    except json.JSONDecodeError as error:
        place = f"{error.lineno}:{error.colno}"
        raise Refusal("bad_input", reason="not_json", where="document", value=place) from error
    except (ValueError, ArithmeticError, RecursionError) as error:
        raise Refusal("bad_input", reason="not_json", where="document", value=type(error).__name__) from error
    return doc["doc"] if isinstance(doc, dict) and "doc" in doc else doc


def _no_number(word: str) -> NoReturn:
    raise Refusal("bad_input", reason="not_a_number", where="document", value=word)


def _no_field_twice(pairs: list[tuple[str, Any]]) -> Document:
    found: Document = {}
    for field, value in pairs:
        if field in found:
            raise Refusal("bad_input", reason="twice", where="document", value=field)
        found[field] = value
    return found


def _error(refusal: Refusal) -> Document:
    return {"error": refusal.code, **refusal.facts, "text": " · ".join(said(refusal))}


def _shown(doc: Document) -> str:
    return json.dumps(doc, ensure_ascii=False)


def _plain_statement(doc: Document, told: Document) -> str:
    doc = doc if isinstance(doc, dict) else {}
    currency = str(doc.get("currency", "CNY"))

    def money(minor: int) -> str:
        return write_amount(minor, currency)

    rows = [f"{doc.get('statement', '')} 合计 total {money(sum(told['totals'].values()))}".strip()]
    rows += [f"  {member}: {money(total)}" for member, total in told["totals"].items()]
    for line in told["lines"]:
        shares = "，".join(f"{member} {money(share)}" for member, share in line["shares"].items() if share)
        rows.append(f"{line['id']} {money(line['amount_minor'])}: {shares or '-'}")
    if told["transfers"] is None:
        return "\n".join([*rows, "付给房东的钱和合计对不上，先不结算 · not paid in full yet, so nothing to settle"])
    return "\n".join([*rows, *_transfers(told["transfers"], currency)])


def _plain_settlement(doc: Document, told: Document) -> str:
    rows = _transfers(told["transfers"], str(doc.get("currency", "CNY")))
    return "\n".join(rows if told["minimal"] else [*rows, "不保证是最少的笔数 · not proven to be the fewest"])


def _transfers(rows: list[Document], currency: str) -> list[str]:
    if not rows:
        return ["已结清 · settled"]
    return [f"{row['from']} → {row['to']} {write_amount(row['amount_minor'], currency)}" for row in rows]
