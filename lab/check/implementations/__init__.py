"""Checks of real libraries. Nothing else in the lab imports this: it needs requirements-implementations.txt."""
