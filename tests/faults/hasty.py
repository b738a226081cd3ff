"""`python -m tests.faults.hasty SECONDS WORDS…`: the command `pinka` whose agent keeps a reading that often, not every
15 seconds, and hurries to come back.
"""

import sys

from bot.agent.run import Agent, Pace
from bot.cli import main

if __name__ == "__main__":
    seconds = float(sys.argv.pop(1))
    assert Agent.__init__.__kwdefaults__ is not None
    Agent.__init__.__kwdefaults__["pace"] = Pace(keep=seconds, events=seconds, first_wait=0.05, longest_wait=0.2)
    sys.exit(main(sys.argv[1:]))
