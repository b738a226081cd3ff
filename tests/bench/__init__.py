"""How fast it is, measured on this machine: `python -m tests.bench.booking`. Nothing here is a promise of a test."""
