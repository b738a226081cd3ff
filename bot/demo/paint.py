"""How the demo looks in a terminal: names in colour, the bot's answers indented, buttons with numbers.

Colours go away by themselves with NO_COLOR, on a dumb terminal and in a file (rich sees to that).
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from rich.color import ColorSystem
from rich.console import Console
from rich.style import Style
from rich.text import Text

from bot.chat.message import Button, Outgoing
from bot.console.founding import ZONE
from bot.demo.cast import CAST, Both, Student
from bot.language.texts.shape import Code, Pre
from bot.language.writing.times import WEEKDAYS

BOT = Both("拼卡", "Pinka")
PRIVATELY = Both("私聊 {name}", "{name}, in private")
PRESSES = Both("按", "presses")
INDENT = 4
ESCAPES = re.compile(r"(\x1b\[[0-9;]*m)")
BUTTON, COPIED, TIME = "bold yellow", "cyan", "bold"


@dataclass(frozen=True, slots=True)
class Paint:
    """Paints on a console in one language."""

    console: Console
    language: str

    @contextmanager
    def unseen(self) -> Iterator[None]:
        """Nothing is painted meanwhile."""
        before, self.console.quiet = self.console.quiet, True
        try:
            yield
        finally:
            self.console.quiet = before

    def _put(self, text: Text, indent: int = 0) -> None:
        for line in text.wrap(self.console, self.console.width - indent):
            line.rstrip()
            self.console.print(Text(" " * indent).append_text(line), soft_wrap=True)

    def scene(self, number: int, of: int, title: str) -> None:
        """A heading of the tour."""
        self.console.print()
        self.console.rule(Text(f"{number}/{of}  {title}", "bold"), align="left", style="dim")

    def note(self, text: str) -> None:
        """What the demo itself says, between the words of the chat."""
        self._put(Text(text, "italic"))

    def blank(self) -> None:
        self.console.print()

    def prompt(self, student: Student) -> str:
        """For `input`: the name in colour, its escapes marked so that readline does not count them."""
        name = student.name.to(self.language)
        if self.console.color_system and not self.console.no_color:
            name = Style.parse(f"bold {student.colour}").render(name, color_system=ColorSystem.STANDARD)
        return ESCAPES.sub("\x01\\1\x02", name) + " ▸ "

    def said(self, student: Student, text: str) -> None:
        """A student's words."""
        line = Text(student.name.to(self.language), f"bold {student.colour}")
        self._put(line.append(" ▸ ", "dim").append(text, "default not bold"))

    def pressed(self, student: Student, number: int, button: Button) -> None:
        line = Text(student.name.to(self.language), f"bold {student.colour}")
        line.append(f" {PRESSES.to(self.language)} ", "dim").append_text(self._button(button, number))
        self._put(line)

    def answered(self, message: Outgoing, first: int) -> None:
        """The bot's message; its buttons are numbered from `first` on."""
        self._put(self._head(message), INDENT - 2)
        for line in message.lines[1:]:
            for part in line.split("\n"):
                self._put(Text(part, COPIED if isinstance(line, Code | Pre) else ""), INDENT)
        number = first
        for row in message.buttons:
            pressed = [button for button in row if button.token]
            shown = [self._button(button, at) for at, button in enumerate(pressed, number)]
            number += len(shown)
            if shown:
                self._put(Text("  ").join(shown), INDENT)

    def _head(self, message: Outgoing) -> Text:
        line = Text(BOT.to(self.language), "bold")
        if message.place.private:
            account = message.place.chat.removeprefix("@")
            name = next((one.name.to(self.language) for one in CAST if one.account == account), account)
            line.append(f" → {PRIVATELY.to(self.language).format(name=name)}", "dim")
        return line.append(" ▸ ", "dim").append(message.lines[0], "bold")

    def _button(self, button: Button, number: int) -> Text:
        return Text(f"[{number} {button.label}]", BUTTON)

    def time(self, at: int) -> None:
        """What the clock shows now."""
        local = datetime.fromtimestamp(at, ZoneInfo(ZONE))
        weekday = WEEKDAYS["en" if self.language == "en" else "zh"][local.weekday()]
        self._put(Text(f"⏱ {weekday} {local:%m-%d %H:%M}", TIME))
