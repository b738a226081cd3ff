"""Who plays: four students who rent one machine, and a text in two languages."""

from dataclasses import dataclass

from bot.chat.message import Person, Place
from bot.console.lines import PLATFORM

MACHINE = "8xA100-80G"
MACHINE_SIZE = 8
NODE = "node1"
GROUP = Place(PLATFORM, "lab", False, hears_all=True)


@dataclass(frozen=True, slots=True)
class Both:
    """The same thing said in Chinese and in English."""

    zh: str
    en: str

    def to(self, language: str) -> str:
        return self.en if language == "en" else self.zh


@dataclass(frozen=True, slots=True)
class Student:
    """One of the four. `account` is what `@li` names; `colour` a colour that rich knows."""

    account: str
    name: Both
    colour: str

    def person(self, language: str) -> Person:
        return Person(self.account, self.name.to(language), language=language)

    @property
    def private(self) -> Place:
        """The student's private chat with the bot."""
        return Place(PLATFORM, f"@{self.account}", True, hears_all=True)


LI = Student("li", Both("李想", "Li"), "bright_cyan")
WANG = Student("wang", Both("王芳", "Wang"), "bright_magenta")
ZHANG = Student("zhang", Both("张伟", "Zhang"), "bright_green")
CHEN = Student("chen", Both("陈晨", "Chen"), "bright_blue")
CAST = (LI, WANG, ZHANG, CHEN)
"""The first is the owner."""


def student(word: str) -> Student | None:
    """Whom `li` or `李想` names."""
    wanted = word.casefold()
    return next((one for one in CAST if wanted in (one.account, one.name.zh)), None)
