"""The codes and labels of rentals, budgets, plans and papers: the same contract as `bot.chat.codes`."""

from collections.abc import Mapping

from bot.chat.code import Code

_FIGURES = ("budget_minor", "spent_minor", "forecast_minor", "with_reserve_minor", "reserve_permille")

CODES: Mapping[str, Code] = {
    "rent": Code(
        "the contracts with the provider; `balance` = what is left there, burned down at the present rate; "
        "`balance_only` = only that was written down",
        ("rentals", "balance", "currency", "changed"),
        ("balance_only",),
    ),
    "beyond_rental": Code(
        "the booking would end after the machine's rental (`until`); book it all the same?",
        ("node", "gpus", "start", "end", "until"),
    ),
    "rental_ends": Code(
        "unasked: a rental ends soon; `bookings` end later, `more` of them left out",
        ("node", "until", "auto_renew", "at_expiry", "bookings", "more"),
    ),
    "ask_renewal": Code("until when was it renewed? to be typed", ("node", "until", "choices")),
    "balance_low": Code("unasked: what is left with the provider lasts less than two days", ("balance", "currency")),
    "rent_advice": Code(
        "last month under each way to rent (`so_far` = this one): monthly, fewer, weekly, daily, hourly, mixed; "
        "`kept` = cards rented all along, `unserved` = card-hours without a card; prices of one card; `breaks`: from "
        "how many seconds of a unit on it beats the hour",
        (
            "month", "so_far", "currency", "cards", "hours", "used_seconds", "peak", "prices", "rows", "best", "breaks",
            "rent_minor", "used_card_hour_minor",
        ),
    ),
    "ask_rent_prices": Code(
        "what does the provider ask by the hour and by the month? `known` prices of one card",
        ("known", "currency", "cards", "choices"),
    ),
    "budget": Code(
        "the month's figures beside the budgets (null = none); `own` null = not said here; `ceiling_minor` = cards × "
        "hours left × price and the fixed lines",
        (
            "month", "currency", "pool", "own", "cards", "hours_left", "card_hour_minor", "fixed_minor",
            "ceiling_minor", "changed",
        ),
    ),
    "budget_alert": Code(
        "unasked: a budget has reached `level`: 50, 80, 100 percent, or the forecast with the reserve is above it",
        ("month", "currency", "level", "own", *_FIGURES),
    ),
    "plan": Code(
        "what the members need in a month, added up; `way` hourly or monthly, the cheaper",
        (
            "month", "currency", "needs", "missing", "card_hours", "cards", "reserve_permille", "hourly_minor",
            "monthly_minor", "way", "changed",
        ),
    ),
    "ask_need": Code("how much does one need? a button, or to be typed", ("month", "choices")),
    "paper": Code(
        "what one's work took; `zh`, `en` = the sentence for a paper, null when nothing was booked",
        ("pool", "purpose", "kinds", "bookings", "start", "end", "used_seconds", "zh", "en"),
    ),
}  # fmt: skip

LABELS: Mapping[str, tuple[str, ...]] = {
    "beyond.book": (),
    "beyond.until": ("end",),
    "rent.renewed": ("until",),
    "rent.other": (),
    "rent.advice": (),
    "plan.change": (),
    "plan.need": ("cards", "hours"),
    "plan.none": (),
    "paper.zh": (),
    "paper.en": (),
}
