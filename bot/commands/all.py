"""Every command and button there is."""

from bot.chat.registry import Registry
from bot.commands import booking, calendar, changing, members, preferences, running, seeing, welcoming
from bot.commands.helping import help_family


def build_registry() -> Registry:
    """The registry in the order in which `/help` lists."""
    registry = Registry()
    registry.add(booking.COMMANDS[:1])
    registry.add(calendar.COMMANDS, calendar.VERBS)
    registry.add(seeing.COMMANDS)
    registry.add(booking.COMMANDS[1:], booking.VERBS)
    registry.add(changing.COMMANDS, changing.VERBS)
    registry.add(running.COMMANDS, running.VERBS)
    registry.add(members.COMMANDS, members.VERBS)
    registry.add(welcoming.COMMANDS)
    registry.add(preferences.COMMANDS, preferences.VERBS)
    registry.add(*help_family(registry))
    return registry
