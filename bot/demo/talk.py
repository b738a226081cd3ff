"""The demo at a keyboard: speak as oneself or as anyone, press buttons by number, move the clock, hurt the machine."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.demo.cast import CAST, LI, MACHINE_SIZE, Both, Student, student
from bot.demo.play import Play

SPAN = re.compile(r"[+＋]\s*(\d{1,4})\s*(m|min|h|d|分钟|分|小时|天)", re.IGNORECASE)
SECONDS = {"m": 60, "min": 60, "分": 60, "分钟": 60, "h": 3600, "小时": 3600, "d": 86400, "天": 86400}
CARD = re.compile(r"[!！]\s*(?:card|卡)\s*(\d{1,2})", re.IGNORECASE)
NETWORK = re.compile(r"[!！]\s*(?:net|network|网)", re.IGNORECASE)
LONGEST_WAIT = 7 * 86400
LEAVE = {"quit", "exit", "q", "退出", "离开"}

WELCOME = Both(
    "四个学生合租一台 8×A100-80G，你是李想（li，管理员）。\n"
    "机器是模拟的，读卡的采集程序是真的。\n"
    "  说话    订 2张 6小时，或 /book 2 6h；/status 看卡；/help 看命令\n"
    "  当别人  @wang /book 3 12h（li wang zhang chen）；只写 @wang，以后都是她\n"
    "  按按钮  写号：1；替别人按：@wang 1\n"
    "  拨时钟  +2h +30m +1d，到点的提醒会来，订了的卡上会跑起来（陈晨总忘）\n"
    "  弄机器  !卡 3 掉一张卡，!网 断网；再来一次就修好\n"
    "  离开    quit 或 Ctrl-D。看故事：--tour。English: --lang en",
    "Four students rent one 8×A100-80G; you are Li, the owner. The machine is\n"
    "simulated, its agent is real.\n"
    "  speak           /book 2 6h; /status shows the cards; /help lists commands\n"
    "  as another      @wang /book 3 12h (li wang zhang chen); @wang: stay Wang\n"
    "  press a button  its number: 1; as another: @wang 1\n"
    "  move the clock  +2h +30m +1d: reminders come, jobs run on what is booked\n"
    "                  (Chen forgets to start hers)\n"
    "  hurt it         !card 3 falls off, !net cuts the network; again mends it\n"
    "  leave           quit or Ctrl-D. The story: --tour. 中文：--lang zh",
)
BYE = Both("再见，临时数据库已删。", "Bye; the temporary database is gone.")
NO_BUTTON = Both("没有 {number} 号按钮", "there is no button {number}")
NOBODY = Both("没有 {word}，有：{cast}", "there is no {word}, only: {cast}")
NO_CARD = Both("没有 {number} 号卡", "there is no card {number}")
TOO_FAR = Both("一次最多拨 7 天", "at most 7 days at a time")
FELL = Both("{number} 号卡从总线上掉了。", "Card {number} falls off the bus.")
MENDED = Both("{number} 号卡好了。", "Card {number} is well again.")
CUT = Both("网断了，机器上照跑。", "The network is cut; the machine runs on.")
JOINED = Both("网通了。", "The network is back.")


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
        elif found := CARD.fullmatch(text):
            self._hurt(int(found[1]))
        elif NETWORK.fullmatch(text):
            self._network()
        elif text.isdecimal():
            self._press(who, int(text))
        else:
            self._say(who, text, shown=who is not self.me)

    def _wait(self, seconds: int) -> None:
        if seconds > LONGEST_WAIT:
            self._note(TOO_FAR)
            return
        self.run_one(self.play.waits(seconds))

    def _hurt(self, number: int) -> None:
        """A card falls off, or is mended."""
        if number >= MACHINE_SIZE:
            self._note(NO_CARD, number=number)
            return
        fallen = number in self.play.stage.room.machine.fallen
        self._note(MENDED if fallen else FELL, number=number)
        self.run_one(self.play.mended(number) if fallen else self.play.falls(number))

    def _network(self) -> None:
        """The line is cut, or joined again."""
        connected = self.play.stage.room.line.connected
        self._note(CUT if connected else JOINED)
        self.run_one(self.play.cut() if connected else self.play.joins())

    def _press(self, who: Student, number: int) -> None:
        if not 1 <= number <= len(self.play.stage.buttons):
            self._note(NO_BUTTON, number=number)
            return
        self.run_one(self.play.presses(who, number))

    def _say(self, who: Student, text: str, *, shown: bool) -> None:
        if shown:
            self.play.paint.said(who, text)
        self.run_one(self.play.stage.say(who, text))
