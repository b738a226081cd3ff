"""中文：几处共用的说法。"""

import re
from typing import Any

from bot.language.texts.shape import Context, Facts, Line
from bot.language.writing import write_cards, write_minutes, write_point, write_span

HAN = "[\u4e00-\u9fff]"


def point(at: int, c: Context) -> str:
    return write_point(at, c.now, c.zone, "zh")


def span(f: Facts, c: Context) -> str:
    return write_span(f["start"], f["end"], c.now, c.zone, "zh")


def cards(numbers: list[int]) -> str:
    return write_cards(numbers, "zh")


def lasts(f: Facts) -> str:
    return write_minutes(-(-(f["end"] - f["start"]) // 60), "zh")


def length(seconds: int) -> str:
    return write_minutes(seconds // 60, "zh")


def close_up(words: str) -> str:
    """人名、组名两边的空格：挨着汉字的去掉，挨着字母数字的留着。"""
    return re.sub(f"(?<={HAN}) (?={HAN})", "", words)


def listed(bookings: list[dict[str, Any]], c: Context) -> list[Line]:
    shown: list[Line] = [line(one, c) for one in bookings[:6]]
    return [*shown, f"另外还有 {len(bookings) - 6} 个"] if len(bookings) > 6 else shown


def line(one: dict[str, Any], c: Context) -> Line:
    f = Facts(one)
    return f"预约 {f['booking']}：{cards(f['gpus'])}，{span(f, c)}"
