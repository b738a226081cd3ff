"""How agent and bot prove to each other who they are: HMAC-SHA-256 over a nonce of the other, keyed by SHA-256 of the
agent's key. The key itself is never sent; a nonce is good once, so what was overheard opens nothing.
"""

import hashlib
import hmac
import secrets

AGENT, BOT, BATCH = "agent", "bot", "batch"


def new_key() -> str:
    """256 random bits, as hexadecimal digits."""
    return secrets.token_hex(32)


def new_nonce() -> str:
    """256 random bits, as hexadecimal digits."""
    return secrets.token_hex(32)


def key_hash(key: str) -> str:
    """What the bot keeps of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def proof(hashed: str, who: str, nonce: str, agent: str, version: int, body: bytes = b"") -> str:
    """What only the holder of the key can say. `who` speaks; `body` is what is said along with it."""
    said = "\n".join((who, nonce, agent, str(version), hashlib.sha256(body).hexdigest()))
    return hmac.new(hashed.encode(), said.encode(), hashlib.sha256).hexdigest()


def holds(given: str, hashed: str, who: str, nonce: str, agent: str, version: int, body: bytes = b"") -> bool:
    """Whether a proof is right, in the same time whatever is wrong with it."""
    return hmac.compare_digest(given.encode(errors="replace"), proof(hashed, who, nonce, agent, version, body).encode())
