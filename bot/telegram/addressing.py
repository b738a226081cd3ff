"""Whom a text is for: `/command@bot`, `@bot …`, also with full-width signs, which Telegram does not mark."""

import re
from dataclasses import dataclass

COMMAND = re.compile(r"[/／](?P<word>[^\s@＠/／]+)[@＠](?P<bot>[A-Za-z0-9_]+)")
MENTION = re.compile(r"[@＠](?P<bot>[A-Za-z0-9_]+)[\s,，:：、]*")


@dataclass(frozen=True, slots=True)
class Heard:
    """The text without the bot's name. `to_us`: the name was ours."""

    text: str
    to_us: bool


def heard(text: str, username: str) -> Heard | None:
    """How a text reads for the bot `username`; None when its command names another bot.

    A mention alone asks what the bot can do.
    """
    text = text.strip()
    if command := COMMAND.match(text):
        if command["bot"].lower() != username.lower():
            return None
        return Heard(f"/{command['word']}{text[command.end() :]}", True)
    mention = MENTION.match(text)
    if mention and mention["bot"].lower() == username.lower():
        rest = heard(text[mention.end() :], username)
        return rest and Heard(rest.text or "/help", True)
    return Heard(f"/{text[1:]}" if text.startswith("／") else text, False)
