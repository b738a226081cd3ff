"""What the digest says, as a pure function of bookings, use and gaps."""
