"""What `pinka parse` says of a text it cannot place and of a line it cannot read: in both languages, by its code."""

from bot.language.reading import Reading
from bot.language.texts.en import core as en
from bot.language.texts.zh import core as zh

# What the chat says under codes of their own, and what it asks.
OTHERS: dict[str, tuple[str, str]] = {
    "past": ("这个时间已经过去了", "that time is over"),
    "no_such_card": ("没有这张卡", "there is no such card"),
    "no_such_kind": ("没有这种卡", "there is no card of that kind"),
    "too_many": ("没有这么多卡", "there are not that many cards"),
    "other_command": ("这句不是要订卡", "this is no wish to book"),
    "question": ("这句是在问，不是要订卡", "this asks; it is no wish to book"),
    "for_somebody": ("这句是替别人说的", "this is said for somebody else"),
    "no_duration": ("订多久？", "for how long?"),
    "which_hour": ("是上午还是晚上？", "morning or evening?"),
    "no_hour": ("从几点开始？", "from what hour?"),
    "flexible": ("哪段时间都行，得挑一段", "any time will do: one has to be chosen"),
    "which_end": ("到哪个钟点？", "until which hour?"),
    "no_end_hour": ("到几点？", "until what hour?"),
    "which_start": ("从什么时候开始？", "from when?"),
    "card_or_day": ("是卡号还是日期？", "the number of a card or a day?"),
}
LINES: dict[str, tuple[str, str]] = {
    "not_json": ("这一行不是 JSON", "this line is not JSON"),
    "not_an_object": ("这一行要是一个对象", "this line must be an object"),
    "missing": ("缺少 {value}", "{value} is missing"),
    "not_a_text": ("text 要是文本", "text must be a string"),
    "not_a_time": ("now 不是 ISO 8601 时间：{value}", "now is not an ISO 8601 time: {value}"),
    "no_zone": ("now 要带时区，例：…+08:00", "now needs its zone, e.g. …+08:00"),
}


def of_reading(reading: Reading) -> str | None:
    """Why it is refused or what is asked; None when nothing is."""
    code = reading.reason
    if code is None:
        return None
    if code in OTHERS:
        return " · ".join(OTHERS[code])
    return f"{zh.reason(code, reading.reason_facts)} · {en.reason(code, reading.reason_facts)}"


def of_line(reason: str, value: str) -> str:
    """What is wrong with a line of `--jsonl`."""
    return " · ".join(LINES[reason]).format(value=value)
