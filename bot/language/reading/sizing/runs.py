"""Sets of runs: 20 组，每组 2 卡 6 小时."""

from __future__ import annotations

from typing import Any

from .scan import NUMBER, Scan, rule, said
from .trial import seconds_of, tidy

RUNS = rule(
    rf"{NUMBER}\s*(?:组|次|个)\s*(?:消融|实验|对比|超参|配置|run|试验|任务|job|种子|seed)?|"
    rf"(?<!\d)(\d{{1,3}})\s*(?:ablations?|experiments?|runs?|seeds|jobs|trials|configs)\b|(?:消融|实验|对比实验|超参)"
    rf"[^\d\x00]{{0,6}}{NUMBER}\s*(?:组|次|个)"
)
_CARD = r"(?:(?:rtx\s*)?[2345]0[6789]0(?:ti)?|[ahvl]\d{1,3})(?:[- ]?\d+g)?"
HOURS_EACH = rule(
    rf"(?:每[组个次]|each|一组|一次|per run|单次|apiece)[^\d\x00。;?]{{0,8}}"
    rf"(?:\x00+|\d+\s*(?:张|卡|块|gpus?|cards?|x))?\s*({_CARD})?[^\d\x00。;?]{{0,8}}"
    rf"{NUMBER}\s*个?(小时|h\b|hours?|hrs?\b|天|days?|分钟|min)|"
    rf"{NUMBER}\s*(h\b|hours?|hrs?\b|min|days?)\s*(?:each|apiece|a run|per run)"
)


def read_runs(scan: Scan, facts: dict[str, Any]) -> None:
    """20 组，每组 2 卡 6 小时."""
    if not (said(r"组|消融|超参|每[个次]|ablation|experiments|runs\b|seeds|each|种子|jobs", scan.text)):
        return
    hours = HOURS_EACH.search(scan.text)
    if hours is not None:  # the card stays to be read
        middle = hours.span(1) if hours[1] else (hours.end(), hours.end())
        scan.blank(hours.start(), middle[0])
        scan.blank(middle[1], hours.end())
    found = scan.take(RUNS) if hours or said(r"消融|超参|ablation|runs\b|seeds|种子|对比实验", scan.text) else None
    if found:
        facts["runs"] = round(float(found[1] or found[2] or found[3]))
    if hours:
        kept = said(r"(\d+)\s*(?:张|卡|块|gpus?|cards?)", hours[0])
        facts["hours_each"] = tidy(seconds_of(hours[2] or hours[4], hours[3] or hours[5]) / 3600)
        if kept:
            facts["gpus"] = int(kept[1])
        elif said(r"单卡|单张|一张|single|one (?:gpu|card)", hours[0]):
            facts["gpus"] = 1
