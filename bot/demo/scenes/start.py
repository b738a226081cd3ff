"""How it begins: a group is founded, people come in, the machine's agent comes in."""

from bot.demo.cast import CHEN, LI, WANG, ZHANG, Both, Student
from bot.demo.story import Scene, Story


async def setup(story: Story) -> None:
    play = story.play
    code = await play.stage.open()
    await play.stage.acquainted()
    await play.note(Both("pinka run 在屏幕上给出口令。", "pinka run shows a code on its screen."))
    await play.says(LI, Both(f"/setup {code} 408 炼丹房", f"/setup {code} Room 408"))
    await _joins(story, WANG)
    await play.note(
        Both(
            "张伟、陈晨也这样进来。谁先垫房租、什么价，记一次：",
            "Zhang and Chen come in alike. Who pays the rent, and how much, is said once:",
        )
    )
    with play.unseen():
        await _joins(story, ZHANG)
        await _joins(story, CHEN)
    await play.says(LI, Both("/price 租 960 每天", "/price rent 960 per day"))
    await play.says(LI, Both("/split 付款人 李想", "/split payer Li"))
    await play.says(LI, "/digest 09:00")


async def _joins(story: Story, student: Student) -> None:
    play = story.play
    (asked,) = await play.says(student, "/join")
    await play.presses(LI, play.first(asked))


async def node(story: Story) -> None:
    play = story.play
    (asked,) = await play.says(LI, "/node add")
    await play.note(
        Both(
            "把那一行贴到机器上：采集程序拿口令报到，经本机回环连上。只读，不开端口。",
            "The line is pasted on the machine: the agent comes in by its code and connects\n"
            "over loopback. It only reads and opens no port.",
        )
    )
    await play.enrols(asked)
    await play.note(Both("谁在机器上用哪个用户名：", "Whose account is which:"))
    accounts = [(one, f"/link {one.account}") for one in (LI, WANG, ZHANG)]
    await play.at_once(*accounts)


SCENES: tuple[Scene, ...] = (
    ("setup", Both("建组", "A group is founded"), setup),
    ("node", Both("接上机器", "The machine comes in"), node),
)
