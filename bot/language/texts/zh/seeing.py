"""中文：空闲、我的、状态、帮助。"""

from collections.abc import Iterable
from typing import Any

from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.texts.zh.pieces import close_up
from bot.language.writing import write_cards, write_minutes, write_point, write_span


def _point(at: int, c: Context) -> str:
    return write_point(at, c.now, c.zone, "zh")


def free(f: Facts, c: Context) -> list[Line]:
    now = f["now"]
    lines: list[Line] = [f"现在空 {len(now)} 张" if now else "现在没有空卡"]
    for (kind, end), cards in _alike(now, lambda card: (card["kind"], card["end"])):
        until = "两天内都空着" if end >= f["until"] else f"空到{_point(end, c)}"
        lines.append(f"{kind} {write_cards(cards, 'zh')}：{until}")
    busy = [card for card in f["cards"] if not card["broken"] and not _starts_now(card, c)]
    for (kind, start), cards in _alike(busy, lambda card: (card["kind"], _first_start(card))):
        when = f"{_point(start, c)} 起空" if start else "两天内都有人"
        lines.append(f"{kind} {write_cards(cards, 'zh')}：{when}")
    broken = [card["number"] for card in f["cards"] if card["broken"]]
    if broken:
        lines.append(f"{write_cards(broken, 'zh')}坏着")
    return lines


def _starts_now(card: dict[str, Any], c: Context) -> bool:
    return bool(card["free"]) and card["free"][0]["start"] <= c.now


def _first_start(card: dict[str, Any]) -> int:
    return int(card["free"][0]["start"]) if card["free"] else 0


def _alike(cards: Iterable[dict[str, Any]], key: Any) -> list[tuple[Any, list[int]]]:
    groups: dict[Any, list[int]] = {}
    for card in sorted(cards, key=lambda card: int(card["number"])):
        groups.setdefault(key(card), []).append(card["number"])
    return list(groups.items())


def my(f: Facts, c: Context) -> list[Line]:
    if not f["bookings"]:
        return ["你现在没有预约", "要订的话，例：/book 2 6h"]
    running = sum(1 for one in f["bookings"] if one["running"])
    coming = len(f["bookings"]) - running
    lines: list[Line] = [f"在用 {running} 个，待开始 {coming} 个"]
    for one in f["bookings"][:6]:
        cards = write_cards(one["gpus"], "zh")
        if one["running"]:
            left = write_minutes(-(-(one["end"] - c.now) // 60), "zh")
            lines.append(f"预约 {one['booking']}：{cards}，用到{_point(one['end'], c)}，还剩 {left}")
        else:
            span = write_span(one["start"], one["end"], c.now, c.zone, "zh")
            lines.append(f"预约 {one['booking']}：{cards}，{span}")
    if len(f["bookings"]) > 6:
        lines.append(f"另外还有 {len(f['bookings']) - 6} 个")
    return lines


def status(f: Facts, c: Context) -> list[Line]:
    held = [card for card in f["cards"] if card["holder"]]
    idle = [card for card in f["cards"] if not card["holder"] and not card["broken"]]
    lines: list[Line] = [f"{len(held)} 张有人，{len(idle)} 张空着"]
    several = len(f["nodes"]) > 1
    for (node, kind, says), numbers in _alike(f["cards"], lambda card: (card["node"], card["kind"], _says(card, c))):
        where = f"{node} " if several else ""
        lines.append(f"{where}{kind} {write_cards(numbers, 'zh')}：{says}")
    lines.append("没装采集程序，只知道预约")
    return lines


def _says(card: dict[str, Any], c: Context) -> str:
    if card["broken"]:
        return "坏着"
    follows = card["next"]
    then = close_up(f"，{_point(follows['start'], c)} 起是 {follows['holder']}") if follows else ""
    if card["holder"]:
        return close_up(f"{card['holder']} 用到{_point(card['until'], c)}{then}")
    return f"空着{then}"


def help_(f: Facts, c: Context) -> list[Line]:
    how = "直接说要几张卡、用多久" if f["hears_all"] else "发 /book，写上几张、用多久"
    first = "全部命令" if f["all"] else how
    lines: list[Line] = [first]
    for one in f["commands"]:
        names = f"/{one['name']} {one['zh']}" if f["hears_all"] else f"/{one['name']}"
        lines.append(f"{names}：{one['help']}")
        if one["example"] != f"/{one['name']}":
            lines.append(f"例：{one['example']}")
    return lines


TEXTS: dict[str, Text] = {"free": free, "my": my, "status": status, "help": help_}
