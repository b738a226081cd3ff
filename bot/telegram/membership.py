"""What a change of the bot's own membership means."""

from collections.abc import Mapping
from typing import Any

INSIDE = ("creator", "administrator", "member")


def membership_change(before: Mapping[str, Any], after: Mapping[str, Any]) -> str | None:
    """`bot_added`, `bot_removed`, `bot_changed`, or None when nothing that matters changed.

    Takes the raw members: of their many flags only the status counts, and new ones must not hurt. Being
    blocked in a private chat looks like being kicked.
    """
    was, is_now = _inside(before), _inside(after)
    if is_now and not was:
        return "bot_added"
    if was and not is_now:
        return "bot_removed"
    return "bot_changed" if is_now and before["status"] != after["status"] else None


def _inside(member: Mapping[str, Any]) -> bool:
    status = member["status"]
    return status in INSIDE or (status == "restricted" and bool(member.get("is_member")))
