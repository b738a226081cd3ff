"""English: what is not settled yet before somebody leaves."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from bot.language.texts.en.bill_pieces import about, money, month
from bot.language.texts.shape import Context, Line
from bot.language.writing import plain_name

NAME = 20


def _not_closed(one: Mapping[str, Any], currency: str, c: Context) -> str:
    """A month that is over is shown with what it came to; one that runs is an estimate."""
    if one["month"] < f"{datetime.fromtimestamp(c.now, c.zone):%Y-%m}":
        return f"{month(one['month'], c)}, not closed yet, {money(one['amount_minor'], currency)}"
    return f"{month(one['month'], c)} so far about {about(one['amount_minor'], currency)}"


def open_money(money_open: Mapping[str, Any] | None, c: Context, *, own: bool) -> list[Line]:
    """What is still to be paid, to be got, left of advances, and the months that are not closed. Four lines at most."""
    if money_open is None:
        return []
    who = "you" if own else "they"
    payer: list[Line] = (
        [f"{who} pay the provider: choose another first, /split payer li"] if money_open["payer"] else []
    )
    if money_open["private"]:
        return [*payer, "not all is settled, and it stays so; amounts in the private chat: /pay"]
    currency = money_open["currency"]
    lines: list[Line] = []
    for word, side in (("still owe", "pay"), ("still get from", "get")):
        parts = [f"{plain_name(one['name'], NAME)} {money(one['amount_minor'], currency)}" for one in money_open[side]]
        more = f" and {len(parts) - 3} more" if len(parts) > 3 else ""
        lines += [f"{who} {word} {', '.join(parts[:3])}{more}; it stays so"] if parts else []
    notes = [f"{money(money_open['advance_minor'], currency)} left of advances"] if money_open["advance_minor"] else []
    notes += [f"{money_open['waiting']} payments to confirm"] if money_open["waiting"] else []
    notes += [_not_closed(one, currency, c) for one in money_open["running"][-2:]]
    lines += ["; ".join(notes)] if notes else []
    return [*payer, *lines]
