"""What a trial run or a run under way took: 200 步 15 分钟, 2.3 s/it, 1500/12000 steps after 2 hours."""

from __future__ import annotations

from typing import Any

from .scan import NUMBER, SCALE, Scan, amount, rule, said

EPOCHS = rule(
    rf"{NUMBER}\s*个?\s*-?\s*(?:full |single |more )?(?:epochs?\b(?!\s*[=:设]\s*\d)|"
    rf"epoches|eps?\b|轮(?!对话)|遍|回合|passes)|"
    rf"(?:num[_ ]?(?:train[_ ]?)?)?(?:epochs?|轮数|\beps?(?=\s*[=:]))\s*(?:=|:|是|设(?:为|成)?|取|为|of)?\s*{NUMBER}"
)
_STEP = r"(?:个?\s*(?:steps?|步|iters?|iterations?|it\b))"
_SPENT = r"(秒钟?|分钟?|小时|个小时|s(?:ec(?:onds?)?)?\b|min(?:utes?|s)?\b|h(?:ours?|rs?)?\b|m\b)"
TRIAL = rule(
    rf"{NUMBER}{SCALE}\s*{_STEP}\s*(?:跑了?|用了?|花了?|花费|耗时|用时|得|要|大概|大约|差不多|约|took|"
    rf"takes?|in|就|是|需要|=|:|"
    rf",)*\s*(?:about\s*)?{NUMBER}\s*{_SPENT}"
)
TRIAL_TURNED = rule(rf"{NUMBER}\s*{_SPENT}\s*(?:跑了|能跑|跑完了?|走了|for|跑)\s*{NUMBER}{SCALE}\s*{_STEP}")
PER_STEP = rule(
    rf"(?:每|一|1\s*)步\s*(?:大概|约|要|用|是|:)*\s*{NUMBER}\s*{_SPENT}|{NUMBER}\s*(s|"
    rf"sec|秒)\s*(?:/|per\s*|each\s*|每|"
    rf"一|1\s*)\s*(?:it|iter|step|步)"
)
TRIAL_EPOCH = rule(
    rf"(?:(?:每|一|1)\s*个?\s*(?:epoch|轮)|(?:each|per|an?|one) epoch)\s*(?:跑了|用了|花了|要|大概|约|就要|得|"
    rf"takes?|took|is|,|:)*\s*{NUMBER}\s*个?{_SPENT}(?!\s*[以之]?内)"
)
PER_SECOND = rule(rf"{NUMBER}\s*(?:it|iters?|steps?|步)\s*(?:/|per\s*|每|一)\s*(?:s\b|sec|秒)")
OF_STEPS = rule(rf"{NUMBER}(k)?\s*/\s*{NUMBER}(k)?\s*{_STEP}?")
"""1500/12000 步 as a progress bar shows it."""
PERCENT = rule(rf"(?:到|进度|完成了?|[跑训]了|才|\bat|progress:?)\s*{NUMBER}\s*%|{NUMBER}\s*%\s*(?:done|complete|了)")
SPENT = rule(
    rf"(?:(?:跑|训|用|花)了[^\d\x00,。;?]{{0,8}}|已经|took|after|in|for|ran)\s*(?:大概|大约|差不多|"
    rf"about)?\s*{NUMBER}\s*{_SPENT}"
)
ALL_STEPS = rule(
    rf"(?:总步数|总共步数|total[_ ](?:optimi[sz]ation |training )?steps|max[_ ]steps)\s*(?:是|"
    rf"约|:|=|of)?\s*{NUMBER}{SCALE}|(?:(?:一共|"
    rf"总共|共|全部|总的?|还有|要跑|total(?: of)?|out of|for|全程|需要)\s*(?:要|有|是|跑|"
    rf"训)*\s*{NUMBER}{SCALE}\s*{_STEP})|(?<![那这每第哪前积计加]){NUMBER}{SCALE}\s*{_STEP}\s*(?:in total|total|"
    rf"overall|altogether)?"
)
SPENT_SECONDS = {"秒": 1, "s": 1, "分": 60, "m": 60, "小": 3600, "个": 3600, "h": 3600, "天": 86400, "d": 86400}


def seconds_of(number: str, unit: str) -> float:
    return float(number) * SPENT_SECONDS[unit[0]]


def read_trial(scan: Scan, facts: dict[str, Any]) -> None:
    """200 步 15 分钟，一共 5000 步; 2.3 s/it, 12000 steps; a pass takes 40 minutes."""
    if _progress(scan, facts):
        return
    if found := scan.take(TRIAL):
        facts["trial_steps"] = round(amount(found[1], found[2]))
        facts["trial_seconds"] = seconds_of(found[3], found[4])
    elif found := scan.take(TRIAL_TURNED):
        facts["trial_steps"] = round(amount(found[3], found[4]))
        facts["trial_seconds"] = seconds_of(found[1], found[2])
    elif found := scan.take(PER_STEP):
        facts["trial_steps"] = 1
        facts["trial_seconds"] = seconds_of(found[1] or found[3], found[2] or found[4])
    elif found := scan.take(PER_SECOND):
        facts["trial_steps"], facts["trial_seconds"] = 1, 1 / float(found[1]) if float(found[1]) else 0.0
    elif found := scan.take(TRIAL_EPOCH):
        _trial_epoch(scan, facts, seconds_of(found[1], found[2]))
        return
    if found := scan.take(ALL_STEPS):
        facts["total_steps"] = round(amount(found[1] or found[3] or found[5], found[2] or found[4] or found[6]))
    if "trial_steps" in facts and "total_steps" not in facts and (found := scan.take(EPOCHS)):
        facts["epochs"] = float(found[1] or found[2])


def _progress(scan: Scan, facts: dict[str, Any]) -> bool:
    """So far in so long: 1500/12000 步用了 2 小时, 3 小时跑了 20 %."""
    if (spent := SPENT.search(scan.text)) is None:
        return False
    if found := OF_STEPS.search(scan.text):
        done, whole = amount(found[1], found[2]), amount(found[3], found[4])
    elif found := PERCENT.search(scan.text):
        done, whole = float(found[1] or found[2]), 100.0
    else:
        return False
    if not 0 < done < whole:
        return False
    scan.blank(*spent.span())
    scan.blank(*found.span())
    facts["trial_steps"], facts["trial_seconds"] = round(done), seconds_of(spent[1], spent[2])
    facts["total_steps"] = round(whole)
    return True


def _trial_epoch(scan: Scan, facts: dict[str, Any], seconds: float) -> None:
    facts["trial_steps"], facts["trial_seconds"] = 1, seconds
    if found := scan.take(EPOCHS):
        facts["epochs"] = float(found[1] or found[2])
        facts["total_steps"] = round(facts["epochs"])
    elif said(r"换(?:成|到|用|了)?|switch|instead", scan.whole):
        del facts["trial_steps"], facts["trial_seconds"]
        facts["hours_done"] = tidy(seconds / 3600)


def tidy(value: float) -> float:
    return int(value) if value == int(value) else value
