"""Rules about names and roles."""

from collections.abc import Collection

from storage.words import Role

RANK = {Role.GUEST: 1, Role.MEMBER: 2, Role.TREASURER: 2, Role.OWNER: 3}
"""What a role may do, as the levels of `bot.chat.registry.Who`; a treasurer books like a member."""

NAME_LENGTH = 24


def distinct_name(name: str, taken: Collection[str]) -> str:
    """`name`, or `name (2)`, `name (3)` … when others of the group are called so already."""
    if name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"


def may(role: Role | None, least: int) -> bool:
    """Whether a role (None = a stranger) reaches a level."""
    return (RANK[role] if role else 0) >= least


def renamed(name: str, before: str, after: str, taken: Collection[str]) -> str:
    """A member's name after their account was renamed: it follows as long as it is the account's own name.

    `张伟 (2)` follows too, and is told apart again from those whose names are `taken` (without its own).
    """
    own = name == before or (name.startswith(f"{before} (") and name[len(before) + 2 : -1].isdigit())
    return distinct_name(after, taken) if own else name
