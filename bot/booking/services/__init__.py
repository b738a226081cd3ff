"""Use cases of booking, one file a family."""
