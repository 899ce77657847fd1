"""Views, from the wire: bots in workers and over the network get the bytes that a person in their seat would get."""

from functools import cache

from msgspec import Raw, json

from cardhouse.games import game as game_named
from cardhouse.games.view import View


@cache
def _decoder(game: str) -> json.Decoder[View]:
    return json.Decoder(game_named(game).secrecy.kind)


def view_of(game: str, text: bytes | Raw) -> View:
    """Read a view, as the game's own kind of view."""
    return _decoder(game).decode(text)
