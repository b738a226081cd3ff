"""中文：建组、加入、卡池、谁能做什么。"""

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.texts.zh.pieces import close_up, line
from bot.language.writing import write_cards, write_point

MOST_LEFT = 3
MOST_NAMED = 8


def not_member(f: Facts, c: Context) -> list[Line]:
    if f["group"]:
        return ["你还不是本组成员", "发 /join 申请，管理员点同意就行"]
    return ["你还不在任何组里", "去你们的群里发 /join"]


def no_pool(f: Facts, c: Context) -> list[Line]:
    return ["这个群还没建组", "有口令的人发：/setup 口令"]


def anonymous(f: Facts, c: Context) -> list[Line]:
    return ["看不出你是谁", "关掉匿名管理员，再发一次"]


def role(f: Facts, c: Context) -> list[Line]:
    if f["needed"] == "owner":
        return ["这个要管理员来做", "请管理员发一下，或点一下"]
    if f["needed"] == "treasurer":
        return ["这个要管账的或管理员来做", "请他们发一下，或点一下"]
    return ["这个要成员来做", "你现在的身份是只看"]


def join_asked(f: Facts, c: Context) -> list[Line]:
    return [close_up(f"{f['name']} 想加入"), "请管理员点一下"]


def join_refused(f: Facts, c: Context) -> list[Line]:
    return [close_up(f"没有同意 {f['name']} 加入"), close_up(f"{f['by']} 点的，以后还可以再申请")]


def joined(f: Facts, c: Context) -> list[Line]:
    return [close_up(f"{f['name']} 加入了"), "订卡，例：/book 2 6h；看空闲：/free"]


def already_member(f: Facts, c: Context) -> list[Line]:
    return ["已经是成员了", "订卡，例：/book 2 6h"]


def setup_done(f: Facts, c: Context) -> list[Line]:
    return [
        f"建好了：{f['pool']}",
        f"管理员：{f['owner']}，时区 {f['zone']}",
        "下一步登记有哪些卡，例：/pool 8xA100-80G",
        "其他人在群里发 /join",
    ]


def wrong_code(f: Facts, c: Context) -> list[Line]:
    wrong = "口令不对，或者用过、过期了" if f["given"] else "建组要有口令"
    return [
        wrong,
        "头一个组：口令在 pinka run 的启动画面上，例：/setup abcd-efgh-jkmn 组名",
        "再建一个：找一位管理员私聊我发 /setup，拿一个新口令",
    ]


def pool_exists(f: Facts, c: Context) -> list[Line]:
    return ["这个群已经建过组了", "要加入发 /join"]


def setup_in_group(f: Facts, c: Context) -> list[Line]:
    return ["建组要在群里发", "把我拉进群，再在群里发：/setup 口令"]


def join_in_group(f: Facts, c: Context) -> list[Line]:
    return ["加入要在群里发", "去你们的群里发 /join"]


def founding_code(f: Facts, c: Context) -> list[Line]:
    until = write_point(f["until"], c.now, c.zone, "zh")
    return ["给另一个群建组的口令", Code(f"/setup {f['code']}"), f"在那个群里发，只能用一次，{until} 过期"]


def pool(f: Facts, c: Context) -> list[Line]:
    if not f["nodes"]:
        return ["还没登记有哪些卡", "管理员先发，例：/pool 8xA100-80G"]
    if "broken" in f or "working" in f:
        return _reported(f, c)
    lines: list[Line] = [f"记下了 {f['added']}" if f["added"] else close_up(f"{f['pool']} 的机器")]
    for node in f["nodes"]:
        kinds: dict[str, list[int]] = {}
        for card in node["cards"]:
            kinds.setdefault(f"{card['kind']}-{card['memory_gb']}G", []).append(card["number"])
        for kind, numbers in kinds.items():
            lines.append(f"{node['name']}：{len(numbers)}×{kind}，{write_cards(numbers, 'zh')}")
    broken = [card["number"] for node in f["nodes"] for card in node["cards"] if card["broken"]]
    return [*lines, f"{write_cards(broken, 'zh')}坏着"] if broken else lines


def _reported(f: Facts, c: Context) -> list[Line]:
    """报坏的卡上还有谁的预约，要说出来，好让人换卡。"""
    if "working" in f:
        return [f"{write_cards(f['working'], 'zh')}好了，又能订了"]
    lines: list[Line] = [f"{write_cards(f['broken'], 'zh')}坏了，不再排给人"]
    if not f["bookings"]:
        return [*lines, "上面没有预约"]
    lines.append("上面的预约没动，请换卡：")
    lines += [close_up(f"{one['holder']} 的{line(one, c)}") for one in f["bookings"][:MOST_NAMED]]
    more = len(f["bookings"]) - MOST_NAMED
    return [*lines, f"另外还有 {more} 个"] if more > 0 else lines


def pool_declared(f: Facts, c: Context) -> list[Line]:
    return [f"已经有 {'、'.join(f['nodes'])} 了", "再加一台，例：/pool add node2: 8x4090-24G"]


def node_exists(f: Facts, c: Context) -> list[Line]:
    return [f"已经有一台叫 {f['node']} 了", "换个名字再发"]


def ask_pool(f: Facts, c: Context) -> list[Line]:
    return ["哪个组的？"]


def hello(f: Facts, c: Context) -> list[Line]:
    lines: list[Line] = ["大家好，我是拼卡"]
    if not f["pool"]:
        lines.append("先建组：/setup 口令")
    if f["hears_all"]:
        lines.append("订卡，例：订 2张 6小时，或者 /book 2 6h")
        return lines
    return [
        *lines,
        "现在我只听得到 / 开头的命令",
        "想直接打字订卡，把我设成管理员，权限全关也行",
        f"没设之前这样发：/book{f['bot']} 2 6h",
    ]


def member_left(f: Facts, c: Context) -> list[Line]:
    has = f["bookings"]
    more = [f"另外还有 {len(has) - MOST_LEFT} 个"] if len(has) > MOST_LEFT else []
    kept = ["名下的预约先留着：", *(line(one, c) for one in has[:MOST_LEFT]), *more] if has else ["名下没有预约"]
    return [close_up(f"{f['name']} 离开了这个群"), *kept, "还算成员，账也照旧；移不移出由管理员定"]


TEXTS: dict[str, Text] = {
    "not_member": not_member,
    "no_pool": no_pool,
    "anonymous": anonymous,
    "role": role,
    "join_asked": join_asked,
    "join_refused": join_refused,
    "joined": joined,
    "already_member": already_member,
    "setup_done": setup_done,
    "wrong_code": wrong_code,
    "pool_exists": pool_exists,
    "setup_in_group": setup_in_group,
    "join_in_group": join_in_group,
    "founding_code": founding_code,
    "pool": pool,
    "pool_declared": pool_declared,
    "node_exists": node_exists,
    "ask_pool": ask_pool,
    "hello": hello,
    "member_left": member_left,
}
LABELS: dict[str, Label] = {
    "join.agree": lambda f, c: "同意",
    "join.refuse": lambda f, c: "拒绝",
    "member.remove": lambda f, c: "移出",
    "pool": lambda f, c: str(f["pool"]),
}
