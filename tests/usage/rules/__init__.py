"""Promises of the pure rules about what cards did."""
