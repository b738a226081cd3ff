"""The tour: short scenes, each says what it shows and then does it on the real core."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.chat.message import Outgoing
from bot.demo.cast import CHEN, LI, WANG, ZHANG, Both
from bot.demo.play import Play

HOUR = 3600

HELLO = Both(
    "四个学生合租一台 8×A100-80G：李想（管理员）、王芳、张伟、陈晨。\n"
    "下面的回答都由真的程序在真的 SQLite 文件上给出；人、群和时钟是假的。\n"
    "这一版只管预约。卡上在跑什么要靠采集程序，还没做。English: --lang en",
    "Four students rent one 8×A100-80G: Li (the owner), Wang, Zhang and Chen.\n"
    "Every answer comes from the real program on a real SQLite file; the people,\n"
    "the group and the clock are made up. This version knows bookings only; what\n"
    "runs on the cards needs the agent, which is still to come. 中文：--lang zh",
)
NEXT = Both(
    "演完了，临时数据库已删。接下来：\n"
    "  自己玩：在终端里运行 sh deploy/demo.sh，想当谁就当谁\n"
    "  真的用：README.zh.md 里的“5 分钟接上真的机器人”",
    "That was all; the temporary database is gone. What next:\n"
    "  play:     sh deploy/demo.sh in a terminal, and speak as anyone\n"
    "  for real: “Five minutes to a real bot” in README.md",
)


@dataclass(slots=True)
class Tour:
    """The scenes in order. `cards` keeps the messages whose buttons a later scene presses."""

    play: Play
    cards: dict[str, Outgoing] = field(default_factory=dict)

    async def run(self) -> None:
        """Play everything."""
        play = self.play
        await play.stage.gather()
        play.paint.time(play.stage.clock.now())
        await play.note(HELLO)
        for number, (_, title, scene) in enumerate(SCENES, 1):
            play.paint.scene(number, len(SCENES), title.to(play.stage.language))
            await play.pause(1.0)
            await scene(self)

    async def now(self) -> None:
        (self.cards["li"],) = await self.play.says(LI, Both("订 2张A100 6小时", "/book 2xA100 6h"))
        await self.play.says(WANG, Both("来三张卡跑 12 小时", "book three cards for 12 hours"))

    async def undo(self) -> None:
        (meant,) = await self.play.says(ZHANG, Both("订 3张 3小时", "/book 3 3h"))
        await self.play.presses(ZHANG, self.play.last(meant))

    async def ahead(self) -> None:
        await self.play.says(ZHANG, Both("订 2张 明晚8点 6小时", "/book 2 tomorrow 8pm 6h"))

    async def taken(self) -> None:
        await self.play.note(
            Both(
                "空着 3 张，要 4 张：不会偷偷改，说清谁占着、能怎么办。",
                "Three are free, four are wanted: nothing is changed behind your back.",
            )
        )
        (refusal,) = await self.play.says(ZHANG, Both("订 4张 3小时", "/book 4 3h"))
        fewer = next(offer for offer in refusal.data["offers"] if offer["kind"] == "fewer")
        self.cards["offer"] = refusal
        (self.cards["zhang"],) = await self.play.presses(ZHANG, self.play.number(refusal, fewer["token"]))

    async def twice(self) -> None:
        fewer = next(offer for offer in self.cards["offer"].data["offers"] if offer["kind"] == "fewer")
        await self.play.presses(ZHANG, self.play.number(self.cards["offer"], fewer["token"]))

    async def whose(self) -> None:
        await self.play.presses(WANG, self.play.first(self.cards["zhang"]))

    async def extend(self) -> None:
        (refusal,) = await self.play.says(WANG, Both("续 14小时", "/extend 14h"))
        await self.play.presses(WANG, self.play.first(refusal))

    async def release(self) -> None:
        await self.play.waits(HOUR)
        await self.play.presses(LI, self.play.first(self.cards["li"]))

    async def plain(self) -> None:
        await self.play.says(CHEN, Both("还有卡吗", "any cards free?"))
        (which,) = await self.play.says(ZHANG, Both("把我那个延2小时", "extend mine by 2 hours"))
        await self.play.presses(ZHANG, self.play.first(which))

    async def languages(self) -> None:
        other = Both("could I have one card for 2 hours please", "订 1张 2小时，跑消融实验")
        await self.play.says(CHEN, other)

    async def last(self) -> None:
        await self.play.note(
            Both("只剩 1 张，两条消息同一瞬间进来。", "One card is left; two messages come in at the same instant.")
        )
        await self.play.at_once((LI, Both("订 1张 3小时", "/book 1 3h")), (WANG, Both("订 1张 3小时", "/book 1 3h")))

    async def look(self) -> None:
        await self.play.says(CHEN, Both("/status", "/status"))
        await self.play.says(ZHANG, Both("/my", "/my"))

    async def week(self) -> None:
        await self.play.says(LI, Both("/week", "/week"))

    async def time(self) -> None:
        await self.play.note(
            Both(
                "时钟往前拨一天。提醒进私聊，不吵群：提前 15 分钟，后面有人的提前 30 分钟。",
                "The clock moves on by a day. Reminders come in private, 15 minutes before the\n"
                "end, or 30 if somebody follows.",
            )
        )
        await self.play.waits(24 * HOUR)

    async def crash(self) -> None:
        play = self.play
        message = play.stage.words(CHEN, Both("订 2张 3小时", "/book 2 3h").to(play.stage.language))
        play.paint.said(CHEN, message.text)
        await play.stage.crash_holding(message)
        await play.note(
            Both(
                "消息刚存下，还没来得及办，进程没了。",
                "The message is stored. Before anything is done with it, the process is gone.",
            )
        )
        await play.note(Both("新进程，同一个文件：", "A new process on the same file:"))
        await play.stage.recover()
        await play.pause(2.0)
        again = await play.stage.at_once([message])
        left = await play.stage.recover()
        assert not again and not left
        await play.note(
            Both(
                "同一条消息又送来一次：认得，不再办。收件箱空了。",
                "The same message is delivered again: known, so not done twice. The inbox is empty.",
            )
        )


# A name for programs, the heading, and what happens.
Scene = tuple[str, Both, Callable[[Tour], Awaitable[None]]]
SCENES: tuple[Scene, ...] = (
    ("now", Both("说一句就订", "Say it and it is booked"), Tour.now),
    ("undo", Both("订错了：两分钟内能撤销", "Booked by mistake: two minutes to undo it"), Tour.undo),
    ("ahead", Both("也能订以后的", "Or booked for later"), Tour.ahead),
    ("taken", Both("订不上时，给出路", "If it cannot be had, here is what can"), Tour.taken),
    ("twice", Both("手抖按了两下", "Pressed twice"), Tour.twice),
    ("whose", Both("别人的按钮按不动", "Somebody else's button"), Tour.whose),
    ("extend", Both("续卡：后面有人，就续到他开始", "Longer, as far as nobody follows"), Tour.extend),
    ("release", Both("提前放卡", "Done early: give the cards back"), Tour.release),
    ("plain", Both("不记命令，直接说", "No commands to learn: plain words"), Tour.plain),
    ("languages", Both("说英文的同学，用英文回", "Who writes Chinese is answered in Chinese"), Tour.languages),
    ("last", Both("两个人抢最后一张卡", "Two people, one card left"), Tour.last),
    ("look", Both("看一眼：状态、我的", "A look: status, my"), Tour.look),
    ("week", Both("这一周", "The week at a glance"), Tour.week),
    ("time", Both("到点提醒", "Time goes by"), Tour.time),
    ("crash", Both("进程崩了，一条也不丢", "The process dies, nothing is lost"), Tour.crash),
)
