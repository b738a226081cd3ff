"""中文：我的、状态、帮助。"""

from collections.abc import Iterable
from typing import Any

from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.texts.zh.live import doing, machine
from bot.language.texts.zh.pieces import close_up
from bot.language.writing import write_cards, write_minutes, write_point, write_span

MOST_SHARED = 3


def _point(at: int, c: Context) -> str:
    return write_point(at, c.now, c.zone, "zh")


def _alike(cards: Iterable[dict[str, Any]], key: Any) -> list[tuple[Any, list[int]]]:
    groups: dict[Any, list[int]] = {}
    for card in sorted(cards, key=lambda card: int(card["number"])):
        groups.setdefault(key(card), []).append(card["number"])
    return list(groups.items())


def my(f: Facts, c: Context) -> list[Line]:
    shared = [_shared(one, c) for one in f["shared"][:MOST_SHARED]]
    if len(f["shared"]) > MOST_SHARED:
        shared.append(f"另外还能合用 {len(f['shared']) - MOST_SHARED} 个")
    if not f["bookings"]:
        return ["你现在没有预约", *(shared or ["要订的话，例：/book 2 6h"])]
    running = sum(1 for one in f["bookings"] if one["running"])
    coming = len(f["bookings"]) - running
    lines: list[Line] = [f"在用 {running} 个，待开始 {coming} 个"]
    for one in f["bookings"][:6]:
        cards = write_cards(one["gpus"], "zh")
        if one["running"]:
            left = write_minutes(-(-(one["end"] - c.now) // 60), "zh")
            lines.append(f"预约 {one['booking']}：{cards}，用到{_point(one['end'], c)}，还剩 {left}{_with(one)}")
        else:
            span = write_span(one["start"], one["end"], c.now, c.zone, "zh")
            lines.append(f"预约 {one['booking']}：{cards}，{span}{_with(one)}")
    if len(f["bookings"]) > 6:
        lines.append(f"另外还有 {len(f['bookings']) - 6} 个")
    return [*lines, *shared]


def _shared(one: dict[str, Any], c: Context) -> str:
    when = write_span(one["start"], one["end"], c.now, c.zone, "zh")
    return close_up(f"合用 {one['holder']} 的 {write_cards(one['gpus'], 'zh')}，{when}")


def _with(one: dict[str, Any]) -> str:
    return close_up(f"，和 {'、'.join(one['co_holders'])} 合用") if one["co_holders"] else ""


def status(f: Facts, c: Context) -> list[Line]:
    held = [card for card in f["cards"] if card["holder"]]
    idle = [card for card in f["cards"] if not card["holder"] and not card["broken"]]
    lines: list[Line] = [f"{len(held)} 张有人，{len(idle)} 张空着"]
    several = len(f["nodes"]) > 1
    for (node, kind, says), numbers in _alike(f["cards"], lambda card: (card["node"], card["kind"], _says(card, c))):
        where = f"{node} " if several else ""
        lines.append(f"{where}{kind} {write_cards(numbers, 'zh')}：{says}")
    if f["agent"] is None:
        return [*lines, "没装采集程序，只知道预约"]
    return [*lines, *(machine(one) for one in f["agent"])]


def live(f: Facts, c: Context) -> list[Line]:
    lines = status(f, c)
    return [f"实时：{lines[0]}", *lines[1:], f"{_point(f['at'], c)} 更新"]


def live_set(f: Facts, c: Context) -> list[Line]:
    if f["on"]:
        return ["好，群里置顶一张实时卡", f"有变化才改，最多 {f['every']} 秒一次；关掉：/live off"]
    return ["好，不再更新实时卡", "要再开：/live"]


def _says(card: dict[str, Any], c: Context) -> str:
    shown = doing(card) if card.get("live") else ""
    if card["broken"]:
        return f"坏着{shown}"
    follows = card["next"]
    then = close_up(f"，{_point(follows['start'], c)} 起是 {follows['holder']}") if follows else ""
    if card["holder"]:
        who = "、".join([card["holder"], *card["co_holders"]])
        return close_up(f"{who} 用到{_point(card['until'], c)}{then}{shown}")
    return close_up(f"空着{then}{shown}")


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


TEXTS: dict[str, Text] = {"my": my, "status": status, "live": live, "live_set": live_set, "help": help_}
