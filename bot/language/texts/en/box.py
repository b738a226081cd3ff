"""English texts about the machine's command line: codes, what was done from there, commands that ended."""

from typing import Any

from bot.language.texts.en.pieces import cards, length, point
from bot.language.texts.shape import Code, Context, Facts, Label, Line, Pre, Text
from bot.language.writing import plain_name

SIGNALS = {130: "was stopped by Ctrl-C", 137: "was killed", 139: "crashed", 143: "was stopped"}
GIB = 1 << 30
KILLED = 137
MOST_QUOTED = 4


def box_code(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["Paste this line on the machine", Code(f["line"]), f"Good once, until {point(f['until'], c)}"]
    lines.append("Then pinka say 'book 2 cards 6h' and pinka my work there; the group reads what you do")
    if not f["reachable"]:
        lines.append("The machine cannot come in yet: an owner has to set PINKA_LISTEN first")
    if f["in_use"]:
        lines.append(f"Codes in use already: {f['in_use']}")
    return lines


def box_code_revoked(f: Facts, c: Context) -> list[Line]:
    if not f["ended"]:
        return ["No code was in use"]
    return ["None of your codes holds any more", "To use the machine again: /code"]


def code_in_private(f: Facts, c: Context) -> list[Line]:
    return ["Ask me for a code in private", "Here everybody would read it. Send me /code there"]


def not_from_box(f: Facts, c: Context) -> list[Line]:
    return [f"/{f['command']} is for the chat only", "Who is who and who may what is not changed from the machine"]


def from_box(f: Facts, c: Context) -> list[Line]:
    said = [line for line in f["inner"] if not isinstance(line, (Code, Pre))][:MOST_QUOTED]
    return [f"{plain_name(f['holder'], 12)} at the machine; the answer:", *said]


def job_ended(f: Facts, c: Context) -> list[Line]:
    who = "" if f["private"] else f"{plain_name(f['holder'], 12)}'s "
    lines: list[Line] = [f"{who}{plain_name(f['command'], 16)} {_how(f['exit_code'])}"]
    if f["description"]:
        lines.append(plain_name(f["description"], 50))
    where = f" on {cards(f['gpus'])}" if f["gpus"] else ""
    lines.append(f"It ran for {_lasted(f['seconds'])}{where}, {f['node']}")
    if f["exit_code"]:
        lines.append(f"Exit code {f['exit_code']}" + (", often: out of memory" if f["exit_code"] == KILLED else ""))
    if f["peaks"]:
        lines.append("Most memory: " + ", ".join(_peak(one) for one in f["peaks"][:8]))
    return lines


def _how(exit_code: int) -> str:
    if exit_code == 0:
        return "is done"
    return SIGNALS.get(exit_code, "failed" if exit_code < 128 else "was ended by a signal")


def _lasted(seconds: int) -> str:
    return length(seconds) if seconds >= 60 else f"{seconds} s"


def _peak(one: dict[str, Any]) -> str:
    return f"card {one['gpu']} {one['bytes'] / GIB:.1f} GiB"


TEXTS: dict[str, Text] = {
    "box_code": box_code,
    "box_code_revoked": box_code_revoked,
    "code_in_private": code_in_private,
    "not_from_box": not_from_box,
    "from_box": from_box,
    "job_ended": job_ended,
}

LABELS: dict[str, Label] = {
    "box_code.revoke": lambda f, c: "Revoke all codes",
    "private_chat": lambda f, c: "Open the private chat",
}
