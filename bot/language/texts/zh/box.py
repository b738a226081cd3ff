"""中文：机器命令行上的口令、从那里做的事、跑完了。"""

from typing import Any

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Pre, Text
from bot.language.texts.zh.pieces import cards, close_up, length, point
from bot.language.writing import plain_name

SIGNALS = {130: "被 Ctrl-C 停了", 137: "被强行结束了", 139: "段错误", 143: "被停了"}
GIB = 1 << 30
KILLED = 137
MOST_QUOTED = 4


def box_code(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["到机器上贴这一行", Code(f["line"]), f"有效到{point(f['until'], c)}，只能用一次"]
    lines.append("之后在机器上用 pinka say 说话、pinka my 看预约，做了什么群里会说")
    if not f["reachable"]:
        lines.append("机器现在还连不进来：管理员先配好接入（PINKA_LISTEN）")
    if f["in_use"]:
        lines.append(f"已有 {f['in_use']} 处在用口令")
    return lines


def box_code_revoked(f: Facts, c: Context) -> list[Line]:
    if not f["ended"]:
        return ["没有在用的口令"]
    return ["口令都停用了", "机器上要再用：/code"]


def code_in_private(f: Facts, c: Context) -> list[Line]:
    return ["口令要私聊拿，群里会被看到", "私聊我发 /code"]


def not_from_box(f: Facts, c: Context) -> list[Line]:
    return [f"/{f['command']} 不能在机器上发", "关系到谁是谁、谁能做什么的，到聊天里发"]


def from_box(f: Facts, c: Context) -> list[Line]:
    said = [line for line in f["inner"] if not isinstance(line, (Code, Pre))][:MOST_QUOTED]
    return [close_up(f"{plain_name(f['holder'], 12)} 在机器上操作了，回的是："), *said]


def job_ended(f: Facts, c: Context) -> list[Line]:
    who = "" if f["private"] else f"{plain_name(f['holder'], 10)} 的 "
    name = plain_name(f["command"], 16)
    lines: list[Line] = [close_up(f"{who}{name} {_how(f['exit_code'])}")]
    if f["description"]:
        lines.append(plain_name(f["description"], 50))
    where = f"，{cards(f['gpus'])}" if f["gpus"] else ""
    lines.append(f"跑了 {_lasted(f['seconds'])}{where}，{f['node']}")
    if f["exit_code"]:
        lines.append(f"退出码 {f['exit_code']}" + ("，常见是内存不够" if f["exit_code"] == KILLED else ""))
    if f["peaks"]:
        lines.append("显存最多 " + "、".join(_peak(one) for one in f["peaks"][:8]))
    return lines


def _how(exit_code: int) -> str:
    if exit_code == 0:
        return "跑完了"
    return SIGNALS.get(exit_code, "出错退出了" if exit_code < 128 else "被信号停了")


def _lasted(seconds: int) -> str:
    return length(seconds) if seconds >= 60 else f"{seconds} 秒"


def _peak(one: dict[str, Any]) -> str:
    return f"{one['gpu']} 号 {one['bytes'] / GIB:.1f} GiB"


TEXTS: dict[str, Text] = {
    "box_code": box_code,
    "box_code_revoked": box_code_revoked,
    "code_in_private": code_in_private,
    "not_from_box": not_from_box,
    "from_box": from_box,
    "job_ended": job_ended,
}

LABELS: dict[str, Label] = {"box_code.revoke": lambda f, c: "停用全部口令", "private_chat": lambda f, c: "打开私聊"}
