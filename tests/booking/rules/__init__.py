"""Promises of the pure rules of booking, checked against models that try every second."""
