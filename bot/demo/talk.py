"""The demo at a keyboard: speak as oneself or as anyone, press buttons by number, move the clock."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.demo.cast import CAST, LI, Both, Student, student
from bot.demo.play import Play

SPAN = re.compile(r"[+＋]\s*(\d{1,4})\s*(m|min|h|d|分钟|分|小时|天)", re.IGNORECASE)
SECONDS = {"m": 60, "min": 60, "分": 60, "分钟": 60, "h": 3600, "小时": 3600, "d": 86400, "天": 86400}
LONGEST_WAIT = 60 * 86400
LEAVE = {"quit", "exit", "q", "退出", "离开"}

WELCOME = Both(
    "四个学生合租一台 8×A100-80G，你是李想（li，管理员）。这一版只管预约。\n"
    "  说话    订 2张 6小时，或 /book 2 6h；/help 看命令\n"
    "  当别人  @wang /book 3 12h（li wang zhang chen）；只写 @wang，以后都是她\n"
    "  按按钮  写号：1；替别人按：@wang 1\n"
    "  拨时钟  +2h +30m +1d，到点的提醒会来\n"
    "  离开    quit 或 Ctrl-D。看故事：--tour。English: --lang en",
    "Four students rent one 8×A100-80G; you are Li, the owner. Bookings only so far.\n"
    "  speak           /book 2 6h; /help lists commands\n"
    "  as another      @wang /book 3 12h (li wang zhang chen); @wang: stay Wang\n"
    "  press a button  its number: 1; as another: @wang 1\n"
    "  move the clock  +2h +30m +1d, and the reminders come\n"
    "  leave           quit or Ctrl-D. The story: --tour. 中文：--lang zh",
)
BYE = Both("再见，临时数据库已删。", "Bye; the temporary database is gone.")
NO_BUTTON = Both("没有 {number} 号按钮", "there is no button {number}")
NOBODY = Both("没有 {word}，有：{cast}", "there is no {word}, only: {cast}")
TOO_FAR = Both("一次最多拨 60 天", "at most 60 days at a time")


@dataclass(slots=True)
class Talk:
    """What the person at the keyboard does. `me` is who speaks when nobody is named."""

    play: Play
    run_one: Callable[[Any], Any]
    me: Student = field(default=LI)

    def run(self, lines: Iterator[str]) -> None:
        """Until the input ends or somebody leaves."""
        self.run_one(self.play.stage.gather())
        self._note(WELCOME)
        self.play.paint.time(self.play.stage.clock.now())
        for line in lines:
            if line.strip().casefold() in LEAVE:
                break
            if line.strip():
                self._line(line.strip())

    def prompt(self) -> str:
        return self.play.paint.prompt(self.me)

    def _note(self, text: Both, **facts: object) -> None:
        self.play.paint.note(text.to(self.play.stage.language).format(**facts))

    def _line(self, line: str) -> None:
        who, text = self.me, line
        if line.startswith("@"):
            word, _, text = line[1:].partition(" ")
            named = student(word)
            if named is None:
                self._note(NOBODY, word=word, cast="、".join(one.account for one in CAST))
                return
            who, text = named, text.strip()
            if not text:
                self.me = who
                return
        if span := SPAN.fullmatch(text):
            self._wait(int(span[1]) * SECONDS[span[2].lower()])
        elif text.isdecimal():
            self._press(who, int(text))
        else:
            self._say(who, text, shown=who is not self.me)

    def _wait(self, seconds: int) -> None:
        if seconds > LONGEST_WAIT:
            self._note(TOO_FAR)
            return
        self.run_one(self.play.waits(seconds))

    def _press(self, who: Student, number: int) -> None:
        if not 1 <= number <= len(self.play.stage.buttons):
            self._note(NO_BUTTON, number=number)
            return
        self.run_one(self.play.presses(who, number))

    def _say(self, who: Student, text: str, *, shown: bool) -> None:
        if shown:
            self.play.paint.said(who, text)
        self.run_one(self.play.stage.say(who, text))
