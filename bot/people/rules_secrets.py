"""What must never stand in a text that everybody in a group may read: passwords and private keys."""

import re

_SECRETS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("key", re.compile(r"-----BEGIN [A-Z0-9 ]*PRIVATE KEY", re.I)),
    ("sshpass", re.compile(r"\bsshpass\b", re.I)),
    ("url", re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s/:@]+:[^\s/@]+@", re.I)),
    ("password", re.compile(r"\b(?:password|passwd|passcode|passphrase|pwd|pass|pw)\b\s*(?:is\b|[:=：＝])", re.I)),
    ("password", re.compile(r"\b(?:password|passwd|passphrase)\b\s+\S", re.I)),
    ("password", re.compile(r"密\s*码|口\s*令|密\s*钥\s*[:：=是为]")),
    ("password", re.compile(r"(?:^|\s)-p\s*(?=['\"“‘])", re.I)),
    ("password", re.compile(r"(?:^|\s)-p(?=[^\s\d])|(?:^|\s)-p\d+[^\s\d]")),
    ("password", re.compile(r"(?:^|\s)--(?:password|passwd|pass|token|secret)\b", re.I)),
    ("token", re.compile(r"\b(?:token|secret|api[_-]?key)\b\s*[:=：＝]|\b(?:sk-|ghp_|hf_|AKIA)[A-Za-z0-9]{12,}", re.I)),
)


def secret_in(text: str) -> str | None:
    """What kind of secret a text seems to hold: `password`, `key`, `url`, `sshpass` or `token`; None for none.

    Rather too strict: a connection line that is refused can be written without the word, a leaked password cannot
    be taken back.
    """
    return next((name for name, pattern in _SECRETS if pattern.search(text)), None)
