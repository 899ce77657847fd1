"""The one limit of every wait in the tests. It ends a hang; nothing that works, however slowly, comes near it."""

HANG = 600.0  # seconds
