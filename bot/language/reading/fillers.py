"""Words that ask for nothing by themselves, so that `loose` may pass over them. No negation, nobody else's name."""

from __future__ import annotations

_ZH = """
的 了 吧 啊 呢 哈 呀 啦 呗 哦 哎 嗯 额 嘛 咯 喽 哟 哇 嘿 唉 那个 这个 那 这 个 先 都 就 也 现在 目前 一下 下 请 麻烦
谢谢 谢啦
谢了 多谢 感谢 辛苦 拜托 兄弟们 同学们 各位 然后 今天 我 我们 咱 咱们 哈哈 哈哈哈 帮忙 帮我 拼卡 机器人
"""
_EN = """
i i'm im i'll i've we we're we'll we've am are the my our all now just please pls plz ok okay hey hi hello guys folks
everyone thanks thx ty so and bot pinka then actually already sorry lol today
"""
_ZH_ASKING = """
S 吗 么 ? 没 不 没有 有没有 是 是不是 在 还 又 一 看 看看 看下 看一下 看一眼 瞅瞅 瞅一眼 查 查下 查一下 查查 发 发下
发一下 发我 发来
来 去 给我 给 想 想要 要 想知道 知道 告诉我 请问 问下 问一下 想问下 想问 大概 一共 总共 所有 全部 大家 急 急用 很急
在线等 师兄 师姐
到底 话说 那么 一点 当前 这会 这会儿 此刻 目前为止 能 能不能 可以 可不可以 能否 会 得 到 有 呢 哪里 具体 我想 最近
一般 显示 列 列下
列一下 打开 瞧瞧 瞄一眼 还是 了吗 没啊 没呢 哪儿 我看看 出来 贴 贴一下
"""
_EN_ASKING = """
? a an is it it's its to for of on in at me us any some there here can could you would let tell gimme give check see
still show list get have has do does what what's which how when where who right currently atm rn look want know like
that this need wanna display print post our out up
"""

EVERYWHERE = frozenset((_ZH + _EN).split())
ASKING = frozenset((_ZH_ASKING + _EN_ASKING).split())
_SHOWN = (
    "my free who status gpu week limits help split why price health digest welcome node live object outage budget rent"
)
ASKED = frozenset(_SHOWN.split())


def passed_over(command: str) -> frozenset[str]:
    """What may stand anywhere in a sentence that asks for this command: more for those that only show something."""
    return EVERYWHERE | ASKING if command in ASKED else EVERYWHERE
