"""The parts of a house on several machines, all on this one: for a look (`make cluster`) and for tests."""
