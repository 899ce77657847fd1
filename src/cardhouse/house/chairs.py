"""The chairs at a table, and the players who sit in them."""

from collections.abc import Iterator

from msgspec import Struct

from cardhouse.wire.commands import Kind


class Player(Struct, frozen=True):
    """A person, a remote bot or a bot of the house, in a chair."""

    number: int
    name: str
    kind: Kind
    token: str = ""  # its SHA-256

    @property
    def human(self) -> bool:
        """Return whether this is a person or a remote bot: a player whose connection may drop."""
        return self.kind != "bot"


class Chair(Struct, frozen=True):
    player: Player | None = None
    heir: Player | None = None  # the player who takes the seat when the deal is over
    gone: bool = False  # its player has left the match for good

    @property
    def free(self) -> bool:
        return self.player is None

    @property
    def a_bots(self) -> bool:
        """Return whether a bot sits here, and a person may take the seat."""
        return self.player is not None and not self.player.human and self.heir is None and not self.gone


def humans(chair: Chair) -> Iterator[Player]:
    """Yield the people and remote bots who sit here, or will after the deal."""
    for player in (chair.player, chair.heir):
        if player is not None and player.human:
            yield player
