"""中文：机器联系不上、停机、掉卡、谁在跑。"""

from typing import Any

from bot.language.texts.shape import Context, Facts, Label, Line, Text
from bot.language.texts.zh.pieces import cards, close_up, length, listed, point, span
from bot.language.writing import plain_name

GONE = {"gap": "这段断档", "outage": "这次停机", "link": "这个绑定", "process": "这个进程"}
STATES = {"lost": "掉线了", "absent": "不见了", "reset_required": "要重置"}
KINDS = {"unix": "用户名", "folder": "目录", "session": "会话", "container": "容器", "process": "进程"}


def _contact(f: Facts) -> list[Line]:
    return [f"服务商：{f['contact']}"] if f["contact"] else []


def node_unheard(f: Facts, c: Context) -> list[Line]:
    last = f"最后读数在{point(f['last_at'], c)}" if f["last_at"] else "还没有过读数"
    whose = "你的预约" if f["private"] else "受影响的预约"
    lines: list[Line] = [f"{f['node']} 联系不上", f"{last}，可能只是断网，任务也许还在跑"]
    if f["bookings"]:
        lines += [f"{whose}：", *listed(f["bookings"], c)]
    return [*lines, *_contact(f)]


def node_back(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"{f['node']} 联系上了", f"断了 {length(f['end'] - f['start'])}，{_kept(f)}"]
    if f["restarted"]:
        lines.append("机器重启过")
    if f["gone_cards"]:
        lines.append(f"少了 {cards(f['gone_cards'])}")
    for one in f["gone_processes"][:4]:
        who = one["holder"] or "不知道谁"
        lines.append(close_up(f"{cards([one['gpu']])} 上 {who} 的 {one['command'] or '进程'} 不在了"))
    return lines


def _kept(f: Facts) -> str:
    left = f["unread_seconds"]
    return f"其中 {length(left)} 没有读数" if left >= 60 else "期间的读数都补上了"


def ask_gap(f: Facts, c: Context) -> list[Line]:
    return [
        f"{f['node']} 断了 {length(f['end'] - f['start'])}，算谁的？",
        f"{span(f, c)} 没有读数",
        "机器真停了就不收费；只是断网就照预约收。不选就照收",
    ]


def gap_charged(f: Facts, c: Context) -> list[Line]:
    return ["好，这段照预约收", f"{f['node']}，{span(f, c)}"]


def gap_decided(f: Facts, c: Context) -> list[Line]:
    how = "算停机，不收费" if f["decided"] == "outage" else "照预约收"
    who = f"{f['by']} " if f["by"] else ""
    return [f"已经定过了：{how}", close_up(f"{who}定的，{f['node']}，{span(f, c)}"), "要改：/outage"]


def outage_set(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"不收费：{span(f, c)}", f"{plain_name(f['node'], 32)} 这段算停机"]
    if f["bookings"]:
        lines += ["这些预约少算这段：", *listed(f["bookings"], c)]
    return lines


def outage_voided(f: Facts, c: Context) -> list[Line]:
    return ["停机撤销了，照常收费", f"{f['node']}，{span(f, c)}"]


def outages(f: Facts, c: Context) -> list[Line]:
    if not f["outages"] and not f["gaps"]:
        return ["最近一个月没有停机", "要记一次，例：/outage 02:00-08:00"]
    lines: list[Line] = [f"最近一个月停机 {len(f['outages'])} 次"]
    lines += [f"{one['outage']}. {one['node']}，{span(Facts(one), c)}" for one in f["outages"][-6:]]
    if f["gaps"]:
        lines.append("还没定的断档：")
        lines += [f"{one['node']}，{span(Facts(one), c)}" for one in f["gaps"]]
    return lines


def outage_there(f: Facts, c: Context) -> list[Line]:
    return ["这段已经有停机了", f"{f['outage']}. {f['node']}，{span(f, c)}", "先撤销再改：/outage"]


def no_outage(f: Facts, c: Context) -> list[Line]:
    if f["reason"] == "ahead":
        return ["停机要等停完再记", "写已经过去的时段，例：/outage 02:00-08:00"]
    if f["reason"] == "long_ago":
        return [f"只能记最近 {f['days']} 天的停机", "更早的钱用 /bill 记一笔退款"]
    return ["没看懂是哪段", f"“{plain_name(f['text'], 24)}”不像时段，例：/outage 昨天 22:00-23:30"]


def not_there(f: Facts, c: Context) -> list[Line]:
    return [f"{GONE[f['what']]}已经没有了"]


def card_lost(f: Facts, c: Context) -> list[Line]:
    these = "这张" if len(f["gpus"]) == 1 else "这些卡"
    lines: list[Line] = [f"{cards(f['gpus'])}{STATES[f['state']]}", f"{f['node']}，先不让订{these}"]
    for one in f["bookings"][:4]:
        lines += _moved(one, f["private"], c)
    if len(f["bookings"]) > 4:
        lines.append(f"还有 {len(f['bookings']) - 4} 个预约也在这些卡上")
    return [*lines, *_contact(f)]


def _moved(one: dict[str, Any], private: bool, c: Context) -> list[Line]:
    whose = f"{'你' if private else one['holder']} 的预约 {one['booking']}"
    stuck = [move["gpu"] for move in one["moves"] if move["moved_to"] is None]
    said = [f"{move['gpu']} 号换成 {move['moved_to']} 号" for move in one["moves"] if move["moved_to"] is not None]
    if stuck:
        which = "" if len(one["moves"]) == 1 else f"{cards(stuck)}"
        said.append(f"{which}没有空着的同款卡可换")
    when = f"，{span(Facts(one), c)}" if len(said) > 1 or not stuck else ""
    lines: list[Line] = [close_up(f"{whose}：{'，'.join(said)}{when}")]
    return [*lines, one["export"]] if one["export"] else lines


def unix_links(f: Facts, c: Context) -> list[Line]:
    if not f["links"]:
        return ["机器上还没绑你的用户名", "绑一个，例：/link li", f"大家都用 root 的话，跑之前先：{f['marker']}"]
    own = [f"{KINDS[one['kind']]} {one['account']}" for one in f["links"]]
    return ["机器上这些是你的", *own, "点下面的可以解绑"]


def unix_linked(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [f"好，{KINDS[f['kind']]} {plain_name(f['account'], 24)} 是你的"]
    if f["seconds"] >= 60:
        lines.append(f"之前没主的 {length(f['seconds'])}卡时也算你的了")
    return lines


def unix_unlinked(f: Facts, c: Context) -> list[Line]:
    return [f"{plain_name(f['account'], 24)} 解绑了", "之前跑的还算原来的人"]


def shared_account(f: Facts, c: Context) -> list[Line]:
    return [
        f"{f['account']} 大家都在用，没法绑给一个人",
        f"跑之前先：{f['marker']}",
        "或绑自己的目录，例：/link 目录 /data/li",
    ]


def account_taken(f: Facts, c: Context) -> list[Line]:
    return [close_up(f"{plain_name(f['account'], 24)} 是 {f['holder']} 的"), "要换人，先让 TA 或管理员解绑：/link 我的"]


def process_claimed(f: Facts, c: Context) -> list[Line]:
    return [
        f"好，{plain_name(f['command'] or '这个进程', 20)} 算你的",
        f"从它开始跑算起，到现在 {length(f['seconds'])}",
    ]


def claimed(f: Facts, c: Context) -> list[Line]:
    return [close_up(f"这个进程已经是 {f['holder']} 的了")]


TEXTS: dict[str, Text] = {
    "node_unheard": node_unheard,
    "node_back": node_back,
    "ask_gap": ask_gap,
    "gap_charged": gap_charged,
    "gap_decided": gap_decided,
    "outage_set": outage_set,
    "outage_voided": outage_voided,
    "outages": outages,
    "outage_there": outage_there,
    "no_outage": no_outage,
    "not_there": not_there,
    "card_lost": card_lost,
    "unix_links": unix_links,
    "unix_linked": unix_linked,
    "unix_unlinked": unix_unlinked,
    "shared_account": shared_account,
    "account_taken": account_taken,
    "process_claimed": process_claimed,
    "claimed": claimed,
}

LABELS: dict[str, Label] = {
    "gap.outage": lambda f, c: "机器挂了，不收费",
    "gap.charged": lambda f, c: "只是断网，照收",
    "outage.void": lambda f, c: f"撤销 {point(f['start'], c)} 的停机",
    "unix.revoke": lambda f, c: f"解绑 {plain_name(f['account'], 20)}",
    "use.claim": lambda f, c: f"{f['gpu']} 号的 {plain_name(f['command'] or '进程', 14)} 是我的",
}
