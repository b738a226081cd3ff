"""One spelling for what is said half in English and half in Chinese: 我的 booking extend 到 23:30, card 2 谁在用呀."""

from __future__ import annotations

import re

from .normal import is_chinese

_IN_CHINESE = {
    "release": "放卡", "cancel": "取消", "extend": "延长", "booking": "预约", "bookings": "预约", "slot": "预约",
    "book": "订", "free": "空闲", "undo": "撤销", "bill": "账单", "status": "状态", "join": "加入", "schedule": "排期",
    "today": "今天", "tonight": "今晚", "tomorrow": "明天", "until": "到", "till": "到", "now": "现在", "card": "卡",
    "cards": "卡", "gpus": "卡", "limit": "上限", "limits": "规则", "price": "单价", "rules": "规则",
    "my": "我的", "please": "请", "who": "谁", "usage": "使用率", "memory": "显存", "again": "再来一次",
}  # fmt: skip
_WORD = re.compile(r" ?(?<![a-z0-9])([a-z]+)(?![a-z0-9]) ?")


def in_chinese(normal: str) -> str:
    """A normal text in Chinese with the bot's own English words put into Chinese; any other text as it is."""
    if not any(is_chinese(character) for character in normal):
        return normal
    return _WORD.sub(lambda found: _IN_CHINESE.get(found[1], found[0]), normal)
