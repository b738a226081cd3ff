"""Promises of what is done with agents\x27 words, on both databases."""
