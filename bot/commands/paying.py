"""Money between members in the chat: `/pay /settle /collect /payee /receipt`, their names, help and buttons."""

from bot.chat.registry import Command, Verb, Who
from bot.commands import pay_pictures, pay_settle, pay_words

COMMANDS = (
    Command(
        "pay",
        zh=("付款", "付给", "我付了", "付钱给"),
        help={
            "zh": "记一笔付款：先说一遍，点了确认才算；看要付谁、撤回",
            "en": "say what you paid: it is said back and counts once confirmed; whom to pay, take back",
        },
        examples={
            "zh": ("/pay", "/pay @li 120.5", "付给李雷 120.5", "/pay 机房 40000", "/pay 收到 小王 300", "/pay 作废 12"),
            "en": ("/pay", "/pay @li 120.5", "/pay provider 40000", "/pay from wang 300", "/pay void 12"),
        },
        who=Who.MEMBER,
        run=pay_words.pay,
        wordless=True,
    ),
    Command(
        "settle",
        zh=("结算", "怎么结", "结账"),
        help={
            "zh": "封账以后谁付谁多少，转账最少；也可以都经付款人",
            "en": "who pays whom after the closed months, in the fewest transfers or via the payer",
        },
        examples={
            "zh": ("/settle", "/settle 11月", "/settle via", "/settle fewest"),
            "en": ("/settle", "/settle Nov", "/settle via", "/settle fewest"),
        },
        who=Who.GUEST,
        run=pay_settle.settle,
        wordless=True,
    ),
    Command(
        "collect",
        zh=("收款", "预收"),
        help={
            "zh": "管账的先收一笔，每人一样多，以后从应付里扣；看谁付了",
            "en": "treasurers ask everybody for an advance, used up by later bills; who has paid",
        },
        examples={
            "zh": ("/collect 5000", "/collect", "/collect 结束"),
            "en": ("/collect 5000", "/collect", "/collect close"),
        },
        who=Who.MEMBER,
        run=pay_settle.collect,
        wordless=True,
    ),
    Command(
        "payee",
        zh=("收款码",),
        help={
            "zh": "发收款码图片，配文写「收款码」，别人付款时看得到",
            "en": "send the picture you are paid by with the caption /payee; whoever owes you sees it",
        },
        examples={"zh": ("/payee", "/payee 删除"), "en": ("/payee", "/payee remove")},
        who=Who.MEMBER,
        run=pay_pictures.payee,
        wordless=True,
    ),
    Command(
        "receipt",
        zh=("收据", "发票"),
        help={
            "zh": "给一笔账配收据：发图片，配文写「收据 12」；看收据和校验码",
            "en": "put a receipt to a line: a picture with the caption /receipt 12; see it with its hash",
        },
        examples={"zh": ("/receipt 12", "收据 12"), "en": ("/receipt 12",)},
        who=Who.GUEST,
        run=pay_pictures.receipt,
        wordless=True,
    ),
)

VERBS = (
    Verb("pay.ask", Who.MEMBER, pay_words.press_ask, pay_words.fresh_ask),
    Verb("pay.who", Who.MEMBER, pay_words.press_who),
    Verb("pay.say", Who.MEMBER, pay_words.press_say),
    Verb("pay.drop", Who.MEMBER, pay_words.press_drop),
    Verb("pay.void", Who.MEMBER, pay_words.press_void),
    Verb("pay.received", Who.MEMBER, pay_words.press_received, pay_words.fresh_received),
    Verb("settle.mine", Who.MEMBER, pay_settle.press_mine, pay_settle.fresh_settle),
    Verb("collect.paid", Who.MEMBER, pay_settle.press_paid, pay_settle.fresh_collect),
)
