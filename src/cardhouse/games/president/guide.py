"""How President is taught."""

from cardhouse.games.guide import Diagram, DiagramRow, Guide, Lesson, Section, Tip


def on_pile(pile: str, play: str, says: str, *, allowed: bool) -> Diagram:
    rows = (
        DiagramRow(label="on the pile", cards=tuple(pile.split())),
        DiagramRow(label="you play", cards=tuple(play.split())),
    )
    return Diagram(says=says, rows=rows, allowed=allowed)


GUIDE = Guide(
    sections=(
        Section(
            title="A turn",
            says="Beat the cards on the pile with cards of one rank, or pass. If nobody beats your cards, you lead.",
            diagrams=(
                on_pile("9c", "11d", "The same number of cards, with an equal or higher rank.", allowed=True),
                on_pile("9c", "8h", "An 8 is lower than a 9.", allowed=False),
                on_pile("13h", "4d 4h", "More cards beat fewer, whatever their ranks.", allowed=True),
                on_pile("13c 13d", "14h", "One card never beats two.", allowed=False),
            ),
        ),
        Section(
            title="Special cards",
            says="From low to high: 2, 3, 4 and so on to 10, jack, queen, king, ace. Yet 2s and 3s beat everything.",
            diagrams=(
                on_pile("14c 14d 14h", "2h", "2s clear the pile, and you lead again at once.", allowed=True),
                on_pile("10c 10s", "3d", "3s reverse the direction of play.", allowed=True),
                on_pile("8h", "8s", "The same rank and number skips the next player.", allowed=True),
            ),
        ),
    ),
    lesson=Lesson(
        seed=1807,
        seats=4,
        tips=(
            Tip(
                says="The 4♣ opened the deal, and it is your turn: beat it with an equal or higher card, your 5♠.",
                move="play 5s",
            ),
            Tip(says="More cards beat fewer, whatever their rank: play your two 6s on the king.", move="play 6c 6s"),
            Tip(says="Two 10s are high, but a 2 beats everything and clears the pile: play your 2♣.", move="play 2c"),
            Tip(
                says="The pile is clear and you lead, so anything goes: get rid of all three 7s.", move="play 7d 7h 7s"
            ),
            Tip(says="Three aces! You cannot beat them without your good cards, so pass.", move="pass"),
            Tip(says="Play the same rank and number to skip the next player: your 8♠ on the 8♥.", move="play 8s"),
        ),
        script={
            1: ("play 10c", "play 8c 8d", "pass", "pass"),
            2: ("play 11h", "play 10d 10s", "pass", "pass"),
            3: ("play 13h", "pass", "play 14c 14d 14h", "play 8h"),
        },
    ),
)
