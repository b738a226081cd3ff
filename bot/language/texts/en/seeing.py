"""English: free, my, status, help."""

from collections.abc import Iterable
from typing import Any

from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.writing import write_cards, write_minutes, write_point, write_span


def _point(at: int, c: Context) -> str:
    return write_point(at, c.now, c.zone, "en")


def free(f: Facts, c: Context) -> list[Line]:
    now = f["now"]
    plural = "" if len(now) == 1 else "s"
    lines: list[Line] = [f"{len(now)} card{plural} free now" if now else "No card is free now"]
    for (kind, end), cards in _alike(now, lambda card: (card["kind"], card["end"])):
        until = "free for two days" if end >= f["until"] else f"free until {_point(end, c)}"
        lines.append(f"{kind} {write_cards(cards, 'en')}: {until}")
    busy = [card for card in f["cards"] if not card["broken"] and not _starts_now(card, c)]
    for (kind, start), cards in _alike(busy, lambda card: (card["kind"], _first_start(card))):
        when = f"free from {_point(start, c)}" if start else "taken for two days"
        lines.append(f"{kind} {write_cards(cards, 'en')}: {when}")
    broken = [card["number"] for card in f["cards"] if card["broken"]]
    if broken:
        lines.append(f"{write_cards(broken, 'en')} out of order")
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
        return ["You have no booking", "to book: /book 2 6h"]
    running = sum(1 for one in f["bookings"] if one["running"])
    lines: list[Line] = [f"{running} running, {len(f['bookings']) - running} to come"]
    for one in f["bookings"][:6]:
        cards = write_cards(one["gpus"], "en")
        if one["running"]:
            left = write_minutes(-(-(one["end"] - c.now) // 60), "en")
            lines.append(f"booking {one['booking']}: {cards}, until {_point(one['end'], c)}, {left} left")
        else:
            span = write_span(one["start"], one["end"], c.now, c.zone, "en")
            lines.append(f"booking {one['booking']}: {cards}, {span}")
    if len(f["bookings"]) > 6:
        lines.append(f"and {len(f['bookings']) - 6} more")
    return lines


def status(f: Facts, c: Context) -> list[Line]:
    held = [card for card in f["cards"] if card["holder"]]
    idle = [card for card in f["cards"] if not card["holder"] and not card["broken"]]
    lines: list[Line] = [f"{len(held)} held, {len(idle)} free"]
    several = len(f["nodes"]) > 1
    for (node, kind, says), numbers in _alike(f["cards"], lambda card: (card["node"], card["kind"], _says(card, c))):
        where = f"{node} " if several else ""
        lines.append(f"{where}{kind} {write_cards(numbers, 'en')}: {says}")
    lines.append("no agent: bookings only")
    return lines


def _says(card: dict[str, Any], c: Context) -> str:
    if card["broken"]:
        return "out of order"
    follows = card["next"]
    then = f", then {follows['holder']} from {_point(follows['start'], c)}" if follows else ""
    if card["holder"]:
        return f"{card['holder']} until {_point(card['until'], c)}{then}"
    return f"free{then}"


def help_(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["All commands" if f["all"] else "Say how many cards, how long"]
    for one in f["commands"]:
        lines.append(f"/{one['name']}: {one['help']}")
        if one["example"] != f"/{one['name']}":
            lines.append(f"e.g. {one['example']}")
    return lines


TEXTS: dict[str, Text] = {"free": free, "my": my, "status": status, "help": help_}
