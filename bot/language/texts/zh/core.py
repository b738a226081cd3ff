"""中文：听不懂、按钮过期、来晚了、存储出问题。"""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import plain_name, write_point, write_span

WIDEST_QUOTE = 90
WIDEST_WORD = 20

REASONS = {
    "too_long_text": "太长了，看不过来",
    "half_card": "卡不能订半张，订一整张吧",
    "contradiction": "前后对不上，是不是写了两样？",
    "bad_time": "时间没看懂",
    "skipped_time": "那天没有这个钟点，换一个吧",
    "bad_count": "张数没看懂，要写整数",
    "bad_duration": "时长没看懂",
    "unread_number": "有个数没看懂，是张数还是时间？",
    "card_or_day": "是卡号还是日期，写清楚一点",
    "too_long": "太久了，最多 60 天",
    "no_target": "没看懂是哪个预约，写它的号",
    "bad_change": "没看懂改到什么时候",
    "bad_card": "没看懂是哪张卡，写卡号",
    "bad_weights": "份数没看懂，每人一份，你自己在前",
    "yourself": "自己不用和自己合用",
    "guest": "只看的人不能用卡",
    "too_many_co_holders": "合用的人太多了",
    "recurring": "还不能一次订一串，一次订一个吧",
    "question": "没看懂是问还是订",
    "memory_missing": "显存多大？",
    "bad_memory": "显存没看懂，写几 G",
    "too_many_cards": "太多了，一台机器最多 64 张",
    "bad_name": "机器名只用字母、数字、汉字和 - _ .",
    "not_cards": "没看懂有哪些卡",
    "nothing_follows": "这个命令后面不用写东西",
    "no_member": "要写是谁",
    "no_role": "身份没看懂",
    "no_language": "只会中文和英文",
    "bad_hours": "没看懂几点到几点",
    "bad_minute": "没看懂是几点",
    "bad_rental": "租期没看懂",
    "bad_need": "要几张、多少小时没看懂",
    "too_many_hours": "比这个月的小时还多",
    "ends_before": "结束要在开始之后",
    "bad_reserve": "预留没看懂，写百分数",
    "bad_until": "没看懂用到哪天",
    "one_beneficiary": "一张券只给一个人，或者大家",
    "bad_price": "单价没看懂",
    "bad_policy": "没看懂怎么分",
    "bad_month": "没看懂是哪个月",
    "bad_line_number": "看第几行？行号在 /why 里，只说自己的",
    "bad_choice": "没看懂要怎么设",
    "bad_sponsor": "没看懂先出多少",
    "no_words": "要写原因",
    "too_many_names": "写的人太多了",
    "bad_fund": "没看懂要拿经费怎么办",
    "bad_tax_number": "税号不对，要 15 到 20 位数字和字母",
    "no_title": "经费要有个名字",
    "bad_export": "没看懂导出什么",
    "only_own": "只能放自己的；管理员一次结束一个，要写原因",
    "which_cards": "放哪几张？写卡号",
    "rent_recurs": "每月都付的租金用 /price 写一次",
    "bill_recurs": "记账一次一笔，每月的到时再记",
    "too_large_file": "文件太大了",
}


def reason(code: str, said: Mapping[str, Any]) -> str:
    """What is wrong, by its reason, with what was typed where that shows it better."""
    text = plain_name(str(said.get("text") or ""), WIDEST_WORD)
    if code == "bad_duration" and text.startswith("-"):
        return f"{text} 不行，时长不能是负的"
    if code == "bad_duration" and said.get("minutes") == 0:
        return "时长要大于 0"
    return REASONS.get(code, "没看懂")


def bad_input(f: Facts, c: Context) -> list[Line]:
    return [reason(f["reason"], f["facts"]), f"例：{f.get('example') or '/book 2xA100 6h'}"]


LINES = {
    "not_json": "不是 JSON",
    "not_an_object": "要是一个对象",
    "line_too_long": "太长了",
    "nothing_to_do": "text 和 press 都没写",
    "text_and_press": "text 和 press 只能写一个",
    "at_not_iso": "at 不是 ISO 8601 时间",
    "at_without_zone": "at 要带时区，如 +08:00",
    "at_out_of_range": "at 太远了",
    "at_goes_back": "at 比上一行还早",
    "image_not_a_path": "image 要是文件的路径",
}
FIELDS = {
    "_missing": "没写",
    "_not_a_string": "要是文本",
    "_not_unicode": "有写坏的字符",
    "_with_nul": "里有空字符",
    "_too_long": "太长了",
}


def _line(reason: str) -> str:
    """一行为什么没法读：整行的毛病，或者哪一栏的。"""
    for ending, words in FIELDS.items():
        if reason not in LINES and reason.endswith(ending):
            return f"{reason.removesuffix(ending)} {words}"
    return LINES.get(reason, reason)


def bad_line(f: Facts, c: Context) -> list[Line]:
    return [
        f"第 {f['line']} 行没法读：{_line(f['reason'])}",
        '例：{"id":"1","chat":"lab","from":"li","text":"/book 2 6h"}',
    ]


def unknown_command(f: Facts, c: Context) -> list[Line]:
    return [f"没有 {plain_name(f['text'], WIDEST_WORD)} 这个命令", "看看有哪些：/help"]


def not_understood(f: Facts, c: Context) -> list[Line]:
    return ["没看懂", "订卡要写几张、用多久，例：/book 2 6h；其他的看 /help"]


def stale_button(f: Facts, c: Context) -> list[Line]:
    if not f["inner"]:
        return ["这个按钮过期了", "重新发一次命令就好"]
    return ["这个按钮过期了，现在是：", *f["inner"]]


def already_done(f: Facts, c: Context) -> list[Line]:
    if f["what"] == "ended":
        return ["这个预约已经到点结束了", "看自己的：/my"]
    return ["已经办过了：", *f["inner"][:2]] if f["inner"] else ["已经办过了", "看自己的：/my"]


def late_command(f: Facts, c: Context) -> list[Line]:
    sent = write_point(f["sent"], c.now, c.zone, "zh")
    lines: list[Line] = ["这条来晚了，还要办吗？", f"{sent} 发的：{plain_name(f['text'], WIDEST_QUOTE)}"]
    if f.get("end") is not None:
        return [*lines, f"按当时说的，是 {write_span(f['start'], f['end'], c.now, c.zone, 'zh')}"]
    if f.get("start") is not None:
        return [*lines, f"按当时说的，从{write_point(f['start'], c.now, c.zone, 'zh')} 开始"]
    return lines


def late_dropped(f: Facts, c: Context) -> list[Line]:
    return ["好，这条不办了", plain_name(f["text"], WIDEST_QUOTE)]


def busy(f: Facts, c: Context) -> list[Line]:
    return ["现在忙不过来，还没办", "这条我留着，空了就办"]


def storage_failed(f: Facts, c: Context) -> list[Line]:
    return ["存不进去，还没办", "可能是磁盘满了。这条我留着，修好就办"]


def failed(f: Facts, c: Context) -> list[Line]:
    return ["出错了，什么都没改", f"把编号 {f['incident']} 告诉管理员"]


def unworded(f: Facts, c: Context) -> list[Line]:
    return ["这句回答没写成", f"办没办成，看 /my；把编号 {f['incident']} 告诉管理员"]


TEXTS: dict[str, Text] = {
    "bad_input": bad_input,
    "bad_line": bad_line,
    "unknown_command": unknown_command,
    "not_understood": not_understood,
    "stale_button": stale_button,
    "already_done": already_done,
    "late_command": late_command,
    "late_dropped": late_dropped,
    "busy": busy,
    "storage_failed": storage_failed,
    "failed": failed,
    "unworded": unworded,
}
LABELS: dict[str, Label] = {
    "late.do": lambda f, c: "照办",
    "late.drop": lambda f, c: "算了",
    "more": lambda f, c: "更多",
}
