"""Pinka (拼卡): who has which card, in the chat of the people who rent the machine together."""

__version__ = "0.1.0"
