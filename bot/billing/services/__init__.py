"""Use cases of money, one file a family. Chat words and platforms stay outside."""
