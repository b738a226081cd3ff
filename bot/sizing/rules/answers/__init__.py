"""What is answered to a question about sizing: verdicts, defaults, which numbers, and folk rules that are named.

Each answer is a mapping of plain values (GiB, hours, minor units of money), so that it can be stored, worded and
printed as JSON. No names are looked up here and nothing is worded.
"""
