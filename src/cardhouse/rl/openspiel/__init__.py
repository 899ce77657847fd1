"""The games of Cardhouse in OpenSpiel. Importing this registers `python_cardhouse_president` and all others.

    import pyspiel
    import cardhouse.rl.openspiel

    game = pyspiel.load_game("python_cardhouse_president", {"players": 3, "start": "last 6 cards of match 7"})

`docs/openspiel.md` says what the parameters mean, and which algorithms work.
"""

from cardhouse.extras import needs

try:
    from cardhouse.rl.openspiel.games import PREFIX, register, resampler
except ModuleNotFoundError as missing:
    raise ModuleNotFoundError(needs("OpenSpiel", "openspiel"), name=missing.name) from missing
from cardhouse.games import GAMES
from cardhouse.rl.openspiel.start import start_at

__all__ = ["PREFIX", "register", "resampler", "start_at"]

for _game in GAMES.values():
    register(_game)
