"""A timing never decides a test."""

from hypothesis import settings

settings.register_profile("house", deadline=None)
settings.load_profile("house")
