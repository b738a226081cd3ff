"""Costs: the month's bill, split to the fen and explained; payments, settlement, exports.

`rules` decide (pure, exact), `facts` turn rows into their dataclasses, `services` tell the use cases.
"""
