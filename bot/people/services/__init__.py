"""Use cases about people, one file a family."""
