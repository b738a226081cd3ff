"""English: payments, settlement, advances, funds, receipts, exports."""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.en import pay_files
from bot.language.texts.en.bill_pieces import money, month
from bot.language.texts.en.pieces import point
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name

MOST = 6
NAME = 20
SHORT = 12
"""In a first line."""
STATES = {"said": "not confirmed yet", "received": "received", "voided": "taken back"}


def _who(name: str | None, widest: int = NAME) -> str:
    return plain_name(name, widest) if name is not None else "the provider"


def _way(one: Mapping[str, Any], currency: str, widest: int = NAME) -> str:
    return f"{_who(one['giver'], widest)} to {_who(one['taker'], widest)}: {money(one['amount_minor'], currency)}"


def pay_confirm(f: Facts, c: Context) -> list[Line]:
    amount = money(f["amount_minor"], f["currency"])
    first = f"You paid {_who(f['taker'], SHORT)} {amount}?" if f["mine"] else f"{_way(f, f['currency'], SHORT)}?"
    notes: list[Line] = [f"For {month(f['month'], c)}; name the month if it is another"] if f["month"] else []
    if f["purpose"] == "advance":
        notes.append("An advance: later bills use it up")
    elif f["owes_minor"] is not None and f["owes_minor"] != f["amount_minor"] and f["taker"] is not None:
        who = "You owe" if f["mine"] else f"{_who(f['giver'])} owes"
        notes.append(f"{who} {money(f['owes_minor'], f['currency']) if f['owes_minor'] else 'nothing'} now")
    if f["twice"]:
        notes.append("The same is noted already: press only if there are two")
    return [first, *notes, "It counts once you confirm"]


def paid(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"Noted: {money(f['amount_minor'], f['currency'])} paid", _way(f, f["currency"])]
    lines.append(f"payment {f['payment']}, {STATES[f['state']]}")
    if f["left_minor"]:
        lines.append(f"{_who(f['giver'])} still owes {money(f['left_minor'], f['currency'])}")
    return [*lines, *_settled(f, c)]


def _settled(f: Facts, c: Context) -> list[Line]:
    return ["Settled: " + ", ".join(month(one, c) for one in f["settled"])] if f["settled"] else []


def pay_dropped(f: Facts, c: Context) -> list[Line]:
    return ["Nothing was noted", "Say it again, e.g. /pay @li 120.5"]


def pay_waiting(f: Facts, c: Context) -> list[Line]:
    if not f["payments"]:
        return ["No payment waits for your word", "All of them: /pay list"]
    lines: list[Line] = [f"{_count(len(f['payments']))} for {_who(f['taker'])} to confirm"]
    lines += [
        f"{_who(one['giver'])} {money(one['amount_minor'], f['currency'])} (no. {one['payment']})"
        for one in f["payments"][:MOST]
    ]
    more = len(f["payments"]) - MOST
    return [*lines, f"and {more} more, {money(f['total_minor'], f['currency'])} in all"] if more > 0 else lines


def _count(number: int) -> str:
    return f"{number} payment" + ("" if number == 1 else "s")


def pay_received(f: Facts, c: Context) -> list[Line]:
    if not f["payments"]:
        return ["All of these were confirmed before", "All payments: /pay list"]
    total = sum(one["amount_minor"] for one in f["payments"])
    lines: list[Line] = [f"{_count(len(f['payments']))} received, {money(total, f['currency'])}"]
    lines += [f"{_who(one['giver'])} {money(one['amount_minor'], f['currency'])}" for one in f["payments"][:4]]
    left = [f"{_count(f['left'])} still to confirm"] if f["left"] else []
    return [*lines, *left, *_settled(f, c)]


def pay_voided(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"Payment {f['payment']} taken back", _way(f, f["currency"])]
    again = ", ".join(month(one, c) for one in f["reopened"])
    return [*lines, f"by {_who(f['by'])}; it counts no more", *([f"Not settled any more: {again}"] if again else [])]


def payments(f: Facts, c: Context) -> list[Line]:
    if not f["payments"]:
        return ["No payments yet", "Note one, e.g. /pay @li 120.5"]
    lines: list[Line] = [f"The latest {_count(len(f['payments']))}" + ("" if f["all"] else " of yours")]
    lines += [
        f"{one['payment']}. {_way(one, f['currency'])}, {STATES[one['state']]}, {point(one['at'], c)}"
        for one in f["payments"][:MOST]
    ]
    more = len(f["payments"]) - MOST
    return [*lines, f"and {more} more"] if more > 0 else lines


def ask_pay(f: Facts, c: Context) -> list[Line]:
    if not f["debts"]:
        shown = [f"the bill of {month(f['shown'], c)} is due once it is closed"] if f.get("shown") else []
        return ["You owe nobody anything now", *shown, "Note a payment, e.g. /pay @li 120.5"]
    total = sum(one["amount_minor"] for one in f["debts"])
    lines: list[Line] = [f"You still owe {money(total, f['currency'])}"]
    lines += [f"{_who(one['taker'])} {money(one['amount_minor'], f['currency'])}" for one in f["debts"][:MOST]]
    waiting = [f"and {_count(f['waiting'])} for you to confirm"] if f["waiting"] else []
    return [*lines, *waiting, "Press once it is paid"]


def pay_yours(f: Facts, c: Context) -> list[Line]:
    amount = money(f["amount_minor"], f["currency"])
    if f["advance"] and f["days"] is None:
        first = f"An advance to {_who(f['taker'])}: {amount}"
    elif f["days"] is not None:
        first = f"Not paid yet: {amount} to {_who(f['taker'])}"
    else:
        first = f"You pay {_who(f['taker'])} {amount}"
    lines: list[Line] = [first]
    if f["advance"]:
        ago = f"An advance, asked {f['days']} days ago; later" if f["days"] is not None else "Later"
        lines.append(f"{ago} bills use it up")
    elif f["month"]:
        ago = f", closed {f['days']} days ago" if f["days"] is not None else ""
        lines.append(f"The bill of {month(f['month'], c)}{ago}")
    lines += [f"and {money(one['amount_minor'], f['currency'])} to {_who(one['taker'])}" for one in f["others"][:3]]
    last = f"Tell {_who(f['taker'])} once it is paid: they note it" if f["gone"] else "Press once it is paid"
    return [*lines, f"Remark: {plain_name(f['remark'], 40)}", last]


def pay_sent(f: Facts, c: Context) -> list[Line]:
    return ["Sent to your private chat"] if f["reachable"] else ["I need a private chat for that", "Start one below"]


def pay_self(f: Facts, c: Context) -> list[Line]:
    return ["Nobody pays themselves", "E.g. /pay @li 120.5"]


def owes_nothing(f: Facts, c: Context) -> list[Line]:
    giver = "You owe" if f["giver"] is None else f"{_who(f['giver'])} owes"
    taker = "you" if f["taker"] is None else _who(f["taker"], SHORT)
    return [f"{giver} {taker} nothing now", "If it was paid, name the amount, e.g. /pay @li 120.5"]


def no_such_payment(f: Facts, c: Context) -> list[Line]:
    return [f"There is no payment {f['payment']}", "All of them: /pay list"]


def payment_not_yours(f: Facts, c: Context) -> list[Line]:
    whose = _who(f["name"]) if f["name"] else "somebody else"
    return [f"Payment {f['payment']} is about {whose}", "Only they or a treasurer can do that"]


def settle(f: Facts, c: Context) -> list[Line]:
    if not f["months"]:
        return ["No month is closed yet", "A treasurer closes one: /close"]
    until = month(f["month"], c)
    if f["private"]:
        return [f"Settlement up to {until}: in private", "Press to get yours in the private chat"]
    if not f["transfers"]:
        return [f"All settled (up to {until})", *_around(f)]
    number = len(f["transfers"])
    lines: list[Line] = [f"Up to {until}: {number} transfer" + ("" if number == 1 else "s")]
    lines += [_way(one, f["currency"]) for one in f["transfers"][: 4 if number > 5 else 5]]
    more = number - (len(lines) - 1)
    lines += [f"and {more} more"] if more > 0 else []
    return [*lines, *_around(f)]


def _around(f: Facts) -> list[Line]:
    notes = []
    if f["via"]:
        notes.append(f"all via {_who(f['via'])}")
    if not f["minimal"] and not f["via"]:
        notes.append("not proven to be the fewest")
    if f["waiting"]:
        notes.append(f"{f['waiting']} not confirmed")
    if f["ahead_minor"]:
        notes.append(f"{money(f['ahead_minor'], f['currency'])} ahead at the provider")
    lines: list[Line] = ["; ".join(notes)] if notes else []
    if f["advances"]:
        left = sum(one["left_minor"] for one in f["advances"])
        lines.append(f"advances left: {money(left, f['currency'])} of {len(f['advances'])}")
    return lines


def no_payer(f: Facts, c: Context) -> list[Line]:
    which = f" for {month(f['month'], c)}" if f["month"] else ""
    paid = f"/pay provider {month(f['month'], c)} 40000" if f["month"] else "/pay provider 40000"
    return [f"Who paid the provider{which}?", f"Name the payer, e.g. /split payer li; or {paid}"]


def collect(f: Facts, c: Context) -> list[Line]:
    each = money(f["each_minor"], f["currency"])
    first = f"Closed: everybody pays {_who(f['to'], SHORT)} {each} ahead"
    lines: list[Line] = [first if f["closed"] else f"Everybody pays {_who(f['to'])} {each} ahead"]
    lines.append(f"{money(f['received_minor'], f['currency'])} so far, {len(f['paid'])} paid")
    if f["missing"]:
        names = ", ".join(plain_name(one, NAME) for one in f["missing"][:MOST])
        lines.append(f"missing: {names}" + (f" ({len(f['missing'])} in all)" if len(f["missing"]) > MOST else ""))
    return [*lines, "No more is asked" if f["closed"] else "Later bills use it up; press once it is paid"]


def no_collection(f: Facts, c: Context) -> list[Line]:
    return ["No advance is asked", "A treasurer asks for one, e.g. /collect 5000"]


TEXTS: dict[str, Text] = {
    **pay_files.TEXTS,
    "pay_confirm": pay_confirm,
    "paid": paid,
    "pay_dropped": pay_dropped,
    "pay_waiting": pay_waiting,
    "pay_received": pay_received,
    "pay_voided": pay_voided,
    "payments": payments,
    "ask_pay": ask_pay,
    "pay_yours": pay_yours,
    "pay_sent": pay_sent,
    "pay_self": pay_self,
    "owes_nothing": owes_nothing,
    "no_such_payment": no_such_payment,
    "payment_not_yours": payment_not_yours,
    "settle": settle,
    "no_payer": no_payer,
    "collect": collect,
    "no_collection": no_collection,
}
LABELS: dict[str, Label] = {
    **pay_files.LABELS,
    "pay.yes": lambda f, c: "Yes, note it",
    "pay.no": lambda f, c: "No",
    "pay.i_paid": lambda f, c: "I paid",
    "pay.copy_amount": lambda f, c: "Copy amount",
    "pay.copy_remark": lambda f, c: "Copy remark",
    "pay.to": lambda f, c: f"Paid {plain_name(f['name'], 12)} {money(f['amount_minor'], f['currency'])}",
    "pay.all_received": lambda f, c: "All received",
    "pay.received": lambda f, c: "Received",
    "pay.one_received": lambda f, c: f"Got {plain_name(f['name'], 12)} {money(f['amount_minor'], f['currency'])}",
    "pay.not_received": lambda f, c: "Not received",
    "pay.void": lambda f, c: "Take back",
    "pay.void_one": lambda f, c: f"Take back {f['payment']}",
    "settle.mine": lambda f, c: "My bill",
}
