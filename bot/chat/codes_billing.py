"""The codes and labels of costs, payments and the month's bill: the same contract as `bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

_LINE = ("line", "month", "currency", "total_minor", "corrects")
_WHY = ("month", "state", "estimate", "currency", "name")

LEDGER: Mapping[str, Code] = {
    "bill": Code(
        "a month's lines; `number` null = made by the rents in force",
        ("month", "state", "currency", "total_minor", "lines"),
    ),
    "bill_added": Code("a line was written down; `corrects` = the closed month it is about", _LINE),
    "bill_voided": Code("a line was taken back; `corrects` as there", _LINE),
    "bill_twice": Code("the same line was written down a moment ago", ("line", "month", "currency")),
    "bad_amount": Code(
        "an amount that was not read: empty, not_an_amount, ambiguous, too_fine, too_large, other_currency; "
        "`reading` = how it could be taken",
        ("text", "fault", "reading", "currency"),
    ),
    "vouchers": Code("the vouchers that are still good for something, with what is left", ("currency", "vouchers")),
    "voucher_added": Code(
        "a voucher was written down; `name` null = for everybody; `until` = its last second, null = for ever",
        ("voucher", "currency"),
    ),
    "voucher_voided": Code(
        "a voucher was taken back; `used_minor` = what closed months had used of it",
        ("number", "amount_minor", "used_minor", "currency"),
    ),
    "voucher_twice": Code("the same voucher was written down a moment ago", ("voucher", "currency")),
    "voucher_expired": Code("a voucher whose last day is over", ("until",)),
    "no_such_voucher": Code("no voucher of this number", ("number",)),
    "no_such_line": Code("no line of this number", ("number",)),
    "no_such_month": Code("a month that has not begun", ("month",)),
    "no_such_outage": Code("no outage of this number", ("outage",)),
    "price": Code(
        "reference prices, rents in force and to come; `card_hours` = what a booking is shown (`basis` price or "
        "reference); `so_far_minor` = what a booked card-hour costs this month up to now; `added` = the one just set",
        ("currency", "prices", "rents", "card_hours", "so_far_minor", "added"),
    ),
}

MONTH: Mapping[str, Code] = {
    "split": Code(
        "a month's bill: the total, one's own, everybody's; `estimate` = the month runs; `supposed` = under a policy "
        "that is not in force; `problem` = why it cannot be shared; `fallback` = who stands in where "
        "nobody has a part (pledge, payer); `until` = the end of the time to object",
        (
            "month", "state", "estimate", "supposed", "currency", "total_minor", "mine_minor", "members", "lines",
            "policy", "until", "problem", "fallback", "private", "observed", "capacity_seconds", "charged_seconds",
            "idle_seconds", "outage_seconds", "undecided_seconds",
        ),
    ),
    "split_whatif": Code(
        "a month under every policy, the one in force first",
        ("month", "currency", "total_minor", "estimate", "policies"),
    ),
    "split_policy": Code(
        "the policy with its sponsors; `next` = the one from `start` on, at once when nobody is `missing`",
        ("policy", "sponsors", "currency", "next", "start", "missing"),
    ),
    "pledges": Code("what members pledged; `next` = from the next month on", ("members",)),
    "bill_settings": Code(
        "who pays the provider, how long a bill is shown, whether amounts are private, what is credited of bookings "
        "that are given up: usual, none, all, custom",
        ("payer", "via_payer", "private", "review_seconds", "credits", "set"),
    ),
    "why": Code("one's part of every line of a month", (*_WHY, "lines", "sponsored_minor", "total_minor")),
    "why_line": Code(
        "one line: one's weight in it, the parts of a month in which price or policy changed, and a page of the "
        "bookings and use behind it; `counts` = it is charged",
        (*_WHY, "line", "weight", "parts", "items", "charged_seconds", "page", "pages"),
    ),
    "told_privately": Code("amounts are private; `reachable`: sent to the private chat", ("month", "reachable")),
}  # fmt: skip

REVIEW: Mapping[str, Code] = {
    "review": Code(
        "a month's bill is shown until `until`: who agreed, who is missing, open objections; `changed` = since it was "
        "first shown",
        (
            "month", "currency", "total_minor", "members", "private", "until", "agreed", "missing", "objections",
            "changed", "observed",
        ),
    ),
    "bill_yours": Code("unasked: one's own part of a bill that is shown", ("month", "currency", "minor", "until")),
    "bill_stuck": Code("unasked: a month's bill cannot be shared out", ("month", "reason", "line")),
    "review_waits": Code("unasked: open objections keep a bill from being closed", ("month", "objections")),
    "bill_closed": Code(
        "a month is closed for ever; `hash` = SHA-256 of what it was made from",
        ("month", "currency", "total_minor", "members", "settled", "hash"),
    ),
    "month_runs": Code("a month that is not over cannot be closed", ("month", "until")),
    "nothing_to_close": Code("a month without a line", ("month",)),
    "not_in_review": Code("no bill is shown", ("month",)),
    "ask_objection": Code("against which line, and what?", ("month", "currency", "lines", "choices")),
    "objected": Code("somebody objects to a line (null = the bill)", ("month", "number", "line", "by", "words")),
    "objections": Code("what was said against a bill, and what was answered", ("month", "objections")),
    "objection_resolved": Code(
        "an objection was answered; `left` = how many are open; `gone` = its line was taken back",
        ("month", "number", "line", "gone", "by", "words", "resolution", "resolved_by", "left"),
    ),
    "no_such_objection": Code("no objection of this number", ("number",)),
    "too_many_objections": Code("so many are open at once", ("allowed",)),
    "no_weights": Code("nobody used anything, and neither pledges nor a payer stand in", ("line",)),
    "unbalanced": Code("balances that do not sum to zero", ("off_by_minor",)),
}  # fmt: skip

CODES: Mapping[str, Code] = {**LEDGER, **MONTH, **REVIEW}

LABELS: Mapping[str, tuple[str, ...]] = {
    "bill.undo": (),
    "bill.void": ("number",),
    "bill.again": (),
    "voucher.void": ("number",),
    "rent.void": ("node", "gpu", "unit", "amount_minor", "from"),
    "why": (),
    "why.up": (),
    "why.line": ("number", "kind", "note"),
    "page.before": (),
    "page.next": (),
    "whatif": (),
    "month": ("month",),
    "policy.now": (),
    "review.agree": (),
    "review.object": (),
}
