"""A Telegram Bot API server for tests: real HTTP, complete objects, real refusals, trouble on demand."""

from tests.fakes.telegram.client import Control
from tests.fakes.telegram.faults import Fault
from tests.fakes.telegram.server import FakeTelegram
from tests.fakes.telegram.transcript import render

__all__ = ["Control", "FakeTelegram", "Fault", "render"]
