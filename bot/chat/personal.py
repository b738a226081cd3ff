"""Answers that concern only who asked. Where a platform can, it shows them to that person alone.

Never what others must know (who has which card, who joined, what an owner decided), and never what must arrive.
"""

from bot.chat.message import Event, Message

PERSONAL = frozenset(
    {
        "my", "help", "bad_input", "unknown_command", "not_understood", "not_member", "role", "limit", "past",
        "no_such_card", "no_such_kind", "no_such_node", "no_such_booking", "too_many", "not_one_node", "no_cards",
        "not_yours", "already_done", "stale_button", "pick", "ask_duration", "ask_time", "ask_target", "ask_pool",
        "already_member", "pool_exists", "pool_declared", "node_exists", "wrong_code", "setup_in_group",
        "join_in_group", "ask_extension", "own_instead", "ask_reason", "nothing_to_undo", "undo_too_late", "undo_taken",
        "ask_leave", "ask_remove", "ask_role", "ask_who", "no_such_member", "last_owner", "unchanged",
        "wrong_link_code", "link_in_private", "lang", "quiet", "no_such_zone", "here_in_group", "secret",
        "why", "why_line", "told_privately", "bad_amount", "no_such_line", "no_such_month", "month_runs",
        "not_in_review", "ask_pay", "payments", "pay_self", "pay_dropped", "no_such_payment", "payment_not_yours",
        "pay_sent", "only_privately", "no_such_fund", "fund_empty", "no_receipt_line", "bad_picture", "ask_export",
        "no_xlsx", "import_refused",
        "beyond_rental", "ask_renewal", "ask_rent_prices", "ask_need", "paper",
    }
)  # fmt: skip
STILL_THERE = 60
"""Seconds for which who asked is surely still looking: nobody promises that such an answer arrives later."""


def only_for(code: str, message: Message | None, now: int) -> str | None:
    """The account for whose eyes the answer `code` to `message` is enough; None = for everybody there."""
    if code not in PERSONAL or message is None or isinstance(message, Event):
        return None
    if message.place.private or message.person.anonymous or now - message.sent_at > STILL_THERE:
        return None
    return message.person.account
