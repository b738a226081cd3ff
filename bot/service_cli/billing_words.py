"""What `pinka split` and `pinka settle` say of input they cannot compute, in both languages."""

from bot.errors import Refusal

REASONS: dict[str, tuple[str, str]] = {
    "not_json": ("不是 JSON（位置 {value}）", "this is not JSON ({value})"),
    "not_an_object": ("{where} 要是一个对象", "{where} must be an object"),
    "not_a_list": ("{where} 要是一个列表", "{where} must be a list"),
    "not_a_name": ("{where} 要是 1–200 个字的文本", "{where} must be a text of 1 to 200 characters"),
    "not_a_number": ("{where} 不是准确的数：{value}", "{where} is not an exact number: {value}"),
    "not_whole": (
        "{where} 要是整数（最小货币单位）：{value}",
        "{where} must be a whole number of minor units: {value}",
    ),
    "out_of_range": ("{where} 超出范围：{value}", "{where} is out of range: {value}"),
    "not_one_of": ("{where} 不认识：{value}", "{where} is none of the known ones: {value}"),
    "missing": ("缺少 {where}", "{where} is missing"),
    "unknown_field": ("{where} 里有不认识的字段：{value}", "{where} has a field that is not known: {value}"),
    "twice": ("{where} 里有重复：{value}", "{where} has the same one twice: {value}"),
    "reserved": ("{where} 里不能叫 provider", "nobody in {where} can be called provider"),
    "no_members": ("一个成员也没有", "there are no members"),
    "no_such_member": ("没有这个成员：{value}", "there is no such member: {value}"),
    "no_such_policy": ("没有这种分法：{value}", "there is no such policy: {value}"),
    "needs_capacity": ("这种分法要给 capacity_s", "this policy needs capacity_s"),
    "needs_presence": ("{where} 缺少 present_s", "{where} has no present_s while others have"),
    "negative_weight": ("权重不能是负的", "a weight is negative"),
    "no_weights_of_pieces": ("pieces 的权重全是 0", "the weights of pieces are all zero"),
    "shares_do_not_sum": ("shares 加起来不等于这一行的金额", "shares do not add up to the line's amount"),
    "fixed_or_percent": (
        "资助人 {value} 要给 fixed_minor 或 percent 之一",
        "sponsor {value} needs either fixed_minor or percent",
    ),
    "to_oneself": ("{value} 付给了自己", "{value} pays themselves"),
}


def said(refusal: Refusal) -> tuple[str, str]:
    """The sentence in Chinese and in English."""
    facts = {"where": "?", "value": "?", **refusal.facts}
    line = f"{facts['line']}：" if "line" in facts else ""
    if refusal.code == "no_weights":
        return (
            f"{line}没有人有权重，也没有认购和垫付人，分不了",
            f"{line}nobody has a weight, and there is neither a pledge nor a payer",
        )
    if refusal.code == "unbalanced":
        return (
            f"余额加起来是 {facts['off_by_minor']}，不是 0，不能结算",
            f"balances sum to {facts['off_by_minor']}, not to 0: not settled",
        )
    zh, en = REASONS[facts["reason"]]
    return line + zh.format(**facts), line + en.format(**facts)
