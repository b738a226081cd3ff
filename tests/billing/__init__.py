"""Tests of costs: the pure rules, then the services on a real database."""
