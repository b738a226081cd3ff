"""Questions to the store and its changes, one file per subject, named like the tables."""
