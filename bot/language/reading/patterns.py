"""The shapes that letters and figures come in: stamps, dates, clocks, numbers, names; each bounded in length."""

from __future__ import annotations

import re

from .tokens import T

STAMP = re.compile(
    r"(\d{4})-(\d{1,2})-(\d{1,2})t(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d{1,9})?)?(z|[+-]\d{2}:?\d{2})?(?![\d:])"
)
DATE = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
CLOCK = re.compile(r"(\d{1,3}):(\d{2})(?::(\d{2}))?(?![\d:])")
NUMBER = re.compile(r"\d{1,9}(?:\.\d{1,6})?(?![\d])")
FRACTION = re.compile(r"\.\d{1,6}(?![\d.])")
RUN = re.compile(r"[a-z0-9]+(?:['._][a-z0-9]+)*\.?")
LETTERS = re.compile(r"[a-z]+")
NAME = re.compile(r"[a-z]{3,}[a-z0-9._]*|\d{1,3}(?:\.\d{1,2})?b|v\d{1,2}(?:\.\d{1,2}){0,2}")
UNKIND = re.compile(r"[a-z]{1,3}\d{2,4}[a-z]{0,2}|\d{4}(?:ti|d|s|super)|nan|inf")
DOTTED = re.compile(r"[ap]\.m\.?")
DIMENSIONS = re.compile(
    r"[234]d[ -]?(?:重建|检测|分割|生成|点云|目标|模型|视觉|姿态|人体|打印|渲染|卷积|医学|图像|视频"
    r"|(?:unet|u-net|cnn|conv|recon|gs|gaussian|det|seg|pose|bbox|vision)[a-z]*)"
)
GLUE_WORDS = frozenset(
    ["gpu", "gpus", "card", "cards", "at", "until", "till", "til", "to", "from", "for", "in", "node"]
)
# A name in Chinese may have the rest of the sentence glued on: it ends before a verb.
MENTION = re.compile(r"@([a-z][a-z0-9_]{1,63}|[㐀-鿿·]{2,12}?(?=[订约预占留借抢申开定要用来][^师]|[^㐀-鿿·]|$))")
# 啥时候空就啥时候跑: any time will do.
_WHEN = r"(?:什么时候|啥时候|啥时|何时|几点|哪天|什么时间)"
ANY_TIME = re.compile(
    rf"(?:{_WHEN}|哪个时间|哪一天|任何时间|时间)(?:都|也)(?:行|成|可以|可|ok|没问题|好|没关系|无所谓)|"
    rf"{_WHEN}(?:能|会|都|才)?(?:有空卡|有空位|有空|有卡|有位置|空出来|空|有|排到|轮到|能跑|能用)(?:了|"
    rf"我)?,? ?(?:就|我就|再|那就)?"
    rf"{_WHEN}(?:用|跑|开始|开跑|订|来|给我|上|开)?"
)
LINK = re.compile(r"https?://[!-~]{1,500}")
HYPHENED = re.compile(r"([a-z]{3,30})[a-z0-9.]{0,30}(?:-[a-z0-9.]{1,30}){1,8}(?![a-z0-9:])")
SUMS = frozenset("=%^<>$¥€£\\")  # beside a figure they change what it says
# What a number or an hour takes although a longer word begins there (8点云 is 8 o'clock, 点云 is a word).
TAKES = {
    T.NUM: (T.HOUR, T.CARD, T.UNIT, T.CLASSIFIER, T.MINUTE, T.NUMBER_WORD),
    T.UNIT: (T.AFTER, T.HALF),
    T.HOUR: (T.AFTER, T.HALF, T.BEGIN),
}
MARKS = {
    "-": T.DASH,
    "~": T.DASH,
    "、": T.LIST,
    "&": T.LIST,
    "+": T.LIST,
    ",": T.COMMA,
    "#": T.HASH,
    "@": T.AT,
    "/": T.LIST,
}
NODE = re.compile(
    r"(?:on (?:node|host) |(?:on )?(?:node|host)[-#]?|节点|机器)(\d{1,4})(?:上的|上|的)?(?=$|[ ,、。.;:])"
    r"|(\d{1,3}) ?号(?:机器|机子|机|节点|服务器)(?:上的|上|的)?"
)
