"""The language room: reading what people type, writing what they read.

It imports no other room: no storage, no chat, no clock. Whoever calls it brings the instant and the cards.
"""

from typing import Literal

Lang = Literal["zh", "en"]
