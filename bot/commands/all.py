"""Every command and button there is."""

from bot.chat.registry import Registry
from bot.commands import (
    billing,
    booking,
    box,
    calendar,
    changing,
    day,
    exporting,
    funds,
    machine,
    members,
    nodes,
    paying,
    planning,
    preferences,
    renting,
    running,
    seeing,
    sizing,
    welcoming,
)
from bot.commands.helping import help_family


def build_registry() -> Registry:
    """The registry in the order in which `/help` lists."""
    registry = Registry()
    registry.add(booking.COMMANDS[:1])
    registry.add(calendar.COMMANDS, calendar.VERBS)
    registry.add(seeing.COMMANDS)
    registry.add(booking.COMMANDS[1:], booking.VERBS)
    registry.add(changing.COMMANDS, changing.VERBS)
    registry.add(billing.COMMANDS, billing.VERBS)
    registry.add(renting.COMMANDS, renting.VERBS)
    registry.add(planning.COMMANDS, planning.VERBS)
    registry.add(paying.COMMANDS, paying.VERBS)
    registry.add(funds.COMMANDS)
    registry.add(exporting.COMMANDS, exporting.VERBS)
    registry.add(running.COMMANDS, running.VERBS)
    registry.add(sizing.COMMANDS, sizing.VERBS)
    registry.add(nodes.COMMANDS, nodes.VERBS)
    registry.add(members.COMMANDS, members.VERBS)
    registry.add(machine.COMMANDS, machine.VERBS)
    registry.add(box.COMMANDS, box.VERBS)
    registry.add(day.COMMANDS)
    registry.add(welcoming.COMMANDS)
    registry.add(preferences.COMMANDS, preferences.VERBS)
    registry.add(*help_family(registry))
    return registry
