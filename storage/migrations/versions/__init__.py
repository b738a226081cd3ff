"""One file per revision. Frozen: a revision that was released is never edited."""
