"""中文：经费、收款码、收据、导出。"""

from collections.abc import Mapping
from typing import Any

from bot.language.texts.shape import Code, Context, Facts, Label, Line, Text
from bot.language.texts.zh.bill_pieces import KINDS, money, month
from bot.language.texts.zh.pieces import close_up
from bot.language.writing import plain_name

MOST = 6
NAME = 20
FORMATS = {"xlsx": "Excel 表格", "csv": "CSV", "json": "JSON", "beancount": "beancount", "claim": "报销单"}


REFUSED = {
    "no_file": "没带文件",
    "not_json": "这不是 JSON",
    "other_schema": "不是拼卡导出的，或版本不对",
    "other_pool": "这是别的组的账",
    "not_closed": "这个月导出时还没封账",
    "does_not_add_up": "文件被改过，算出来对不上",
    "no_such_member": "里面有这里没有的人",
    "differs": "这里的这个月已封账，内容不一样",
}


def funds(f: Facts, c: Context) -> list[Line]:
    if f["shut"]:
        return [close_up(f"{plain_name(f['shut'], 16)} 关闭了"), "以后没有份额走这笔经费，以前的照旧；看：/fund"]
    if not f["funds"]:
        return ["还没有经费", "管账的建一笔，例：/fund 新建 某某大学 税号 12100000400000000X 项目 测试费"]
    lines: list[Line] = ["经费改好了" if f["changed"] else f"经费 {len(f['funds'])} 笔"]
    for one in f["funds"][:MOST]:
        lines.append(_fund(one, f["currency"], f["month"], c))
        if f["changed"]:
            lines += _particulars(one)
    return lines


def _fund(one: Mapping[str, Any], currency: str, name: str, c: Context) -> str:
    members = "、".join(plain_name(who, NAME) for who in one["members"][:4]) or "没有人"
    rest = f" 等 {len(one['members'])} 人" if len(one["members"]) > 4 else ""
    parts = [f"{one['fund']} 号 {plain_name(one['title'], 24)}：{members}{rest}"]
    if one["month_minor"]:
        parts.append(f"{month(name, c)} {money(one['month_minor'], currency)}")
    if one["balance_minor"]:
        word = "还应付" if one["balance_minor"] < 0 else "应收"
        parts.append(f"{word} {money(abs(one['balance_minor']), currency)}")
    return close_up("，".join(parts))


def _particulars(one: Mapping[str, Any]) -> list[Line]:
    tax = [f"税号：{one['tax_number']}"] if one["tax_number"] else ["没写税号"]
    about = [f"项目：{plain_name(one['item'], 30)}"]
    about += [f"负责人：{plain_name(one['in_charge'], NAME)}"] if one["in_charge"] else []
    return [*tax, "，".join(about)]


def no_such_fund(f: Facts, c: Context) -> list[Line]:
    named = plain_name(f["text"], 16)
    first = f"没有叫 {named} 的经费" if named else "是哪一笔经费？"
    titles = "、".join(plain_name(one, 20) for one in f["funds"][:4])
    return [first, f"有：{titles}" if titles else "还没有经费，看：/fund"]


def fund_empty(f: Facts, c: Context) -> list[Line]:
    return [
        f"{month(f['month'], c)}没有人走这笔经费",
        close_up(f"{plain_name(f['title'], 24)}，加人，例：/fund 加入 1 小李"),
    ]


def payee_code(f: Facts, c: Context) -> list[Line]:
    if f["attached"] is None:
        first = "收款码删掉了" if f["set"] else "你还没有收款码"
        return [first, "发收款码的图片，配文写：收款码"]
    first = "收款码记下了，付给你的人看得到" if f["set"] else "你的收款码"
    return [first, *_hash(f["sha256"])]


def _hash(digest: str | None) -> list[Line]:
    return [f"校验码 {digest[:16]}"] if digest else ["图片没能取到，没有校验码"]


def receipt(f: Facts, c: Context) -> list[Line]:
    what = f"{f['number']} 号 {KINDS[f['kind']]} {money(f['amount_minor'], f['currency'])}"
    if not f["receipts"]:
        return [f"{f['number']} 号还没有收据", f"{what}，发图片，配文写：收据 {f['number']}"]
    lines: list[Line] = [
        f"收据记下了（{f['number']} 号）" if f["new"] else f"{f['number']} 号的收据 {len(f['receipts'])} 张",
        what,
    ]
    for one in f["receipts"][:3]:
        lines += _hash(one["sha256"])
    also = "、".join(str(one) for one in f["also"][:6])
    return [*lines, f"注意：{also} 号用的是同一张"] if also else lines


def no_receipt_line(f: Facts, c: Context) -> list[Line]:
    return ["是哪一笔的收据？", "配文写编号，例：收据 12；看编号：/bill"]


def bad_picture(f: Facts, c: Context) -> list[Line]:
    return ["这种文件不行，要图片", "收据也可以发 PDF"]


def ask_export(f: Facts, c: Context) -> list[Line]:
    return [f"{month(f['month'], c)}导出成什么？", "换一个月，例：/export 11月 csv"]


def exported(f: Facts, c: Context) -> list[Line]:
    what = FORMATS[f["format"]]
    lines: list[Line] = [f"{month(f['month'], c)}的{what if what[0] > '~' else ' ' + what}"]
    if f["fund"]:
        lines.append(f"经费：{plain_name(f['fund'], 30)}")
    state = "已封账" if f["state"] in ("closed", "settled") else "还没封账，数字会变"
    size = -(-f["size"] // 1024)
    return [*lines, f"{f['name']}，{size} KB，{f['lines']} 行，{state}", Code(f["sha256"])]


def only_privately(f: Facts, c: Context) -> list[Line]:
    return ["请在私聊里看", "本组的金额只有本人看得到"]


def imported(f: Facts, c: Context) -> list[Line]:
    if f["new"]:
        return [f"{month(f['month'], c)}的账导进来了", "已封账，看：/split"]
    return [f"{month(f['month'], c)}的账本来就在", "一个字节都不差，什么都没改"]


def import_refused(f: Facts, c: Context) -> list[Line]:
    return [REFUSED[f["reason"]], "发 /export json 导出的文件，配文写：/export 导入"]


def no_xlsx(f: Facts, c: Context) -> list[Line]:
    return ["这里写不了 Excel 表格", "请管理员装 pinka[xlsx]；先用 CSV，例：/export csv"]


TEXTS: dict[str, Text] = {
    "funds": funds,
    "no_such_fund": no_such_fund,
    "fund_empty": fund_empty,
    "payee_code": payee_code,
    "receipt": receipt,
    "no_receipt_line": no_receipt_line,
    "bad_picture": bad_picture,
    "ask_export": ask_export,
    "exported": exported,
    "only_privately": only_privately,
    "imported": imported,
    "import_refused": import_refused,
    "no_xlsx": no_xlsx,
}
LABELS: dict[str, Label] = {
    "export.format": lambda f, c: {"xlsx": "Excel", "csv": "CSV", "json": "JSON", "beancount": "beancount"}[
        f["format"]
    ],
    "file.refused": lambda f, c: "（文件没发出去，这里不收；可以私聊我再要一次）",
    "picture.refused": lambda f, c: "（图片没发出去，这里不收）",
    "export.claim": lambda f, c: f"报销：{plain_name(f['title'], 16)}",
}
