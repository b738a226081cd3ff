"""人民币大写: an amount as it is written on Chinese receipts.

Source: 正确填写票据和结算凭证的基本规定, annex to the People's Bank of China's 支付结算办法. 整 after 元 or 角, none
after 分; zeros between figures are one 零; where the annex allows both, as its first examples have it: 零 before 角
when the 元 are zero (壹仟陆佰捌拾元零叁角贰分), none between 万 and a full 仟 (壹拾万柒仟元零伍角叁分).
"""

from bot.billing.rules.currency import checked_minor

FIGURES = "零壹贰叁肆伍陆柒捌玖"
PLACES = ("", "拾", "佰", "仟")
GROUPS = ("", "万", "亿", "兆", "京")


def rmb_upper(minor: int) -> str:
    """4000000 fen → 肆万元整; a negative one begins with 负, zero is 零元整. Raises `bad_input` beyond ±10^18 fen."""
    yuan, cents = divmod(abs(checked_minor(minor)), 100)
    jiao, fen = divmod(cents, 10)
    sign = "负" if minor < 0 else ""
    if not yuan and not cents:
        return "零元整"
    whole = _whole(yuan) + "元" if yuan else ""
    if not cents:
        return f"{sign}{whole}整"
    if not jiao:
        return f"{sign}{whole}{'零' if yuan else ''}{FIGURES[fen]}分"
    link = "零" if yuan and yuan % 10 == 0 else ""
    return f"{sign}{whole}{link}{FIGURES[jiao]}角" + (f"{FIGURES[fen]}分" if fen else "整")


def _whole(yuan: int) -> str:
    """Four figures at a time; 零 before a group that is not full or that follows an empty one."""
    groups = []
    while yuan:
        yuan, group = divmod(yuan, 10_000)
        groups.append(group)
    text = ""
    gap = False
    for place, group in reversed(list(enumerate(groups))):
        if group == 0:
            gap = True
            continue
        if text and (gap or group < 1_000):
            text += "零"
        text += _group(group) + GROUPS[place]
        gap = False
    return text


def _group(group: int) -> str:
    text, gap = "", False
    for place in (3, 2, 1, 0):
        figure = group // 10**place % 10
        if figure:
            text += ("零" if gap and text else "") + FIGURES[figure] + PLACES[place]
        gap = figure == 0
    return text
