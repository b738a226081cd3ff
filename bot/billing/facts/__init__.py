"""Rows about money and use as frozen facts for the rules. Nothing is decided here and no chat enters."""
