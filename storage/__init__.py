"""The store: tables, queries, the guard against double booking, migrations and units of work.

Nothing of `bot` enters here; rules may import `storage.words` and nothing else.
"""
