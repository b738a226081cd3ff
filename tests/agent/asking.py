"""A small program around the reader, for tests with real processes: looks until told to end, one line a state.

python -m tests.agent.asking FOLDER     says each new state; begins again when the driver was replaced
"""

import signal
import threading
from types import FrameType

from bot.agent.pace import Pace
from bot.agent.process import begin_again, leave
from bot.agent.reader import Reader

looks = Reader(pace=Pace(fast=0.01, processes=0.01, slow=0.05, stuck_after=1.0))


def end(number: int, frame: FrameType | None) -> None:
    looks.stop()
    leave(0)


signal.signal(signal.SIGTERM, end)
looks.start()
said = ""
tick = threading.Event()
print("began", flush=True)
while True:
    state = looks.latest().state
    if state not in (said, "starting"):
        said = state
        print(state, flush=True)
    if looks.needs_new_process:
        begin_again()
    tick.wait(0.005)
