"""中文：机器、采集程序、换了的卡。"""

from typing import Any

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.texts.zh.pieces import cards, close_up, length, listed, point
from bot.language.writing import plain_name

STATES = {"none": "还没装采集程序", "online": "在线", "offline": "联系不上", "quarantined": "等管理员认"}
MACHINE = {
    "no_driver": "没有显卡驱动",
    "no_library": "没有 NVML",
    "no_cards": "没看到卡",
    "mismatch": "驱动换了版本，要重启",
    "driver_stuck": "驱动没有应答",
    "starting": "正在看卡",
}
UNSPOKEN = {
    "too_old": "采集程序太旧，连不进来：重贴一次安装行",
    "too_new": "机器人比采集程序旧，连不进来：先升级机器人",
}
MOST_NODES = 6
MOST_CHANGED = 5


def nodes(f: Facts, c: Context) -> list[Line]:
    every = f["nodes"]
    if not every:
        return ["还没有机器", "管理员发 /node add，把给出的一行贴到机器上"]
    if len(every) == 1:
        lines = [close_up(f"{every[0]['name']}：{_state(every[0], c)}"), *_details(every[0])]
    else:
        online = sum(1 for one in every if one["state"] == "online")
        lines = [f"{len(every)} 台机器，{online} 台在线"]
        lines += [close_up(f"{one['name']}：{_state(one, c)}{_short(one)}") for one in every[:MOST_NODES]]
    tunnel = f["tunnel"]
    if tunnel is not None and tunnel["state"] != "up":
        lines.append(f"隧道断了：{plain_name(tunnel['why'] or '还没连上', 60)}")
    return lines


def _state(one: dict[str, Any], c: Context) -> str:
    says = STATES[one["state"]]
    if one["state"] == "offline" and one["heard_at"] is not None:
        return f"{says}，最后一次是{point(one['heard_at'], c)}"
    return says


def _details(one: dict[str, Any]) -> list[Line]:
    lines: list[Line] = []
    if one["state"] == "none":
        lines.append("管理员发 /node add，把给出的一行贴到机器上")
    else:
        old = "（旧了，重贴一次安装行）" if one["outdated"] and not one["unspoken"] else ""
        driver = f"，驱动 {one['driver']}" if one["driver"] else ""
        lines.append(f"采集程序 {one['release'] or '版本不明'}{old}{driver}")
    troubles = _troubles(one)
    lines += [_cards(one), *("；".join(troubles[at : at + 2]) for at in range(0, len(troubles), 2))]
    lines.append(f"联系：{plain_name(one['contact'], 100)}" if one["contact"] else "联系方式还没记：/node contact 写上")
    return lines


def _cards(one: dict[str, Any]) -> str:
    bound, unbound = one["bound"], one["unbound"]
    if not bound:
        return f"{cards(unbound)}还没对上" if unbound else "还没有卡"
    rest = f"，{cards(unbound)}还没对上" if unbound else ""
    waiting = f"，{one['waiting']} 张等管理员认" if one["waiting"] else ""
    return f"{cards(bound)}已对上{rest}{waiting}"


def _troubles(one: dict[str, Any]) -> list[str]:
    found = [UNSPOKEN[one["unspoken"]]] if one["unspoken"] else []
    if one["machine_state"] not in (None, "ok"):
        found.append(MACHINE.get(one["machine_state"], "显卡读不出来"))
    if one["clock_off_seconds"]:
        found.append(f"时钟差了 {length(max(60, one['clock_off_seconds']))}，已校正")
    if one["disk_full"]:
        found.append("机器上的硬盘写不进去")
    if one["dropped"]:
        found.append(f"断网太久，丢了 {one['dropped']} 个读数")
    return found


def _short(one: dict[str, Any]) -> str:
    trouble = _troubles(one)[:1]
    old = "，采集程序旧了" if one["outdated"] and one["state"] != "none" and not one["unspoken"] else ""
    waiting = f"，{one['waiting']} 张卡等管理员认" if one["waiting"] else ""
    return f"{old}{waiting}{''.join('，' + one for one in trouble)}"


def enrol_code(f: Facts, c: Context) -> list[Line]:
    until = f"只能用一次，{point(f['until'], c)} 过期"
    first = close_up(f"在 {plain_name(f['node'], 12)} 上贴这一行：")
    if f["install"] is None:
        return [first, Code(f["enrol"]), until, "要先在那里装好：pip install pinka"]
    return [first, Code(f["install"]), until, "不要 root，不开端口；装过的只要这行：", Code(f["enrol"])]


def no_door(f: Facts, c: Context) -> list[Line]:
    return [
        "机器人还没开门等采集程序",
        "机器人在实验室电脑上：设 PINKA_TUNNEL=me@box:22",
        "就在机器上：设 PINKA_LISTEN=127.0.0.1:8765",
        "在公网上：还要设 PINKA_PUBLIC_URL=https://…，再重启",
    ]


def which_node(f: Facts, c: Context) -> list[Line]:
    return ["给哪台机器？", "新的一台写上名字，例：/node add node9"]


def node_enrolled(f: Facts, c: Context) -> list[Line]:
    first = close_up(f"{plain_name(f['node'], 16)} 连上了")
    lines: list[Line] = [first]
    if f["added"]:
        lines.append(f"登记了 {cards(f['added'])}")
    elif f["bound"]:
        lines.append(f"{cards(f['bound'])}都对上了")
    if f["unbound"]:
        lines.append(f"没看到：{cards(f['unbound'])}")
    if f["state"] != "ok":
        lines.append(MACHINE.get(f["state"], "显卡读不出来"))
    return lines


def cards_changed(f: Facts, c: Context) -> list[Line]:
    changed, same = f["changed"], f["same"]
    rest = f"，其余 {same} 张没变" if same else ""
    node = plain_name(f["node"], 12)
    lines: list[Line]
    if not changed:
        lines = [close_up(f"{node} 多了 {_extra(f)}"), "是你们的卡吗？"]
    elif all(one["was_bound"] for one in changed):
        lines = [f"{cards([one['number'] for one in changed])}换了新的{rest}", close_up(f"{node}，认下后预约跟着走")]
    else:
        lines = [close_up(f"{node} 的卡和登记的不一样"), f"{len(changed)} 张对不上{rest}"]
    differing = [one for one in changed if (one["kind"], one["memory_gb"]) != (one["new_kind"], one["new_memory_gb"])]
    lines += [
        f"{one['number']} 号：登记 {one['kind']}-{one['memory_gb']}G，看到 {one['new_kind']}-{one['new_memory_gb']}G"
        for one in differing[:MOST_CHANGED]
    ]
    if changed and f["extra"]:
        lines.append(f"另外多了 {_extra(f)}")
    return lines


def _extra(f: Facts) -> str:
    return "、".join(f"{one['count']} 张 {one['kind']}-{one['memory_gb']}G" for one in f["extra"][:3])


def cards_settled(f: Facts, c: Context) -> list[Line]:
    node = plain_name(f["node"], 16)
    if not f["yes"]:
        return [close_up(f"好，{node} 的卡先不改"), "要认的话，发 /node"]
    lines: list[Line] = [close_up(f"{node} 的卡认好了")]
    if f["changed"]:
        lines.append(f"{cards(f['changed'])}是新的，预约照旧")
    if f["added"]:
        lines.append(f"加了 {cards(f['added'])}")
    return lines


def stranger(f: Facts, c: Context) -> list[Line]:
    node = plain_name(f["node"], 12)
    seen = "、".join(f"{one['count']} 张 {one['kind']}-{one['memory_gb']}G" for one in f["cards"][:3])
    host = f"主机名 {plain_name(f['host'], 40)}" if f["host"] else "主机名不明"
    if f["why"] == "all_changed":
        return [close_up(f"{node} 的卡全换了，还是它吗？"), f"{host}，现在是 {seen}", "点之前它的读数先不记，不会丢"]
    return [
        close_up(f"又有一台自称 {node}"),
        f"{host}，{'有 ' + seen if seen else '没看到卡'}",
        "多半是镜像被复制了；那台要用的话，给它发 /node add",
    ]


def agent_unspoken(f: Facts, c: Context) -> list[Line]:
    node, release = plain_name(f["node"], 12), plain_name(f["release"] or "版本不明", 20)
    if f["why"] == "too_new":
        return [close_up(f"{node} 的采集程序比机器人新"), f"它是 {release}，连不进来；升级机器人就好，读数不会丢"]
    return [close_up(f"{node} 的采集程序太旧了"), f"它是 {release}，连不进来；在那台上重贴一次安装行，读数不会丢"]


def stranger_settled(f: Facts, c: Context) -> list[Line]:
    node = plain_name(f["node"], 16)
    if not f["yes"]:
        return [close_up(f"好，那台不是 {node}"), "它连不进来了；要用就给它发 /node add"]
    unseen: list[Line] = [f"没看到：{cards(f['unbound'])}"] if f["unbound"] else []
    return [close_up(f"好，它就是 {node}"), "卡按型号和顺序对上，预约照旧", *unseen]


def ask_node_remove(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [close_up(f"把 {plain_name(f['node'], 16)} 移走？")]
    if f["cards"]:
        lines.append(f"{cards(f['cards'])}跟着走，号码以后不再用")
    return [*lines, "用过的照记，账单不变"]


def node_removed(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = [close_up(f"{plain_name(f['node'], 16)} 移走了")]
    if f["cards"]:
        lines.append(f"{cards(f['cards'])}不再能订；那台上可以 pinka agent uninstall")
    return lines


def node_busy(f: Facts, c: Context) -> list[Line]:
    first = close_up(f"{plain_name(f['node'], 12)} 上还有 {len(f['bookings'])} 个预约")
    return [first, *listed(f["bookings"][:5], c), "先放卡或取消，再移走"]


def node_contact(f: Facts, c: Context) -> list[Line]:
    node = plain_name(f["node"], 16)
    if f["contact"] is None:
        return [close_up(f"{node} 的联系方式删掉了")]
    return [close_up(f"记下了，{node} 出事时会附上"), plain_name(f["contact"], 110)]


TEXTS: dict[str, Text] = {
    "nodes": nodes,
    "enrol_code": enrol_code,
    "no_door": no_door,
    "which_node": which_node,
    "node_enrolled": node_enrolled,
    "cards_changed": cards_changed,
    "cards_settled": cards_settled,
    "stranger": stranger,
    "agent_unspoken": agent_unspoken,
    "stranger_settled": stranger_settled,
    "ask_node_remove": ask_node_remove,
    "node_removed": node_removed,
    "node_busy": node_busy,
    "node_contact": node_contact,
}
LABELS: dict[str, Label] = {
    "copy_line": lambda f, c: "复制这一行",
    "node": lambda f, c: plain_name(f["node"], 40),
    "node.new": lambda f, c: f"新的一台：{plain_name(f['node'], 30)}",
    "node.again": lambda f, c: "要安装行",
    "node.remove": lambda f, c: "移走",
    "cards.yes": lambda f, c: "对，认下",
    "cards.no": lambda f, c: "先不改",
    "stranger.yes": lambda f, c: "是这台机器",
    "stranger.no": lambda f, c: "不是",
}
