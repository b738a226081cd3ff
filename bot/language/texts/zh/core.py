"""中文：听不懂、按钮过期、来晚了、存储出问题。"""

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.writing import write_point

REASONS = {
    "too_long_text": "太长了，一条最多 2000 字",
    "half_card": "卡不能订半张，订一整张吧",
    "contradiction": "前后对不上，时间或张数写了两次？",
    "bad_time": "时间没看懂",
    "bad_count": "张数没看懂，要写整数",
    "bad_duration": "时长没看懂",
    "too_long": "太久了，最多 60 天",
    "no_target": "没看懂是哪个预约，写它的号，例：/release 42",
    "memory_missing": "显存多大？例：/pool 8xA100-80G",
}


def bad_input(f: Facts, c: Context) -> list[Line]:
    return [REASONS.get(f["reason"], "没看懂"), "例：/book 2xA100 6h，/book 2 明晚8点 6小时"]


def bad_line(f: Facts, c: Context) -> list[Line]:
    return [
        f"第 {f['line']} 行没法读：{f['reason']}",
        '例：{"id":"1","chat":"lab","from":"li","text":"/book 2 6h"}',
    ]


def unknown_command(f: Facts, c: Context) -> list[Line]:
    return [f"没有 {f['text']} 这个命令", "发 /help 看有哪些"]


def not_understood(f: Facts, c: Context) -> list[Line]:
    return ["没看懂", "订卡写几张、多久，例：/book 2 6h；其他发 /help"]


def stale_button(f: Facts, c: Context) -> list[Line]:
    if not f["inner"]:
        return ["这个按钮过期了", "重新发一次命令就好"]
    return ["刚才的按钮过期了，现在是：", *f["inner"]]


def already_done(f: Facts, c: Context) -> list[Line]:
    if f["what"] == "ended":
        return ["这个预约已经到点结束了", "看自己的：/my"]
    return ["已经办过了：", *f["inner"][:2]]


def late_command(f: Facts, c: Context) -> list[Line]:
    sent = write_point(f["sent"], c.now, c.zone, "zh")
    return ["这条来晚了，还要办吗？", f"{sent}发的：{f['text']}"]


def late_dropped(f: Facts, c: Context) -> list[Line]:
    return ["好，这条不办了"]


def busy(f: Facts, c: Context) -> list[Line]:
    return ["现在忙不过来，还没办", "这条我留着，空了就办"]


def storage_failed(f: Facts, c: Context) -> list[Line]:
    return ["存不进去，还没办", "可能是磁盘满了。这条我留着，好了就办"]


def failed(f: Facts, c: Context) -> list[Line]:
    return ["出错了，什么都没改", f"把编号 {f['incident']} 告诉管理员"]


def unworded(f: Facts, c: Context) -> list[Line]:
    return ["办了，但这句话没说成", f"看结果发 /my；编号 {f['incident']} 请告诉管理员"]


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
