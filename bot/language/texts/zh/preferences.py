"""中文：语言、免打扰、时区、提醒发到哪里。"""

from zoneinfo import ZoneInfo

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name, write_point

LANGUAGES = {"zh": "中文", "en": "英文"}


def lang(f: Facts, c: Context) -> list[Line]:
    if f["language"] is None:
        return ["你打中文我说中文，打英文我说英文", "要固定一种：/lang zh 或 /lang en"]
    first = f"好，以后跟你说{LANGUAGES[f['language']]}" if f["set"] else f"现在跟你说{LANGUAGES[f['language']]}"
    return [first, "打别的语言时还是跟着你；改回自动：/lang auto"]


def quiet(f: Facts, c: Context) -> list[Line]:
    if f["from"] is None:
        return ["给你的消息都会出声", "想夜里安静，例：/quiet 23-8"]
    return [f"{f['from']} 到 {f['to']} 给你的消息不出声", "照常发，只是不响；关掉发 /quiet off"]


def zone(f: Facts, c: Context) -> list[Line]:
    there = write_point(c.now, c.now, ZoneInfo(f["zone"]), "zh")
    lines: list[Line] = [f"{f['zone']}，那边现在是{there}"]
    if f["set"] and f["zone"] != f["before"]:
        return ["时区改好了", *lines, "时间从现在起按它说；账单从下个月起按它算"]
    if f["bills_zone"] != f["zone"]:
        lines.append(f"这个月的账单还按 {f['bills_zone']} 算，下个月起按它")
    return ["时区本来就是这个" if f["set"] else "本组的时区", *lines]


def no_such_zone(f: Facts, c: Context) -> list[Line]:
    first = f"没有 {plain_name(f['text'], 24)} 这个时区"
    return [first, "是这个吗？" if f["likely"] else "要写全名，例：/tz Asia/Shanghai"]


def here(f: Facts, c: Context) -> list[Line]:
    where = "这个话题" if f["topic"] else "这里"
    return [f"好，以后提醒发到{where}", "要换地方，在别的话题里再发一次 /here"]


def here_in_group(f: Facts, c: Context) -> list[Line]:
    return ["这个要在群里发", "提醒该发到哪个话题，就在哪里发 /here"]


TEXTS: dict[str, Text] = {
    "lang": lang,
    "quiet": quiet,
    "zone": zone,
    "no_such_zone": no_such_zone,
    "here": here,
    "here_in_group": here_in_group,
}
LABELS: dict[str, Label] = {
    "lang": lambda f, c: {"zh": "中文", "en": "English", None: "自动"}[f["language"]],
    "quiet.hours": lambda f, c: "不用安静" if f["from"] is None else f"{f['from']} 到 {f['to']}",
    "zone": lambda f, c: str(f["zone"]),
}
