"""Decode views from the wire: bots get the same bytes as a person in their seat."""

from functools import cache

from msgspec import Raw, json

from cardhouse.games import game as game_named
from cardhouse.games.view import View


@cache
def _decoder(game: str) -> json.Decoder[View]:
    return json.Decoder(game_named(game).secrecy.kind)


def view_of(game: str, text: bytes | Raw) -> View:
    """Decode a view as the game's own type."""
    return _decoder(game).decode(text)
