"""The commands as a table for the READMEs, made from their declarations."""

from collections.abc import Iterable

from bot.chat.registry import Command, Registry

HEADS = {
    "zh": ("命令", "中文", "做什么", "例子"),
    "en": ("command", "中文", "what it does", "example"),
}


def command_table(registry: Registry, lang: str) -> str:
    """A Markdown table of all commands in the order of `/help`; `lang` is `zh` or `en`."""
    head = HEADS[lang]
    rows = [_row(head), _row("---" for _ in head)]
    return "\n".join([*rows, *(_row(_cells(command, lang)) for command in registry)])


def _cells(command: Command, lang: str) -> tuple[str, ...]:
    examples = "<br>".join(f"`{example}`" for example in command.examples[lang])
    return (f"`/{command.name}`", " ".join(command.zh), command.help[lang], examples)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"
