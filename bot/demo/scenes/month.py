"""The day's digest, the month's bill from the first look to the last payment, and a question of size."""

from contextlib import nullcontext

from bot.chat.message import Outgoing
from bot.demo.cast import CAST, LI, WANG, ZHANG, Both
from bot.demo.play import Play
from bot.demo.scenes.live import FALLS
from bot.demo.story import DAY, HOUR, MINUTE, Scene, Story

NINE = HOUR
"""Seconds into the UTC day at which it is nine in the morning in Shanghai."""


async def digest(story: Story) -> None:
    play = story.play
    await play.note(Both("机房把卡修好了。第二天早上 9 点：", "The card is mended. Next morning at nine:"))
    await play.mended(FALLS)
    now = play.stage.clock.now()
    await play.waits(DAY - (now - NINE) % DAY + 5 * MINUTE)


async def bill(story: Story) -> None:
    play = story.play
    await play.note(Both("十二月了，看十一月的账。", "It is December by now: what did November cost?"))
    await play.says(WANG, Both("/split 上个月", "/split last month"))
    await play.says(WANG, Both("/why 上个月 1", "/why last month 1"))


async def close(story: Story) -> None:
    play = story.play
    shown, *_ = await play.says(LI, "/close")
    await play.note(Both("都点了同意，不用等三天：", "Everybody agrees, so nobody waits for three days:"))
    await play.press_in_turn(CAST, play.first(shown), "bill_closed")


async def pay(story: Story) -> None:
    play = story.play
    _, *bills = await play.says(LI, "/settle")
    await play.note(
        Both(
            "先说一遍，点了才算。其他人也这样付了：",
            "Said back first, it counts once confirmed. The others pay alike:",
        )
    )
    for number, owed in enumerate(bills):
        with play.unseen() if number else nullcontext():
            await _pays(play, owed)
    received = next(one for one in reversed(play.stage.heard) if one.place.chat == LI.private.chat)
    await play.note(Both("李想收到了：", "Li has got the money:"))
    await play.presses(LI, play.first(received))
    await play.says(LI, "/settle")


async def _pays(play: Play, owed: Outgoing) -> None:
    """Whoever got the private bill presses [I paid], and once more."""
    giver = next(one for one in CAST if one.private.chat == owed.place.chat)
    asked, *_ = await play.presses(giver, play.first(owed))
    await play.presses(giver, play.first(asked))


async def size(story: Story) -> None:
    play = story.play
    words = Both("千问7B 用 LoRA 微调，几张卡够？", "how many cards for LoRA on Qwen2.5-7B?")
    (answer,) = await play.says(ZHANG, words)
    await play.presses(ZHANG, play.first(answer))


SCENES: tuple[Scene, ...] = (
    ("digest", Both("每天一份日报", "The digest of the day"), digest),
    ("bill", Both("这个月我多少钱，怎么算的", "What do I owe, and why"), bill),
    ("close", Both("公示，封账", "Shown to all, then closed"), close),
    ("pay", Both("付钱，结清", "Paid and settled"), pay),
    ("size", Both("几张卡够", "How many cards do I need"), size),
)
