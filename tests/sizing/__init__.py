"""Sizing: what a job needs, and how near the estimates come to what was measured."""
