"""English names of days, weeks, months and parts of the day."""

from __future__ import annotations

from .tokens import Day, Part, T

Entry = tuple[T, object]

WEEKDAYS = "monday mon|tuesday tue tues|wednesday wed weds|thursday thu thur thurs|friday fri|saturday sat|sunday sun"
MONTHS = (
    "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|"
    "september sep sept|october oct|november nov|december dec"
)
DAYS = {
    0: "today", 1: "tomorrow|tmr|tmrw|tom|tomorow|tommorow|tommorrow|2morrow|tmw|tomo", -1: "yesterday",
    2: "day after tomorrow|the day after tomorrow|overmorrow|day after tmr|day after tmrw|the day after tmr",
    -2: "day before yesterday",
}  # fmt: skip
PARTS = {
    Part.MORNING: "morning|this morning|in the morning|early morning",
    Part.AFTERNOON: "afternoon|in the afternoon|this afternoon",
    Part.EVENING: "evening|in the evening|this evening",
    Part.NIGHT: "nite|night|at night|late night|late at night",
}
EVENINGS = "tonight|tonite|2nite|this evening"
# Named, but nobody can say which day of them is meant.
VAGUE = {
    "next week": "next_week", "this week": "week",
    "next month": "month", "this month": "month", "this year": "month", "next year": "month",
}  # fmt: skip


def day_words() -> dict[str, Entry]:
    words: dict[str, Entry] = {word: (T.VAGUE, value) for word, value in VAGUE.items()}
    words |= {word: (T.DAY, Day(offset=offset)) for offset, text in DAYS.items() for word in text.split("|")}
    words |= {word: (T.PART, part) for part, text in PARTS.items() for word in text.split("|")}
    words |= {"this " + p.value: (T.DAY, Day(offset=0, part=p)) for p in (Part.MORNING, Part.AFTERNOON)}
    words |= {word: (T.DAY, Day(offset=0, part=Part.EVENING)) for word in EVENINGS.split("|")}
    words |= {word: (T.MONTH, n + 1) for n, names in enumerate(MONTHS.split("|")) for word in names.split()}
    after = {"next day": 1, "the next day": 1, "following day": 1, "the following day": 1, "same day": 0}
    words |= {word: (T.DAY, Day(after=n)) for word, n in after.items()}
    words |= {
        f"{the}next {p.value}": (T.DAY, Day(after=1, part=p))
        for the in ("", "the ")
        for p in (Part.MORNING, Part.AFTERNOON)
    }
    words["all weekend"] = (T.DAY, Day(weekend=True))
    return words | _weeks()


def _weeks() -> dict[str, Entry]:
    words: dict[str, Entry] = {}
    said = {"": None, "on ": None, "this ": 0, "coming ": None, "this coming ": None, "next ": 1, "last ": -1}
    for prefix, week in said.items():
        for number, names in enumerate(WEEKDAYS.split("|")):
            words |= {prefix + name: (T.DAY, Day(weekday=number, week=week)) for name in names.split()}
            words[prefix + names.split()[0] + "s"] = (T.OTHER, "recurring")
        for name in ("weekend", "the weekend"):
            words[prefix + name] = (T.DAY, Day(weekend=True, week=week))
    return words
