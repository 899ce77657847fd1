"""The chairs at a table, and who sits in them."""

from collections.abc import Iterator

from msgspec import Struct

from cardhouse.wire.commands import Kind


class Player(Struct, frozen=True):
    """Who sits in a seat."""

    number: int
    name: str
    kind: Kind
    token: str = ""  # its SHA-256

    @property
    def human(self) -> bool:
        """Whether it is a person, or a bot over the network: either comes and goes as they like."""
        return self.kind != "bot"


class Chair(Struct, frozen=True):
    player: Player | None = None
    heir: Player | None = None  # who takes the seat when the deal is over
    gone: bool = False  # its player has left the match for good

    @property
    def free(self) -> bool:
        return self.player is None

    @property
    def a_bots(self) -> bool:
        """Whether a person may take it from a bot."""
        return self.player is not None and not self.player.human and self.heir is None and not self.gone


def humans(chair: Chair) -> Iterator[Player]:
    """Who sits here, or will, bots of the house apart."""
    for player in (chair.player, chair.heir):
        if player is not None and player.human:
            yield player
