"""Chinese texts."""
