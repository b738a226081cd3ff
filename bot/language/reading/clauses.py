"""A message of several clauses: 我先撤了 卡还你们 · 训练还没跑完，再给3小时 · gpu 1 is free now, i'm done with it.

Clauses that give a reason say nothing of their own; all the others have to ask for the same.
"""

from __future__ import annotations

import re

MOST_CLAUSES = 4
_LONGEST_TEXT = 120
_BETWEEN = re.compile(
    r"(?<!\d)[,，]|[,，](?!\d)|[。;；!！~\n]+|(?<=[㐀-鿿])\s+(?=[㐀-鿿0-9])|(?<=[a-z])\.\s|\s(?:so|and)\s(?=i\b|"
    r"you\b|please\b)"
)
# What is over, or went wrong: a reason to give cards back, to take back, or to ask for other things.
_OVER = re.compile(
    r"(?:(?:我|我们|我这边|我这儿|这边|这里|实验|训练|程序|任务|代码|模型|今天|刚才|刚刚|已经|都|也|先|提前|"
    r"终于|总算|"
    r"全|那个|刚|的|活|数据|结果|哎呀|唉|啊){0,6}"
    r"(?:跑完|不跑|不用|用完|干完|停|订重|订多|约重|重复|跑崩|崩掉|不对|弄完|训完|做完|测完|收完|出来|结束|"
    r"点错|订错|按错|搞错|弄错|选错|"
    r"手滑|"
    r"手抖|有事|撤|走|下班|下线|收工|搞定|好|完事|完成|崩|挂|炸|"
    r"收敛|回家|睡|爆|断|杀)(?:了|啦|喽|咯)){1,2}"
    r"|少用?[一两二三四1234]张(?:就行|就够|够了)?|(?:溜|走|撤|闪|跑路|下班)了(?:溜|走|撤|闪)?了?"
    r"|(?:我|今天)?(?:就|先){0,2}到(?:这|这儿|这里|此为止)(?:了)?|(?:我|先)?去[㐀-鿿]{1,4}了|(?:我|先)?(?:吃饭|"
    r"开会|睡觉|上课|下课|接人|运动)去?了"
    r"|(?:gotta|have to|need to) (?:go|run|leave)|time to (?:go|sleep)"
    r"|不对|错了|等等|等一下|哎呀?|算了|不好意思|抱歉|对不起|各位|大家|兄弟们|同学们|(?:我)?(?:不需要|用不上|用不着|"
    r"不想跑|不想用)了?"
    r"|(?:hi|hey|ok|okay|sorry|oops|all|guys|folks|thanks)(?: all| guys| folks)?"
    r"|(?:(?:ok|okay|alright|well|right) )?(?:i|i'?ve|we|we'?ve|i'?m|i am|we'?re|it'?s|that'?s|my (?:job|run|"
    r"training|experiment)(?: is| has|'s)?|everything is|all|it|job|run|"
    r"training)? ?(?:all )?"
    r"(?:done|finished|over|off|leaving|heading (?:home|out)|out|crashed|died|failed|oomed|oom)(?: early| now|"
    r" today| here)?"
    r"|(?:finished|done) early|wrong (?:one|button|card|time)|my bad"
)
# These take back what was said before them.
_TAKES_BACK = re.compile(r"不对|错了|等等|等一下|算了|不好意思|抱歉|对不起|哎呀?")
# In talk before an order none of these may be: somebody else, a doubt, an order turned round, a condition, a figure.
_NO_TALK = re.compile(
    r"[他她它你您谁别勿甭吗么?0-9]|如果|要是|假如|万一|除非|不要|不许|不能|之前|以前|以后|的时候|等|先不|暂时|"
    r"怎么|为什么|为啥|问|老师|师兄|"
    r"师姐|小[㐀-鿿]|老[㐀-鿿]|说|让|叫|帮|给|或|还是|卡|预约|取消|放|续|延|"
    r"\b(?:he|she|they|you|your|his|her|their|who|don'?t|not|never|if|when|after|before|until|should|would|could|how|"
    r"why|what|said|says|told|asked|or|but|cards?|gpus?|booking|cancel|release|extend)\b"
)
_STILL = re.compile(r"[没还不]|继续|接着|一直|\b(?:still|yet|running|need|keep|more|want|wait)\b")
_LONGEST_TALK = 40
# What is not given back: said of the other cards, before or behind what is asked.
_STAYS = re.compile(
    r"(?:我)?(?:其他|其它|其余|剩下|别的|另外(?:[一两几三]张)?|[0-9]{1,2}号卡?)的?(?:卡|我|先|还|都|要|就|会){0,3}"
    r"(?:留着|继续用|接着用|还用|用着|用|继续|不动|接着跑|继续跑|照旧|还在跑|不变|保留)(?:的)?"
    r"|(?:i'?ll |i )?(?:keep|keeping|still need|still using|need)(?: the)? (?:rest|others?|other (?:one|ones|"
    r"card|cards|two))"
)
# What goes on: a reason to ask for more, never to give back.
_GOES_ON = re.compile(
    r"(?:我|我们|我这边|实验|训练|程序|任务|代码|模型|时间|好像|有点|还|都|估计|可能|感觉|的|这个|跑得|太|比较|"
    r"好|差一点|"
    r"差点|差一些|就差|马上|快|应该|恐怕|看来|肯定){0,6}"
    r"(?:没跑完|没训完|没做完|没完|没收敛|没结束|不够|不够用|来不及|跑不完|慢|要久一点|差一点|差点|在跑)(?:了|啦|用|"
    r"用了)?"
    r"|(?:it'?s|i'?m|my (?:job|run|training|experiment) (?:is|isn'?t))? ?(?:still )?"
    r"(?:not (?:done|finished)(?: yet)?|running(?: late)?|taking longer|slower than expected|almost (?:done|there))"
    r"|(?:need|i need) more time"
)


def clauses_of(normal: str) -> list[str]:
    """The clauses of a normal text; none when it is only one, or more than anybody would say."""
    if len(normal) > _LONGEST_TEXT:
        return []
    found = [clause for part in _BETWEEN.split(normal) if (clause := part.strip(" ,.")) and re.search(r"\w", clause)]
    return found if 1 < len(found) <= MOST_CLAUSES else []


def stays(clause: str) -> bool:
    """Whether a clause only says that the other cards are kept."""
    return _STAYS.fullmatch(clause.rstrip("吧呀啊哈呢 ")) is not None


def is_talk(clause: str, *, ends: bool) -> bool:
    """Whether a clause before an order may be anything that was said along with it: 快到点了，续1h. What goes on still
    is none before an order to end it."""
    if len(clause) > _LONGEST_TALK or _NO_TALK.search(clause) is not None:
        return False
    return not ends or _STILL.search(clause) is None


def takes_back(clause: str) -> bool:
    """Whether a clause behind an order says that it was none: 放卡，算了."""
    return _TAKES_BACK.search(clause) is not None


def is_reason(clause: str, *, ends: bool) -> bool:
    """Whether a clause only says why. `ends`: what is asked for gives something back."""
    plain = clause.rstrip("吧呀啊哈呢 ")
    return _OVER.fullmatch(plain) is not None or (not ends and _GOES_ON.fullmatch(plain) is not None)
