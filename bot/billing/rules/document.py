"""The schema of `pinka split` and `pinka settle`: JSON objects to a bill, a statement to a JSON object.

Numbers come as int or Decimal (`parse_float=Decimal`), fractions also as text ("1/3"). A field that is not known
is refused: a misspelt one must not change a bill in silence.
"""

from typing import Any

from bot.billing.rules.document_keys import key_of, known, policy_of, seconds, uses_of
from bot.billing.rules.fields import bad, exact, fields, minor, name, rows, whole
from bot.billing.rules.settlement import Settlement
from bot.billing.rules.shapes import PROVIDER, Bill, Line, Member, Payment, Sponsor
from bot.billing.rules.statement import Statement

TIES = ("hash", "order")
ASIDE = ("id", "name", "note", "title")
"""Fields of a document that say what it is and change nothing."""


def bill_of(doc: object) -> Bill:
    """The bill of one document. Raises `bad_input` (reason, where, and often value)."""
    of = fields(doc, "document")
    members = tuple(_member(one) for one in rows(of, "members"))
    people = {one.id for one in members}
    if not members:
        bad("no_members", "members")
    if len(people) != len(members) or PROVIDER in people:
        bad("twice" if len(people) != len(members) else "reserved", "members", [one.id for one in members])
    lines = tuple(_line(one) for one in rows(of, "lines"))
    if len({line.id for line in lines}) != len(lines):
        bad("twice", "lines", [line.id for line in lines])
    tie = of.take("tie", "hash")
    if tie not in TIES:
        bad("not_one_of", "tie", tie)
    bill = Bill(
        name(of.take("statement", ""), "statement", empty=True),
        members,
        lines,
        policy_of(of.take("policy", "charged")),
        uses_of(of.take("use", []), people),
        of.optional("capacity_s", seconds),
        of.optional("payer", lambda one, where: known(one, where, people)),
        tuple(_sponsor(one) for one in rows(of, "sponsors", [])),
        tuple(_payment(one) for one in rows(of, "payments", [])),
        tie,
        name(of.take("currency", "CNY"), "currency"),
    )
    of.done(ignoring=ASIDE)
    return bill


def statement_doc(statement: Statement) -> dict[str, Any]:
    """What `pinka split` answers. `transfers` and their number are null while balances do not sum to 0."""
    settled = statement.settlement
    return {
        "lines": [
            {"id": line.id, "amount_minor": line.amount_minor, "shares": dict(line.shares)} for line in statement.lines
        ],
        "totals": dict(statement.totals),
        "balances": dict(statement.balances),
        "transfers": None if settled is None else transfer_rows(settled),
        "fewest_transfers": None if settled is None else len(settled.transfers),
    }


def balances_doc(doc: object) -> dict[str, int]:
    """The balances of `pinka settle`. Raises `bad_input`."""
    of = fields(doc, "document")
    balances = {
        name(one, "balances"): minor(amount, f"balances.{one}")
        for one, amount in fields(of.need("balances"), "balances").items()
    }
    of.done(ignoring=(*ASIDE, "currency", "payer"))
    return balances


def settlement_doc(settlement: Settlement) -> dict[str, Any]:
    """What `pinka settle` answers."""
    return {"transfers": transfer_rows(settlement), "minimal": settlement.minimal}


def transfer_rows(settlement: Settlement) -> list[dict[str, Any]]:
    return [{"from": one.giver, "to": one.taker, "amount_minor": one.amount_minor} for one in settlement.transfers]


def _member(given: object) -> Member:
    of = fields(given, "members")
    member = Member(
        name(of.need("id"), "members.id"),
        of.optional("present_s", lambda one, where: whole(one, where, least=0)),
        exact(of.take("pledge", 0), "pledge", least=0),
        exact(of.take("weight", 1), "weight", least=0),
    )
    of.done(ignoring=("name",))
    return member


def _line(given: object) -> Line:
    of = fields(given, "lines")
    line = Line(
        name(of.need("id"), "lines.id"),
        minor(of.need("amount_minor"), "lines.amount_minor"),
        key_of(of.take("key", "policy")),
    )
    of.done(ignoring=("name", "note", "kind"))
    return line


def _sponsor(given: object) -> Sponsor:
    of = fields(given, "sponsors")
    member = name(of.need("member"), "sponsors.member")
    if ("fixed_minor" in of) == ("percent" in of):
        bad("fixed_or_percent", "sponsors", member)
    sponsor = Sponsor(
        member,
        minor(of.take("fixed_minor", 0), "fixed_minor", least=0),
        exact(of.take("percent", 0), "percent", least=0, most=100),
    )
    of.done()
    return sponsor


def _payment(given: object) -> Payment:
    of = fields(given, "payments")
    payment = Payment(
        name(of.need("from"), "payments.from"),
        name(of.need("to"), "payments.to"),
        minor(of.need("amount_minor"), "payments.amount_minor", least=1),
    )
    if payment.giver == payment.taker:
        bad("to_oneself", "payments", payment.giver)
    of.done(ignoring=("note", "at"))
    return payment
