"""What the command line itself says, in both languages, and how it ends."""

import sys
from typing import NoReturn

OK, WRONG, CONFIG = 0, 2, 78
"""Exit codes: bad use 2; settings that no restart can mend 78 (EX_CONFIG, see the systemd unit)."""


def stop_with(zh: str, en: str, code: int = WRONG) -> NoReturn:
    """Say it on standard error and leave."""
    print(f"{zh}\n{en}", file=sys.stderr)
    raise SystemExit(code)
