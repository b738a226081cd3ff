"""The month's bill in the chat: `/bill /price /split /why /object /close`, their names, help and buttons."""

from bot.chat.registry import Command, Verb, Who
from bot.commands import bill_ledger, bill_month, bill_review

COMMANDS = (
    Command(
        "split",
        zh=("账单", "我多少钱", "这个月我多少钱", "上个月我多少钱", "上个月账单", "这个月账单"),
        en=("what do i owe",),
        help={
            "zh": "这个月多少钱，各人多少；也能换个分法看看",
            "en": "what a month costs and who pays how much; in other ways too",
        },
        examples={
            "zh": ("/split", "/split 上个月", "/split 11月 平摊", "/split whatif", "/split policy 按卡时"),
            "en": ("/split", "/split last month", "/split Nov equal", "/split whatif", "/split policy charged"),
        },
        who=Who.GUEST,
        run=bill_month.split,
        wordless=True,
    ),
    Command(
        "why",
        zh=("怎么算的", "为什么这么多"),
        help={"zh": "我的数怎么算出来的，一行一行往下看", "en": "how one's amount came about, line by line"},
        examples={"zh": ("/why", "/why 1", "/why 上个月 2"), "en": ("/why", "/why 1", "/why last month 2")},
        who=Who.GUEST,
        run=bill_month.why,
        looks=True,
    ),
    Command(
        "bill",
        zh=("记账", "记一笔"),
        help={
            "zh": "看这个月记了哪些；管账的记一笔、作废一笔",
            "en": "the month's lines; treasurers add one or take one back",
        },
        examples={
            "zh": (
                "/bill",
                "/bill 租金 40000",
                "/bill 存储 600 按 小李 2 小王 5",
                "/bill -500 退款",
                "/bill 算力券 500 给 小李 到 12-31",
                "/bill 作废 12",
            ),
            "en": (
                "/bill",
                "/bill rent 40000",
                "/bill storage 600 by li 2 wang 5",
                "/bill voucher 500 for li until 12-31",
                "/bill void 12",
            ),
        },
        who=Who.GUEST,
        run=bill_ledger.bill,
    ),
    Command(
        "price",
        zh=("单价",),
        help={
            "zh": "看租金和单价；管账的定，从哪天起都行",
            "en": "rents and prices; treasurers set them, from any day on",
        },
        examples={
            "zh": ("/price", "/price 租 40000 每月", "/price 租 36000/月 从12月12日起", "/price A100 8元/卡时"),
            "en": ("/price", "/price rent 40000 per month", "/price rent 36000/month from 12-12", "/price A100 8"),
        },
        who=Who.GUEST,
        run=bill_ledger.price,
    ),
    Command(
        "object",
        zh=("有异议", "异议"),
        help={
            "zh": "对公示的账单有异议；管账的答复",
            "en": "object to a bill that is shown; treasurers answer",
        },
        examples={
            "zh": ("/object", "/object 1 租金多了一天", "/object 3 解决 已改"),
            "en": ("/object", "/object 1 a day too much", "/object 3 resolve corrected"),
        },
        who=Who.MEMBER,
        run=bill_review.object_to,
    ),
    Command(
        "close",
        zh=("封账",),
        help={"zh": "管账的把上个月公示、封账", "en": "treasurers show last month's bill and close it"},
        examples={"zh": ("/close", "/close 11月"), "en": ("/close", "/close Nov")},
        who=Who.MEMBER,
        run=bill_review.close,
    ),
)

VERBS = (
    Verb("split.month", Who.GUEST, bill_month.press_month, bill_month.fresh_month),
    Verb("split.whatif", Who.GUEST, bill_month.press_what_if),
    Verb("why.page", Who.GUEST, bill_month.press_why, bill_month.fresh_why),
    Verb("policy.now", Who.MEMBER, bill_month.press_policy, bill_month.fresh_policy),
    Verb("bill.void", Who.MEMBER, bill_ledger.press_void),
    Verb("bill.again", Who.MEMBER, bill_ledger.press_again),
    Verb("voucher.void", Who.MEMBER, bill_ledger.press_void_voucher),
    Verb("voucher.again", Who.MEMBER, bill_ledger.press_another_voucher),
    Verb("price.void", Who.MEMBER, bill_ledger.press_void_rent, bill_ledger.fresh_price),
    Verb("review.agree", Who.MEMBER, bill_review.press_agree, bill_review.fresh_card),
    Verb("review.object", Who.MEMBER, bill_review.press_object, bill_review.fresh_card),
)
