"""What a change of somebody's membership means: the bot's own, and that somebody left a group."""

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


def who_left(before: Mapping[str, Any], after: Mapping[str, Any]) -> str | None:
    """The account of a human who was in the group and no longer is."""
    return human(after["user"]) if _inside(before) and not _inside(after) else None


def human(user: Mapping[str, Any]) -> str | None:
    """The account, unless it is a bot's."""
    return None if user["is_bot"] else str(int(user["id"]))


def _inside(member: Mapping[str, Any]) -> bool:
    status = member["status"]
    return status in INSIDE or (status == "restricted" and bool(member.get("is_member")))
