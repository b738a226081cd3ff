"""English: my, status, help."""

from collections.abc import Iterable
from typing import Any

from bot.language.texts.en.live import doing, machine
from bot.language.texts.shape import Context, Facts, Line, Text
from bot.language.writing import write_cards, write_minutes, write_point, write_span

MOST_SHARED = 3


def _point(at: int, c: Context) -> str:
    return write_point(at, c.now, c.zone, "en")


def _alike(cards: Iterable[dict[str, Any]], key: Any) -> list[tuple[Any, list[int]]]:
    groups: dict[Any, list[int]] = {}
    for card in sorted(cards, key=lambda card: int(card["number"])):
        groups.setdefault(key(card), []).append(card["number"])
    return list(groups.items())


def my(f: Facts, c: Context) -> list[Line]:
    shared = [_shared(one, c) for one in f["shared"][:MOST_SHARED]]
    if len(f["shared"]) > MOST_SHARED:
        shared.append(f"and {len(f['shared']) - MOST_SHARED} more that you may use")
    if not f["bookings"]:
        return ["You have no booking", *(shared or ["to book: /book 2 6h"])]
    running = sum(1 for one in f["bookings"] if one["running"])
    lines: list[Line] = [f"{running} running, {len(f['bookings']) - running} to come"]
    for one in f["bookings"][:6]:
        cards = write_cards(one["gpus"], "en")
        if one["running"]:
            left = write_minutes(-(-(one["end"] - c.now) // 60), "en")
            lines.append(f"booking {one['booking']}: {cards}, until {_point(one['end'], c)}, {left} left{_with(one)}")
        else:
            span = write_span(one["start"], one["end"], c.now, c.zone, "en")
            lines.append(f"booking {one['booking']}: {cards}, {span}{_with(one)}")
    if len(f["bookings"]) > 6:
        lines.append(f"and {len(f['bookings']) - 6} more")
    return [*lines, *shared]


def _shared(one: dict[str, Any], c: Context) -> str:
    when = write_span(one["start"], one["end"], c.now, c.zone, "en")
    return f"shared by {one['holder']}: {write_cards(one['gpus'], 'en')}, {when}"


def _with(one: dict[str, Any]) -> str:
    return f", with {', '.join(one['co_holders'])}" if one["co_holders"] else ""


def status(f: Facts, c: Context) -> list[Line]:
    held = [card for card in f["cards"] if card["holder"]]
    idle = [card for card in f["cards"] if not card["holder"] and not card["broken"]]
    lines: list[Line] = [f"{len(held)} held, {len(idle)} free"]
    several = len(f["nodes"]) > 1
    for (node, kind, says), numbers in _alike(f["cards"], lambda card: (card["node"], card["kind"], _says(card, c))):
        where = f"{node} " if several else ""
        lines.append(f"{where}{kind} {write_cards(numbers, 'en')}: {says}")
    if f["agent"] is None:
        return [*lines, "no agent: bookings only"]
    return [*lines, *(machine(one) for one in f["agent"])]


def live(f: Facts, c: Context) -> list[Line]:
    lines = status(f, c)
    return [f"Live: {lines[0]}", *lines[1:], f"as of {_point(f['at'], c)}"]


def live_set(f: Facts, c: Context) -> list[Line]:
    if f["on"]:
        return [
            "The group gets a live card",
            f"Edited when it changes, every {f['every']} s at most; stop it: /live off",
        ]
    return ["The live card is edited no more", "To have it again: /live"]


def _says(card: dict[str, Any], c: Context) -> str:
    shown = doing(card) if card.get("live") else ""
    if card["broken"]:
        return f"out of order{shown}"
    follows = card["next"]
    then = f", then {follows['holder']} from {_point(follows['start'], c)}" if follows else ""
    if card["holder"]:
        return f"{' & '.join([card['holder'], *card['co_holders']])} until {_point(card['until'], c)}{then}{shown}"
    return f"free{then}{shown}"


def help_(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["All commands" if f["all"] else "Say how many cards, how long"]
    for one in f["commands"]:
        lines.append(f"/{one['name']}: {one['help']}")
        if one["example"] != f"/{one['name']}":
            lines.append(f"e.g. {one['example']}")
    return lines


TEXTS: dict[str, Text] = {"my": my, "status": status, "live": live, "live_set": live_set, "help": help_}
