"""Run by Alembic, on the connection and in the transaction that the start of the program opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
