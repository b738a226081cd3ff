"""The digest: made once a day for each pool that wants it, or when asked."""
