"""Codes that are good once: people read them off a screen, only their hash is stored."""

import hashlib
import secrets

_LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """Three groups of four letters without those that look alike: 59 bits."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(3))


def hash_of(code: str) -> str:
    """SHA-256 of a code as people copy it, in any case and with blanks around."""
    return hashlib.sha256(code.strip().lower().encode()).hexdigest()
