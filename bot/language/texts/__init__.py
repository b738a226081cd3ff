"""The texts for people, by language and code; one file a room and language.

A text is a function from the facts of a code and the reader's context to lines; the first line is the answer.
"""

from bot.language.texts.en import billing as en_billing
from bot.language.texts.en import booking as en_booking
from bot.language.texts.en import box as en_box
from bot.language.texts.en import calendar as en_calendar
from bot.language.texts.en import changes as en_changes
from bot.language.texts.en import core as en_core
from bot.language.texts.en import day as en_day
from bot.language.texts.en import machine as en_machine
from bot.language.texts.en import members as en_members
from bot.language.texts.en import nodes as en_nodes
from bot.language.texts.en import payments as en_payments
from bot.language.texts.en import people as en_people
from bot.language.texts.en import preferences as en_preferences
from bot.language.texts.en import refused as en_refused
from bot.language.texts.en import renting as en_renting
from bot.language.texts.en import seeing as en_seeing
from bot.language.texts.en import sizing as en_sizing
from bot.language.texts.en import usage as en_usage
from bot.language.texts.shape import Label, Text
from bot.language.texts.zh import billing as zh_billing
from bot.language.texts.zh import booking as zh_booking
from bot.language.texts.zh import box as zh_box
from bot.language.texts.zh import calendar as zh_calendar
from bot.language.texts.zh import changes as zh_changes
from bot.language.texts.zh import core as zh_core
from bot.language.texts.zh import day as zh_day
from bot.language.texts.zh import machine as zh_machine
from bot.language.texts.zh import members as zh_members
from bot.language.texts.zh import nodes as zh_nodes
from bot.language.texts.zh import payments as zh_payments
from bot.language.texts.zh import people as zh_people
from bot.language.texts.zh import preferences as zh_preferences
from bot.language.texts.zh import refused as zh_refused
from bot.language.texts.zh import renting as zh_renting
from bot.language.texts.zh import seeing as zh_seeing
from bot.language.texts.zh import sizing as zh_sizing
from bot.language.texts.zh import usage as zh_usage

TEXTS: dict[str, dict[str, Text]] = {
    "zh": {
        **zh_booking.TEXTS,
        **zh_changes.TEXTS,
        **zh_refused.TEXTS,
        **zh_seeing.TEXTS,
        **zh_calendar.TEXTS,
        **zh_people.TEXTS,
        **zh_members.TEXTS,
        **zh_preferences.TEXTS,
        **zh_usage.TEXTS,
        **zh_machine.TEXTS,
        **zh_day.TEXTS,
        **zh_nodes.TEXTS,
        **zh_box.TEXTS,
        **zh_billing.TEXTS,
        **zh_renting.TEXTS,
        **zh_payments.TEXTS,
        **zh_sizing.TEXTS,
        **zh_core.TEXTS,
    },
    "en": {
        **en_booking.TEXTS,
        **en_changes.TEXTS,
        **en_refused.TEXTS,
        **en_seeing.TEXTS,
        **en_calendar.TEXTS,
        **en_people.TEXTS,
        **en_members.TEXTS,
        **en_preferences.TEXTS,
        **en_usage.TEXTS,
        **en_machine.TEXTS,
        **en_day.TEXTS,
        **en_nodes.TEXTS,
        **en_box.TEXTS,
        **en_billing.TEXTS,
        **en_renting.TEXTS,
        **en_payments.TEXTS,
        **en_sizing.TEXTS,
        **en_core.TEXTS,
    },
}
LABELS: dict[str, dict[str, Label]] = {
    "zh": {
        **zh_booking.LABELS,
        **zh_changes.LABELS,
        **zh_calendar.LABELS,
        **zh_people.LABELS,
        **zh_members.LABELS,
        **zh_preferences.LABELS,
        **zh_usage.LABELS,
        **zh_nodes.LABELS,
        **zh_box.LABELS,
        **zh_billing.LABELS,
        **zh_renting.LABELS,
        **zh_payments.LABELS,
        **zh_sizing.LABELS,
        **zh_core.LABELS,
    },
    "en": {
        **en_booking.LABELS,
        **en_changes.LABELS,
        **en_calendar.LABELS,
        **en_people.LABELS,
        **en_members.LABELS,
        **en_preferences.LABELS,
        **en_usage.LABELS,
        **en_nodes.LABELS,
        **en_box.LABELS,
        **en_billing.LABELS,
        **en_renting.LABELS,
        **en_payments.LABELS,
        **en_sizing.LABELS,
        **en_core.LABELS,
    },
}

__all__ = ["LABELS", "TEXTS"]
