"""The tour: short scenes, each says what it shows and then does it on the real core."""

from dataclasses import dataclass

from bot.demo.cast import Both
from bot.demo.play import Play
from bot.demo.scenes import booking, live, month, start
from bot.demo.story import Scene, Story

BEGINS = 1_796_004_000
"""Monday 2026-11-30 10:00 in Shanghai: the day after it is another month, whose bill can be closed."""

HELLO = Both(
    "四个学生合租一台 8×A100-80G：李想（管理员）、王芳、张伟、陈晨。\n"
    "下面的回答都由真的程序在真的 SQLite 文件上给出，机器的读数也真的由采集程序经\n"
    "本机回环送来；人、机器和时钟是假的。English: --lang en",
    "Four students rent one 8×A100-80G: Li (the owner), Wang, Zhang and Chen.\n"
    "Every answer comes from the real program on a real SQLite file, and the readings\n"
    "from the real agent over loopback; people, machine and clock are made up.\n"
    "中文：--lang zh",
)
NEXT = Both(
    "演完了，临时数据库已删。接下来：\n"
    "  自己玩：在终端里运行 sh deploy/demo.sh，想当谁就当谁\n"
    "  真的用：README.zh.md 里的“5 分钟接上真的机器人”",
    "That was all; the temporary database is gone. What next:\n"
    "  play:     sh deploy/demo.sh in a terminal, and speak as anyone\n"
    "  for real: “Five minutes to a real bot” in README.md",
)
SCENES: tuple[Scene, ...] = start.SCENES + booking.SCENES + live.SCENES + month.SCENES


@dataclass(slots=True)
class Tour:
    """All scenes in order."""

    play: Play

    async def run(self) -> None:
        """Play everything."""
        play, story = self.play, Story(self.play)
        play.paint.time(play.stage.clock.now())
        await play.note(HELLO)
        for number, (_, title, scene) in enumerate(SCENES, 1):
            play.paint.scene(number, len(SCENES), title.to(play.stage.language))
            await play.pause(1.0)
            await scene(story)
