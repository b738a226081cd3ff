"""Words for a time nobody can place, which an hour said beside them settles; and words for a whole night."""

from __future__ import annotations

_TIMES = """
睡前 睡醒 吃完饭 午休 午休时间 饭点 开完会 下了课 下了班 散会 晚点 晚些 晚点儿 晚一点 晚一些 等会儿 等会 待会 待会儿
过会儿 过会 一会儿 一会 等下 等一下 稍后 稍晚 回头 早点 早一点 早些 白天 前半夜 上半夜 later
"""
VAGUE_TIMES = frozenset(_TIMES.split())

_NIGHTS = "通宵 过夜 一晚上 一夜 一宿 整晚 整夜 一晚 一整晚 一整夜"
NIGHTS = frozenset((*_NIGHTS.split(), "overnight", "all night", "through the night", "the whole night"))
