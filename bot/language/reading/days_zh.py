"""Chinese names of days, weeks and parts of the day."""

from __future__ import annotations

from .tokens import Day, Part, T

Entry = tuple[T, object]

DAYS = {
    "今天": 0, "今日": 0, "今儿": 0, "当天": 0, "明天": 1, "明日": 1, "明儿": 1, "明个": 1, "后天": 2,
    "后日": 2, "后儿": 2, "今儿个": 0, "明儿个": 1, "后儿个": 2,
    "大后天": 3, "大大后天": 4, "昨天": -1, "昨日": -1, "前天": -2, "大前天": -3,
}  # fmt: skip
SHORT_DAYS = {"今": 0, "明": 1, "后": 2, "昨": -1}
PARTS = {
    "凌晨": Part.DAWN, "清晨": Part.EARLY, "清早": Part.EARLY, "大清早": Part.EARLY, "一大早": Part.EARLY,
    "一早": Part.EARLY, "大早上": Part.EARLY, "早上": Part.MORNING, "早晨": Part.MORNING, "早间": Part.MORNING,
    "上午": Part.MORNING,
    "中午": Part.NOON, "晌午": Part.NOON, "下午": Part.AFTERNOON, "午后": Part.AFTERNOON, "傍晚": Part.DUSK,
    "黄昏": Part.DUSK, "晚上": Part.EVENING, "晚间": Part.EVENING, "夜里": Part.NIGHT, "夜间": Part.NIGHT,
    "夜晚": Part.EVENING, "深夜": Part.NIGHT, "半夜": Part.NIGHT, "大半夜": Part.NIGHT, "后半夜": Part.DAWN,
    "半夜里": Part.NIGHT, "下半夜": Part.DAWN, "大晚上": Part.EVENING, "大中午": Part.NOON, "大下午": Part.AFTERNOON,
    "下午茶": Part.AFTERNOON, "下午茶时间": Part.AFTERNOON,
}  # fmt: skip
# Only with a day before or an hour behind: alone, 早 and 晚 are parts of too many words.
SHORT_PARTS = {"早": Part.MORNING, "晚": Part.EVENING, "夜": Part.NIGHT}
SLIPS = {"玩": "晚", "碗": "晚", "万": "晚"}  # 明玩8点
WEEKDAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6} | {str(i + 1): i for i in range(7)}
WEEK_NAMES = ("周", "星期", "礼拜", "州", "洲")  # the last two are slips of the first
WEEKS = {
    "": None, "这": 0, "本": 0, "这个": 0, "下": 1, "下个": 1, "下下": 2, "下下个": 2, "上": -1, "上个": -1, "上上": -2,
}  # fmt: skip


def day_words() -> dict[str, Entry]:
    words: dict[str, Entry] = {word: (T.PART, part) for word, part in PARTS.items()}
    words |= {word: (T.DAY, Day(offset=offset)) for word, offset in DAYS.items()}
    for short, offset in SHORT_DAYS.items():
        parts = {p: part for p, part in SHORT_PARTS.items() if short + p != "后夜"}
        if short != "后":
            parts |= {p: part for p, part in PARTS.items() if len(p) == 2}
        words |= {short + p: (T.DAY, Day(offset=offset, part=part)) for p, part in parts.items()}
    for wrong, right in SLIPS.items():
        words |= {day + wrong: (T.DAY, Day(offset=SHORT_DAYS[day], part=SHORT_PARTS[right])) for day in "今明"}
    return words | _behind() | _months() | _weeks()


def _behind() -> dict[str, Entry]:
    """Days counted from the start: 第二天."""
    after = dict.fromkeys(("次日", "第二天", "隔天", "翌日", "转天", "第2天"), 1) | {"第三天": 2, "第四天": 3}
    words: dict[str, Entry] = {word: (T.DAY, Day(after=days)) for word, days in after.items()}
    for p, part in SHORT_PARTS.items():
        words |= {day + p: (T.DAY, Day(after=1, part=part)) for day in ("次", "翌")}
    return words | {"当晚": (T.DAY, Day(after=0, part=Part.EVENING))}


def _months() -> dict[str, Entry]:
    return {
        "下个月": (T.MONTH, -1), "下月": (T.MONTH, -1), "这个月": (T.MONTH, 0), "本月": (T.MONTH, 0),
        "明年": (T.YEAR_WORD, 1), "今年": (T.YEAR_WORD, 0),
    }  # fmt: skip


def _weeks() -> dict[str, Entry]:
    words: dict[str, Entry] = {}
    for said, week in WEEKS.items():
        for name in WEEK_NAMES:
            words |= {said + name + d: (T.DAY, Day(weekday=n, week=week)) for d, n in WEEKDAYS.items()}
        for name in WEEK_NAMES[:3]:
            for end in ("六日", "六周日", "六和周日", "六天"):
                words[said + name + end] = (T.DAY, Day(weekend=True, week=week))
            if said:
                words[said + name] = (T.VAGUE, "next_week" if week == 1 else "week")
        words[said + "周末"] = (T.DAY, Day(weekend=True, week=week))
    return words
