"""Every fact of one text, read in an order in which nothing is read twice."""

from __future__ import annotations

from typing import Any

from .asking import MOVE
from .focus import of_others
from .keyed import read_logged
from .knowledge import claims_in
from .model_names import read_model
from .money import EACH_PRICE, read_prices, read_spans, read_transfer, written
from .names import Named, read_cards, read_label, read_plain_card
from .question import Vocabulary
from .runs import read_runs
from .scan import Scan, rule, said
from .setting import count_beside, read_loose_count, read_setting, trains
from .trial import read_trial
from .workload import read_amounts, read_at_once, read_keyed

_DONE = rule(
    r"(?:训|跑|练|花|用|耗)(?:完)?(?:了|要|大概|得)?\s*(?:大概|约|要|了)?\s*$|(?:took|"
    r"takes?|says?|train(?:ed|ing) for|"
    r"ran for|runs? for|spent|finish\w* in|estimat\w*|shows?|\bin|eta|预计|显示|说)\s*(?:要|about|around|me|us|it|"
    r":)*\s*$|(?:要|"
    r"需要|得)\s*$"
)
_TOO_SLOW = rule(r"太慢|正常|too slow|normal|so slow|偏慢|合理")
INSTEAD = rule(
    r"(?:换(?:成|到)?|改(?:成|用)|用|[,到]\s*上|[上升]到|[加增扩]到|增加到|变成|"
    r"on|with)\s*(\d{1,3})\s*(?:张|块|卡(?!时)|gpus?\b|cards?\b)(?!\s*[a-z]*\d)"
)
_WASTED = rule(
    r"(?:浪费|折腾|等|排队|等待|清洗|忙|wasted|waited|waiting(?: for)?|(?<!is )(?<!due )after)(?:了|"
    r"花了)?(?:整整|大概|快|about|a)?\s*$"
)
MONTH = 30.0
_NEGATIVE = rule(r"(?:^|[\s,(:])-(\d+(?:\.\d+)?)\s*(?:b\b|张|卡|g\b|块|万|条|gpus?\b|cards?\b|epochs?\b|个)")
_A_RUN = rule(r"[\d.]+\s*个?(?:小时|钟头|天|hours?|h|days?)\s*(?:的(?:任务|训练|实验|活)|能?跑完|(?:job|run|task)\b)")
_COUNTED = rule(r"(?<![\d.])(?:\d{1,3}\s*张|(?:\d|[12]\d|3[0-2])\s*块)\s*(?:(?:二手|全新|闲置|新|旧|老)的?)?\s*$")
_AN_HOUR = rule(r"\s*(?:/|每|一|1|per|an|a)?\s*个?(?:小时|钟头|卡时|hour\b|hr?\b)")
_PEOPLE = rule(
    r"(\d{1,3})\s*(?:个)?(?:人|同学|位|people|persons?|students?|of us|members|labmates|roommates)|"
    r"(?:lab|team|group|party) of (\d{1,2})|(?:split|shared?|divided?) (?:among|"
    r"between|by) (\d{1,2})|([俩仨])(?=合|共|一起|分|平|人|租|a)"
)
_WORDS = {"俩": 2, "仨": 3}
_UNKNOWN_CARD = rule(
    r"\b(?:rtx|gtx|tesla|quadro|radeon|rx|mi\d{3}x?|昇腾|寒武纪)\s*-?\s*\w*\d+\w*|\bmi[23]\d{2}x?\b|\b(?:gaudi|"
    r"tpu)\s*\w*"
)


def read_facts(
    text: str, vocabulary: Vocabulary, config: dict[str, Any] | None, problem: str | None
) -> tuple[dict[str, Any], list[Named]]:
    scan = Scan(text)
    facts: dict[str, Any] = {"config": config, "config_problem": problem, "claims": claims_in(text)}
    read_trial(scan, facts)
    read_runs(scan, facts)
    read_setting(scan, facts)
    moving = MOVE.search(text) is not None and not trains(text)
    if moving or said(r"带宽|宽带|[上下]行(?![吗么嘛不])|网速|bandwidth|mbps|gbps", text):
        read_transfer(scan, facts)
    read_logged(scan, facts)
    read_model(scan, vocabulary, facts)
    read_at_once(scan, facts)
    read_keyed(scan, facts)
    before = scan.text
    cards = read_cards(scan, vocabulary)
    if (people := _PEOPLE.search(scan.text)) and said(
        r"摊|分|aa|split|divid|人均|每人|each|share|合租|per person|付|出|pay", text
    ):
        told = next(one for one in people.groups() if one)
        facts["people"] = _WORDS.get(told) or int(told)
        scan.blank(*people.span())
    _read_counts(scan, before, cards, facts)
    read_prices(scan, facts)
    read_amounts(scan, facts)
    if not cards and not moving and (plain := read_plain_card(scan, facts)):
        facts["gpu_model"] = plain
    if "gpus" not in facts:
        read_loose_count(scan, facts)
    _read_times(scan, facts, several=len({card.name for card in cards}) > 1)
    if len({card.name for card in cards}) > 1 and facts.get("trial_steps") == 1 and "total_steps" not in facts:
        facts["hours_done"] = round(facts.pop("trial_seconds") / 3600, 3)  # T4 一轮 50 分钟，V100 呢
        del facts["trial_steps"]
    if facts.get("hours_done") and len(cards) == 1 and (more := INSTEAD.search(scan.whole)):
        facts["from_gpus"], facts["gpus"] = facts.get("gpus"), int(more[1])
        facts["card_counts"] = [int(more[1])]
    if negative := _NEGATIVE.search(text):
        facts["negative"] = -float(negative[1])
    elif said(r"(?<![\d.])0\s*(?:张|块卡|卡|gpus?\b|cards?\b)", text):
        facts["negative"] = 0.0
    if label := read_label(scan):
        facts["unknown_gpu"], facts["label_gb"] = label[0], None if cards else label[1]
    elif not cards and (unknown := _UNKNOWN_CARD.search(scan.text)):
        facts["unknown_gpu"] = unknown[0].strip()
    return facts, cards


def _read_counts(scan: Scan, text: str, cards: list[Named], facts: dict[str, Any]) -> None:
    """The count beside each card, blanked; and the price beside each."""
    counts: list[int | None] = []
    each: dict[str, int] = {}
    prices: list[tuple[int, int]] = []
    for at, card in enumerate(cards):
        counts.append(count_beside(text, card.start, card.end))
        until = cards[at + 1].start if at + 1 < len(cards) else len(text)
        if price := EACH_PRICE.match(text[card.end : min(until, card.end + 24)]):
            each[card.name] = round(float(price[1]) * 100)
            prices.append((card.end + price.start(), card.end + price.end()))
    facts["card_counts"] = counts
    if len(each) >= 2:
        facts["price_each_minor"] = each
        for start, end in prices:
            hour = _AN_HOUR.match(scan.text, end)
            scan.blank(start, hour.end() if hour else end)
    for card in cards:  # the count beside it is read: 只有一块 2080Ti is no budget of one yuan
        if (count := _COUNTED.search(scan.text[: card.start])) is not None:
            scan.blank(*count.span())
    said = [count for count in counts if count is not None]
    if said and "gpus" not in facts:
        facts["gpus"] = said[0]
    alike = {(card.name, count) for card, count in zip(cards, counts, strict=True) if count is not None}
    if len({name for name, _ in alike}) < len(alike):
        facts.setdefault("shaky", []).append("gpus")


def _read_times(scan: Scan, facts: dict[str, Any], several: bool) -> None:
    """The time that is given, or that a run took; `several` kinds of card: 3090 20 小时的任务，A100 几小时."""
    spans = read_spans(scan, facts)
    told_at: list[tuple[float, int]] = []
    for days, start, hourly in spans:
        before = scan.whole[max(0, start - 14) : start]
        took = said(
            r"(?:训|跑|练|花|用|耗)了|took|takes|trained for|ran for|spent|says|太慢|too slow|正常|estimate|"
            r"预计|显示|normal|慢",
            scan.whole,
        )
        told = _DONE.search(before) and (
            hourly or said(r"了|took|takes|trained for|ran for", before) or "换" in scan.whole
        )
        a_run = several and _A_RUN.match(scan.whole, start)
        slow = hourly and _TOO_SLOW.search(scan.whole)
        if "hours_done" not in facts and (a_run or ((took or "换" in scan.whole) and (told or slow))):
            facts["hours_done"] = round(days * 24, 3)
        elif not _WASTED.search(before):
            told_at.append((days, start))
    left = [days for days, start in told_at if not of_others(scan.whole, start)] or [days for days, _ in told_at]
    if len(left) > 1 and facts.get("price_month_minor"):
        left = [days for days in left if days != MONTH] or left  # 一个月 beside a price is the month that is paid
    if left:
        facts["deadline"] = written(left[-1])
    for count in facts.pop("counts", []):
        if count != facts.get("gpus"):
            facts.setdefault("shaky", []).append("gpus")
