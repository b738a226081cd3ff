"""The labs of the command tests serve here too."""

from tests.commands.conftest import _nothing_breaks, bare_lab, joined, lab, open_lab

__all__ = ["_nothing_breaks", "bare_lab", "joined", "lab", "open_lab"]
