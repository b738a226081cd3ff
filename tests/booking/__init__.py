"""Tests of booking: the pure rules, then the services on a real database."""
