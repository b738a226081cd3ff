"""The grammar: rules that look at the tokens from one place on and say what they found and where it ends.

A rule is `rule(tokens, at) -> (item, next) | None`; it looks back one or two tokens at most and never raises.
"""
