"""Three loops: the inbox (what came in), the jobs (what is due), the outbox (what is owed).

They know messages and rows; what a command means comes from the desk they are given.
"""
