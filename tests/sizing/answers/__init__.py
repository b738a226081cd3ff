"""What an answer says: ranked cards, what the pool measured, defaults, terms, first lines, names that are close."""
