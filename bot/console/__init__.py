"""The bot in a terminal, and as lines of JSON for programs: the same core, another pair of ears."""
