"""Promises of the pure rules of sizing."""
