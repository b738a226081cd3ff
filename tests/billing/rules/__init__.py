"""Promises of the pure rules of money: known bills, axioms of fairness on exact fractions, every second of a card."""
