"""The demo: a simulated group of four students and a machine of eight cards in the terminal, on the real core."""
