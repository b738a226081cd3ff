"""Sizing: what a job needs, whether it fits, how long it runs and what that costs."""
