"""The few words that stand in files, in both languages."""

from collections.abc import Mapping

ZH: Mapping[str, str] = {
    "month": "月份", "line": "行", "kind": "类别", "note": "备注", "currency": "币种", "amount": "金额",
    "total": "合计", "member": "成员", "fund": "经费", "booked": "预约卡时", "used": "实际卡时", "charged": "计费卡时",
    "owed": "应付", "date": "日期", "giver": "付款人", "taker": "收款人", "purpose": "用途", "state": "状态",
    "number": "编号", "provider": "机房", "bill": "账单", "people": "成员", "payments": "付款",
    "rent": "租金", "storage": "存储", "bandwidth": "带宽", "image": "镜像", "tax": "税", "deposit": "押金",
    "refund": "退款", "coupon": "优惠", "voucher": "算力券", "other": "其他", "correction": "更正",
    "settle": "结算", "advance": "预付", "said": "待确认", "received": "已收到", "voided": "已作废",
    "after": "出资人承担",
}  # fmt: skip
EN: Mapping[str, str] = {
    "month": "month", "line": "line", "kind": "kind", "note": "note", "currency": "currency", "amount": "amount",
    "total": "total", "member": "member", "fund": "fund", "booked": "booked card-hours", "used": "used card-hours",
    "charged": "charged card-hours", "owed": "owed", "date": "date", "giver": "from", "taker": "to",
    "purpose": "purpose", "state": "state", "number": "number", "provider": "provider", "bill": "bill",
    "people": "members", "payments": "payments",
    "rent": "rent", "storage": "storage", "bandwidth": "bandwidth", "image": "image", "tax": "tax",
    "deposit": "deposit", "refund": "refund", "coupon": "coupon", "voucher": "voucher",
    "other": "other", "correction": "correction",
    "settle": "settlement", "advance": "advance", "said": "unconfirmed", "received": "received", "voided": "voided",
    "after": "sponsors",
}  # fmt: skip
WORDS: Mapping[str, Mapping[str, str]] = {"zh": ZH, "en": EN}
