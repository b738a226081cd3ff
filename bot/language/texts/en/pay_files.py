"""English: funds, payment codes, receipts, exports."""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.en.bill_pieces import KINDS, money, month
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.writing import plain_name

MOST = 6
NAME = 20
FORMATS = {
    "xlsx": "workbook", "csv": "CSV", "json": "JSON", "beancount": "beancount ledger", "claim": "claim sheet",
}  # fmt: skip


REFUSED = {
    "no_file": "No file came along",
    "not_json": "That is no JSON",
    "other_schema": "Not exported by Pinka, or another version",
    "other_pool": "That is another group's month",
    "not_closed": "The month was not closed when exported",
    "does_not_add_up": "The file was changed: it does not add up",
    "no_such_member": "Somebody in it is not in this group",
    "differs": "The month is closed here, and differs",
}


def funds(f: Facts, c: Context) -> list[Line]:
    if f["shut"]:
        return [f"{plain_name(f['shut'], 30)} is closed", "No share goes there from now on; the others: /fund"]
    if not f["funds"]:
        return ["No funds yet", "A treasurer adds one, e.g. /fund add Some University tax 12100000400000000X"]
    lines: list[Line] = ["The fund is changed" if f["changed"] else f"Funds: {len(f['funds'])}"]
    for one in f["funds"][:MOST]:
        lines.append(_fund(one, f["currency"], f["month"], c))
        if f["changed"]:
            lines += _particulars(one)
    return lines


def _fund(one: Mapping[str, Any], currency: str, name: str, c: Context) -> str:
    members = ", ".join(plain_name(who, NAME) for who in one["members"][:4]) or "nobody"
    rest = f" ({len(one['members'])} in all)" if len(one["members"]) > 4 else ""
    parts = [f"{one['fund']}. {plain_name(one['title'], 24)}: {members}{rest}"]
    if one["month_minor"]:
        parts.append(f"{month(name, c)} {money(one['month_minor'], currency)}")
    if one["balance_minor"]:
        word = "still owes" if one["balance_minor"] < 0 else "is owed"
        parts.append(f"{word} {money(abs(one['balance_minor']), currency)}")
    return "; ".join(parts)


def _particulars(one: Mapping[str, Any]) -> list[Line]:
    tax = [f"Tax number: {one['tax_number']}"] if one["tax_number"] else ["No tax number"]
    about = [f"Item: {plain_name(one['item'], 30)}"]
    about += [f"in charge: {plain_name(one['in_charge'], NAME)}"] if one["in_charge"] else []
    return [*tax, "; ".join(about)]


def no_such_fund(f: Facts, c: Context) -> list[Line]:
    named = plain_name(f["text"], 16)
    titles = ", ".join(plain_name(one, 20) for one in f["funds"][:4])
    return [f"No fund {named}" if named else "Which fund?", f"There are: {titles}" if titles else "None yet: /fund"]


def fund_empty(f: Facts, c: Context) -> list[Line]:
    return [
        f"Nobody's share of {month(f['month'], c)} goes there",
        f"{plain_name(f['title'], 24)}: e.g. /fund join 1 li",
    ]


def payee_code(f: Facts, c: Context) -> list[Line]:
    if f["attached"] is None:
        first = "Your payment code is removed" if f["set"] else "You gave no payment code yet"
        return [first, "Send its picture with the caption /payee"]
    first = "Noted: who pays you sees this picture" if f["set"] else "Your payment code"
    return [first, *_hash(f["sha256"])]


def _hash(digest: str | None) -> list[Line]:
    return [f"SHA-256 {digest[:16]}"] if digest else ["The picture could not be fetched: no hash"]


def receipt(f: Facts, c: Context) -> list[Line]:
    what = f"line {f['number']}: {KINDS[f['kind']]} {money(f['amount_minor'], f['currency'])}"
    if not f["receipts"]:
        return [f"Line {f['number']} has no receipt", f"{what}. Send a picture with the caption /receipt {f['number']}"]
    number = len(f["receipts"])
    lines: list[Line] = [
        f"Receipt kept for line {f['number']}" if f["new"] else f"Receipts of line {f['number']}: {number}"
    ]
    lines.append(what)
    for one in f["receipts"][:3]:
        lines += _hash(one["sha256"])
    also = ", ".join(str(one) for one in f["also"][:6])
    return [*lines, f"Mind: the same picture is at line {also}"] if also else lines


def no_receipt_line(f: Facts, c: Context) -> list[Line]:
    return ["For which line is the receipt?", "Say its number, e.g. /receipt 12; numbers: /bill"]


def bad_picture(f: Facts, c: Context) -> list[Line]:
    return ["Not a picture", "A receipt may be a PDF too"]


def ask_export(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)} as which file?", "Another month, e.g. /export Nov csv"]


def exported(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{month(f['month'], c)} as a {FORMATS[f['format']]}"]
    if f["fund"]:
        lines.append(f"Fund: {plain_name(f['fund'], 30)}")
    state = "closed" if f["state"] in ("closed", "settled") else "not closed, figures will change"
    size = -(-f["size"] // 1024)
    return [*lines, f"{f['name']}, {size} KB, {f['lines']} lines, {state}", Code(f["sha256"])]


def only_privately(f: Facts, c: Context) -> list[Line]:
    return ["Please ask in the private chat", "In this group everybody sees only their own amounts"]


def imported(f: Facts, c: Context) -> list[Line]:
    if f["new"]:
        return [f"{month(f['month'], c)} is here now", "It is closed; see /split"]
    return [f"{month(f['month'], c)} was here already", "The same to the byte: nothing changed"]


def import_refused(f: Facts, c: Context) -> list[Line]:
    return [REFUSED[f["reason"]], "Send a file of /export json with the caption /export import"]


def no_xlsx(f: Facts, c: Context) -> list[Line]:
    return ["Workbooks cannot be written here", "Install pinka[xlsx]; or take CSV, e.g. /export csv"]


TEXTS: dict[str, Text] = {
    "funds": funds,
    "no_such_fund": no_such_fund,
    "fund_empty": fund_empty,
    "payee_code": payee_code,
    "receipt": receipt,
    "no_receipt_line": no_receipt_line,
    "bad_picture": bad_picture,
    "ask_export": ask_export,
    "exported": exported,
    "only_privately": only_privately,
    "imported": imported,
    "import_refused": import_refused,
    "no_xlsx": no_xlsx,
}
LABELS: dict[str, Label] = {
    "export.format": lambda f, c: {"xlsx": "Excel", "csv": "CSV", "json": "JSON", "beancount": "beancount"}[
        f["format"]
    ],
    "file.refused": lambda f, c: "(file not taken here: ask in the private chat)",
    "picture.refused": lambda f, c: "(the picture was not taken here)",
    "export.claim": lambda f, c: f"Claim: {plain_name(f['title'], 16)}",
}
