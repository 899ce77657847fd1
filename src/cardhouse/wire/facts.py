"""All kinds of facts that a house sends: the common ones, and each game's own."""

from collections.abc import Mapping

from cardhouse.cards import facts as card_facts
from cardhouse.cards.facts import Fact, kinds_in
from cardhouse.games import GAMES
from cardhouse.games import facts as game_facts
from cardhouse.games.definition import AnyGame
from cardhouse.play import facts as play_facts

Kinds = tuple[type[Fact], ...]
SHARED: Kinds = (*kinds_in(card_facts), *kinds_in(game_facts), *kinds_in(play_facts))


def groups(games: Mapping[str, AnyGame] = GAMES) -> dict[str, Kinds]:
    """Return the kinds of facts by the name of their union type, such as `BlitzFact`."""
    return {"SharedFact": SHARED} | {f"{name.capitalize()}Fact": kinds_in(game.facts) for name, game in games.items()}
