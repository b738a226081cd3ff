"""What the machine does: who runs beside who booked, a card that falls off, a line that is cut, a check-up."""

from bot.demo.cast import CHEN, LI, WANG, ZHANG, Both
from bot.demo.story import HOUR, MINUTE, Scene, Story

FALLS = 3


async def time(story: Story) -> None:
    play = story.play
    await play.note(
        Both(
            "几个小时过去。提醒进私聊，不吵群：提前 15 分钟，后面有人的提前 30 分钟。",
            "Some hours go by. Reminders come in private, 15 minutes before the end, or 30\nif somebody follows.",
        )
    )
    await play.waits(4 * HOUR + 10 * MINUTE)


async def status(story: Story) -> None:
    play = story.play
    (shown,) = await play.says(ZHANG, "/status")
    await play.note(
        Both(
            "陈晨订了没在跑；7 号卡上的不知道是谁的，张伟认领。",
            "Chen's card stands idle; what runs on card 7 is nobody's, until Zhang says it is\nhis.",
        )
    )
    await play.presses(ZHANG, play.last(shown))
    await play.says(CHEN, Both("放卡", "/release"))
    await play.says(WANG, Both("7号卡谁的", "/who 7"))


async def card(story: Story) -> None:
    play = story.play
    await play.note(Both(f"{FALLS} 号卡从总线上掉了。", f"Card {FALLS} falls off the bus."))
    await play.falls(FALLS)
    await play.waits(10 * MINUTE)


async def cut(story: Story) -> None:
    play = story.play
    await play.note(
        Both(
            "机器的网断了三小时。机器上照跑，采集程序照读。",
            "No network for three hours. The agent reads on.",
        )
    )
    await play.cut()
    await play.waits(3 * HOUR)
    await play.says(WANG, "/status")
    await play.note(
        Both("网通了：攒下的读数一条不少地补上。", "The network is back: the agent hands over all it kept.")
    )
    await play.joins()
    await play.waits(5 * MINUTE)


async def health(story: Story) -> None:
    await story.play.says(LI, "/health")
    await story.play.says(LI, "/gpu 0")


SCENES: tuple[Scene, ...] = (
    ("time", Both("到点提醒", "Time goes by"), time),
    ("status", Both("谁订的，谁真在跑", "Who booked, who really runs"), status),
    ("card", Both("掉了一张卡", "A card falls off"), card),
    ("cut", Both("断网三小时", "Three hours without network"), cut),
    ("health", Both("体检", "A check-up"), health),
)
