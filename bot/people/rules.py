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
