"""Booking: said and done, refused with ways out, in plain words, at the same instant, through a crash."""

from bot.demo.cast import CHEN, LI, WANG, ZHANG, Both
from bot.demo.story import HOUR, Scene, Story


async def now(story: Story) -> None:
    play = story.play
    (story.cards["li"],) = await play.says(LI, Both("订 2张A100 6小时", "/book 2xA100 6h"))
    await play.says(WANG, Both("来三张卡跑 12 小时", "book three cards for 12 hours"))


async def taken(story: Story) -> None:
    play = story.play
    await play.note(
        Both(
            "空着 3 张，要 4 张：不会偷偷改，说清谁占着、能怎么办。",
            "Three are free, four are wanted: nothing is changed behind your back.",
        )
    )
    (refusal,) = await play.says(ZHANG, Both("订 4张 3小时", "/book 4 3h"))
    fewer = next(offer for offer in refusal.data["offers"] if offer["kind"] == "fewer")
    (booked,) = await play.presses(ZHANG, play.number(refusal, fewer["token"]))
    await play.note(Both("手抖又按一下；别人的按钮按不动：", "Pressed twice; and somebody else's button:"))
    await play.presses(ZHANG, play.number(refusal, fewer["token"]))
    await play.presses(WANG, play.first(booked))


async def release(story: Story) -> None:
    play = story.play
    await play.waits(HOUR)
    await play.presses(LI, play.first(story.cards["li"]))


async def plain(story: Story) -> None:
    play = story.play
    await play.says(CHEN, Both("还有卡吗", "any cards free?"))
    await play.says(ZHANG, Both("把我那个延2小时", "extend mine by 2 hours"))
    await play.note(Both("说英文，用英文回：", "Who writes Chinese is answered in Chinese:"))
    await play.says(CHEN, Both("could I have one card for 6 hours please", "订 1张 6小时，跑消融实验"))


async def last(story: Story) -> None:
    play = story.play
    await play.note(
        Both("只剩 1 张，两条消息同一瞬间进来。", "One card is left; two messages come in at the same instant.")
    )
    words = Both("订 1张 3小时", "/book 1 3h")
    await play.at_once((LI, words), (WANG, words))


async def crash(story: Story) -> None:
    play = story.play
    message = play.stage.words(CHEN, Both("订 2张 明晚8点 3小时", "/book 2 tomorrow 8pm 3h").to(play.stage.language))
    play.paint.said(CHEN, message.text)
    await play.stage.crash_holding(message)
    await play.note(
        Both(
            "消息刚存下，还没来得及办，进程没了。新进程，同一个文件：",
            "The message is stored; before anything is done with it, the process is gone.\n"
            "A new process on the same file:",
        )
    )
    await play.stage.recover()
    await play.pause(2.0)
    again = await play.stage.at_once([message])
    left = await play.stage.recover()
    assert not again and not left
    await play.note(
        Both(
            "同一条消息又送来一次：认得，不再办。采集程序也自己连回来了。",
            "The same message is delivered again: known, so not done twice. The agent came\nback by itself, too.",
        )
    )


SCENES: tuple[Scene, ...] = (
    ("now", Both("说一句就订", "Say it and it is booked"), now),
    ("taken", Both("订不上时，给出路", "If it cannot be had, here is what can"), taken),
    ("release", Both("提前放卡", "Done early: give the cards back"), release),
    ("plain", Both("不记命令，直接说", "No commands to learn: plain words"), plain),
    ("last", Both("两个人抢最后一张卡", "Two people, one card left"), last),
    ("crash", Both("进程崩了，一条也不丢", "The process dies, nothing is lost"), crash),
)
