"""English: what a month costs, how it is shared, why."""

from typing import Any

from bot.language.texts.en.bill_pieces import (
    KEYS,
    KINDS,
    POLICIES,
    about,
    day,
    hours,
    line,
    money,
    month,
    note,
    percent,
    sentence,
)
from bot.language.texts.en.pieces import cards, length, point
from bot.language.texts.given_up import joined
from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name
from bot.language.writing.times import write_window

MOST_MEMBERS = 12
MOST_LINES = 10
STATES = {"open": "in progress", "review": "shown for objections", "closed": "closed", "settled": "settled"}
REASONS = {
    "booked": "booked",
    "used": "used without a booking",
    "given_up": "given up, counts",
    "credited": "given up, does not count",
    "lost": "outage, does not count",
}
CREDITS = {
    "usual": "given up a day ahead: free, two hours ahead or released early: half; free where somebody takes over",
    "none": "what is given up counts, except where somebody takes over",
    "all": "what is given up does not count",
    "custom": "what is given up counts by rules of your own",
}
STANDING_IN = {
    "pledge": "nobody has a part yet: by pledges for now",
    "payer": "nobody has a part yet: the payer's for now",
}
FALLBACKS = {"pledge": "nobody has a part: by pledges", "payer": "nobody has a part: the payer's"}


def split(f: Facts, c: Context) -> list[Line]:
    amount = about if f["estimate"] or f["supposed"] else money
    name, total = month(f["month"], c), amount(f["total_minor"], f["currency"])
    mine = "" if f["mine_minor"] is None else f", you {amount(f['mine_minor'], f['currency'])}"
    lines: list[Line] = [f"{name}: {'about ' if f['estimate'] else ''}{total}{mine}"]
    if f["problem"]:
        return [*lines, "nobody used anything, and no pledges or payer stand in", "name a payer: /split payer li"]
    if not f["lines"]:
        return [f"Nothing to pay for {name} yet", "write a line: /bill rent 40000"]
    for one in f["members"][:MOST_MEMBERS]:
        idle = one["idle_minor"]
        spare = f", {amount(idle, f['currency'])} of it idle time" if idle and idle > 0 else ""
        lines.append(f"{one['name']} {amount(one['minor'], f['currency'])}, {hours(one['card_seconds'])}{spare}")
    if len(f["members"]) > MOST_MEMBERS:
        lines.append(f"and {len(f['members']) - MOST_MEMBERS} more")
    if f["private"] and not f["members"]:
        lines.append("everybody's own is shown in private")
    lines.append(("supposed: " if f["supposed"] else "") + sentence(f["policy"]))
    state = STATES[f["state"]] + (", estimated from the use so far" if f["estimate"] else "")
    lines.append(state if f["until"] is None else f"{state} until {point(f['until'], c)}")
    notes = _about_use(f)
    return [*lines, "; ".join(notes)] if notes else lines


def _about_use(f: Facts) -> list[str]:
    """What has to be said of the use: no agent, gaps, outages."""
    words = [STANDING_IN[f["fallback"]]] if f["fallback"] else []
    if not f["observed"]:
        words.append("no agent: bookings alone count")
    if f["undecided_seconds"]:
        words.append(f"{hours(f['undecided_seconds'])} in undecided gaps count as booked")
    if f["outage_seconds"]:
        words.append(f"{hours(f['outage_seconds'])} of outage left out")
    return words


def split_whatif(f: Facts, c: Context) -> list[Line]:
    amount = about if f["estimate"] else money
    lines: list[Line] = [f"{month(f['month'], c)} in other ways, {amount(f['total_minor'], f['currency'])} in all"]
    for at, one in enumerate(f["policies"]):
        name = POLICIES[one["policy"]["name"]] + (" (now)" if at == 0 else "")
        if one["problem"]:
            lines.append(f"{name}: cannot be shared")
            continue
        others = [f"{who['name']} {amount(who['minor'], f['currency'])}" for who in one["members"][:4]]
        lines.append(f"{name}: you {amount(one['mine_minor'], f['currency'])}. {', '.join(others)}".rstrip(". "))
    return lines


def split_policy(f: Facts, c: Context) -> list[Line]:
    coming = f["next"]
    if coming is None:
        first = f"Policy: {POLICIES[f['policy']['name']]}"
        return [first, sentence(f["policy"]), *_sponsors(f["sponsors"], f["currency"])]
    lines: list[Line] = [f"From {day(f['start'], c)}: {POLICIES[coming['policy']['name']]}", sentence(coming["policy"])]
    lines += _sponsors(coming["sponsors"], f["currency"])
    lines.append(f"until then {POLICIES[f['policy']['name']]}")
    missing = ", ".join(f["missing"][:6])
    return [*lines, f"at once when all agree; missing: {missing}"] if missing else lines


def _sponsors(sponsors: list[dict[str, Any]], currency: str) -> list[Line]:
    return [f"{one['name']} takes {_taken(one, currency)} first" for one in sponsors[:4]]


def _taken(one: dict[str, Any], currency: str) -> str:
    if one["fixed_minor"]:
        return money(one["fixed_minor"], currency)
    above, _, below = one["percent"].partition("/")
    return f"{percent(f'{above}/{100 * int(below or 1)}')} of what is left"


def pledges(f: Facts, c: Context) -> list[Line]:
    pledged = [one for one in f["members"] if one["weight"] or one["next"]]
    if not pledged:
        return ["Nobody has pledged anything", "e.g. /split pledge li 50 wang 30"]
    lines: list[Line] = [f"{sum(one['weight'] for one in pledged)} parts are pledged"]
    for one in pledged[:MOST_MEMBERS]:
        later = f", {one['next']} from next month" if one["next"] != one["weight"] else ""
        lines.append(f"{one['name']} {one['weight']}{later}")
    return lines


def bill_settings(f: Facts, c: Context) -> list[Line]:
    how = ", everybody settles with them" if f["via_payer"] else ""
    return [
        "Changed" if f["set"] else "Settings of the bill",
        f"payer: {f['payer'] or 'none yet'}{how}",
        f"shown for {length(f['review_seconds'])}, amounts are {'private' if f['private'] else 'for all to see'}",
        CREDITS[f["credits"]],
    ]


def why(f: Facts, c: Context) -> list[Line]:
    amount = about if f["estimate"] else money
    whole = ("about " if f["estimate"] else "") + amount(f["total_minor"], f["currency"])
    lines: list[Line] = [f"{f['name']}, {month(f['month'], c)}: {whole}"]
    for one in f["lines"][:MOST_LINES]:
        own = amount(one["mine_minor"], f["currency"])
        lines.append(f"{one['number']}. {line(one, f['currency'])}, {KEYS[one['key']]}, you {own}")
    if len(f["lines"]) > MOST_LINES:
        lines.append(f"and {len(f['lines']) - MOST_LINES} more: /why {MOST_LINES + 1}")
    if f["sponsored_minor"]:
        lines.append(f"somebody takes a part first: {amount(f['sponsored_minor'], f['currency'])}")
    end = "estimated from the use so far" if f["estimate"] else "they add up to the amount above"
    return [*lines, f"{STATES[f['state']]}; {end}"]


def why_line(f: Facts, c: Context) -> list[Line]:
    one, currency = f["line"], f["currency"]
    where = f" ({one['node']})" if one["node"] else note(one["note"])
    exact = about if f["estimate"] else money
    own = ("about " if f["estimate"] else "") + exact(one["mine_minor"], currency)
    head = f"{KINDS[one['kind']]} {money(one['amount_minor'], currency)}, you {own}"
    lines: list[Line] = [head, _weight(f, c) if f["weight"] else f"{KEYS[one['key']]}{where}"]
    if one["fallback"]:
        lines.append(FALLBACKS[one["fallback"]])
    if one["corrects"]:
        lines.append(f"corrects {month(one['corrects'], c)}")
    for part in f["parts"][:4]:
        span = f"{day(part['start'], c)} to {day(part['end'] - 1, c)}"
        amount, mine = money(part["amount_minor"], currency), exact(part["mine_minor"], currency)
        lines.append(f"{span}: {amount}, {POLICIES[part['policy']]}, you {mine}")
    lines += _items(f["items"], c)
    if f["charged_seconds"] is not None:
        page = f" (page {f['page']}/{f['pages']})" if f["pages"] > 1 else ""
        lines.append(f"what counts adds up to {hours(f['charged_seconds'])}{page}")
    return lines


def _weight(f: Facts, c: Context) -> str:
    weight = f["weight"]
    if weight["unit"] == "parts":
        return f"by parts: you {weight['mine']} of {weight['all']}"
    rate = "" if weight["rate_minor"] is None else f", {_rate(f)} each"
    key = KEYS[f["line"]["key"]]
    return f"{key}: you {hours(weight['mine'])} of {hours(weight['all'])}{rate}"


def _rate(f: Facts) -> str:
    rate, currency = f["weight"]["rate_minor"], f["currency"]
    return f"about {about(rate, currency)}" if f["estimate"] else money(rate, currency)


def _items(items: list[dict[str, Any]], c: Context) -> list[Line]:
    return [
        _item(item, c)
        if whole is None
        else f"{_where(item, c)}, {hours(whole)} given up, of which {hours(counted)} count"
        for item, whole, counted in joined(items)
    ]


def _item(item: dict[str, Any], c: Context) -> str:
    return f"{_where(item, c)}, {hours(item['card_seconds'])}, {REASONS[item['reason']]}"


def _where(item: dict[str, Any], c: Context) -> str:
    what = f"booking {item['booking']}" if item["booking"] is not None else "no booking"
    when = write_window(item["start"], item["end"], c.now, c.zone, "en")
    return f"{what}: {cards(item['gpus'])}, {when}"


def told_privately(f: Facts, c: Context) -> list[Line]:
    name = month(f["month"], c)
    if f["reachable"]:
        return [f"{name}: sent to you in private", "amounts are private in this pool"]
    return [f"{name}: ask me in private", "amounts are private in this pool; begin a private chat below"]


TEXTS: dict[str, Text] = {
    "split": split,
    "split_whatif": split_whatif,
    "split_policy": split_policy,
    "pledges": pledges,
    "bill_settings": bill_settings,
    "why": why,
    "why_line": why_line,
    "told_privately": told_privately,
}
LABELS: dict[str, Label] = {
    "why": lambda f, c: "Why?",
    "why.up": lambda f, c: "All lines",
    "why.line": lambda f, c: f"{f['number']}. {KINDS[f['kind']]}{note(plain_name(f['note'] or '', 20))}",
    "page.before": lambda f, c: "Back",
    "page.next": lambda f, c: "Next",
    "whatif": lambda f, c: "In other ways",
    "month": lambda f, c: month(f["month"], c),
    "policy.now": lambda f, c: "I agree, at once",
}
