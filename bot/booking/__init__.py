"""Booking: who holds which cards when."""
