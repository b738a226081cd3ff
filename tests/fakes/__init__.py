"""Stand-ins for the outside world: servers and libraries that behave, and refuse, like the real ones."""
