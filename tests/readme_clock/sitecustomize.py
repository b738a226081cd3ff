"""Sets the clock of a Python process before it begins: README transcripts have the same times whenever they are made.

Python imports this by itself from PYTHONPATH. The clock starts at README_CLOCK (UTC seconds) and goes at a tenth of
its pace, so that a slow machine makes no other minutes; timers are not touched.
"""

import os
import time

_FROM = float(os.environ["README_CLOCK"])
_STARTED = time.monotonic()


def _now() -> float:
    return _FROM + (time.monotonic() - _STARTED) / 10


time.time = _now
