"""The codes and labels of payments, settlement, funds, receipts and exports: the same contract as `bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

_PAYMENT = ("payment", "giver", "taker", "amount_minor", "currency", "purpose", "state")

PAY: Mapping[str, Code] = {
    "pay_confirm": Code(
        "said back before it counts; `giver` or `taker` null = the provider; `mine` = the asker paid; `owes_minor` = "
        "what the giver still owes in all; `twice` = the same is noted already",
        ("giver", "taker", "amount_minor", "currency", "purpose", "mine", "owes_minor", "month", "twice"),
    ),
    "paid": Code(
        "a payment counts; `state` said = its taker has not confirmed it; `left_minor` = what the giver still owes; "
        "`settled` = months that are paid now",
        (*_PAYMENT, "left_minor", "settled"),
    ),
    "pay_dropped": Code("nothing was counted"),
    "pay_waiting": Code(
        "payments that wait for the word of who was paid, also unasked",
        ("taker", "currency", "payments", "total_minor"),
    ),
    "pay_received": Code(
        "who was paid confirmed these; `left` = how many still wait", ("payments", "currency", "left", "settled")
    ),
    "pay_voided": Code(
        "a payment was taken back, it counts no more; told to the other side too; `reopened` = settled months that "
        "are not paid any more",
        (*_PAYMENT, "by", "reopened"),
    ),
    "payments": Code("the latest payments; `all` = everybody's", ("currency", "payments", "all")),
    "ask_pay": Code(
        "whom one still has to pay, a button each; `waiting` = payments that wait for one's own word; `shown` = the "
        "month whose bill is shown and not closed yet",
        ("currency", "debts", "month", "waiting", "choices"),
        ("shown",),
    ),
    "pay_yours": Code(
        "unasked: what one still has to pay, with the picture of who is paid (`attached`); `others` = further parts; "
        "`days` = a reminder so long after closing or asking; `advance` = asked ahead; `gone` = they left the group",
        ("month", "currency", "taker", "amount_minor", "others", "remark", "days", "advance", "gone"),
        ("attached",),
    ),
    "pay_sent": Code("one's own bill goes to the private chat, if there is one", ("reachable",)),
    "pay_self": Code("a payment to oneself"),
    "owes_nothing": Code("no amount was named and nothing is owed; null = the asker", ("giver", "taker")),
    "no_such_payment": Code("no payment of this number", ("payment",)),
    "payment_not_yours": Code("somebody else's payment", ("payment", "name")),
}

SETTLE: Mapping[str, Code] = {
    "settle": Code(
        "the transfers that bring everybody to zero after `months`; `minimal` = none has fewer; `via` = all through "
        "one; `advances` = not used yet; `ahead_minor` = paid to the provider beyond the bills; `waiting` = payments "
        "not confirmed; `private` = amounts only in private",
        (
            "month", "months", "currency", "transfers", "minimal", "via", "advances", "ahead_minor", "waiting",
            "private",
        ),
    ),
    "no_payer": Code("nobody is known to have paid the provider; `month` null = no payer was chosen", ("month",)),
    "collect": Code(
        "an advance asked of everybody: who paid, who is missing",
        ("collection", "each_minor", "currency", "to", "paid", "missing", "received_minor", "closed"),
    ),
    "no_collection": Code("no advance is asked"),
    "funds": Code(
        "funds with their members, `month_minor` = their part of the month, `balance_minor` = to be settled (negative: "
        "owed by them); `changed` = the one just changed; `shut` = the title of the one just closed",
        ("month", "currency", "funds", "changed", "shut"),
    ),
    "fund_empty": Code("nobody's share of the month goes to the fund", ("title", "month")),
    "no_such_fund": Code("no fund of this name, or several", ("text", "funds")),
}  # fmt: skip

FILES: Mapping[str, Code] = {
    "payee_code": Code(
        "the picture by which one is paid (`attached`, null = none); `set` = it was just changed",
        ("name", "set", "sha256", "attached"),
    ),
    "receipt": Code(
        "a line's receipts with the SHA-256 of their bytes (null = not known); `new` = just put there; `also` = lines "
        "with the same bytes",
        ("number", "kind", "amount_minor", "currency", "new", "receipts", "also", "attached"),
    ),
    "no_receipt_line": Code("which line is the receipt for? `picture` = one came", ("picture",)),
    "bad_picture": Code("a file of another kind than a picture or PDF", ("mime",)),
    "ask_export": Code("which file? a button a format and a fund", ("month", "choices")),
    "exported": Code(
        "a month as a file (`attached`); `format` xlsx, csv, json, beancount, claim; `fund` = its title in a claim",
        ("month", "format", "state", "lines", "fund", "name", "size", "sha256", "attached"),
    ),
    "only_privately": Code("amounts are private: this is told in the private chat only"),
    "imported": Code("a month's JSON was taken in; `new` false = it was here already, to the byte", ("month", "new")),
    "import_refused": Code(
        "a file that is not taken in: no_file, not_json, other_schema, other_pool, not_closed, does_not_add_up, "
        "no_such_member, differs",
        ("reason", "value"),
    ),
    "no_xlsx": Code("this installation cannot write workbooks"),
}

CODES: Mapping[str, Code] = {**PAY, **SETTLE, **FILES}

LABELS: Mapping[str, tuple[str, ...]] = {
    "pay.yes": (),
    "pay.no": (),
    "pay.i_paid": (),
    "pay.copy_amount": (),
    "pay.copy_remark": (),
    "pay.to": ("name", "amount_minor", "currency"),
    "pay.all_received": (),
    "pay.received": (),
    "pay.one_received": ("name", "amount_minor", "currency"),
    "pay.not_received": (),
    "pay.void": (),
    "pay.void_one": ("payment",),
    "settle.mine": (),
    "export.format": ("format",),
    "export.claim": ("title",),
    "file.refused": (),
    "picture.refused": (),
}
