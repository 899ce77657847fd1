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
        seed=11278,
        seats=4,
        tips=(
            Tip(
                says="Beat the 4♣ with an equal or higher card, up to the ace, which is highest: play your 5♠.",
                move="play 5s",
                general="One card is beaten by an equal or higher one, up to the ace, which is highest: play your 5♠.",
            ),
            Tip(
                says="More cards beat fewer, whatever their rank: play your two 6s on the ace.",
                move="play 6c 6h",
                general="More cards beat fewer, whatever their rank: play your two 6s.",
            ),
            Tip(
                says="A 3 beats everything and reverses the direction of play: play your 3♠ on the two kings.",
                move="play 3s",
                general="A 3 beats everything and reverses the direction of play: play your 3♠.",
            ),
            Tip(
                says="A 2 beats everything, too, but it clears the pile, so that you lead again at once: play your 2♠.",
                move="play 2s",
            ),
            Tip(
                says="Because you lead, you may play any cards of one rank: get rid of your two 8s.",
                move="play 8c 8s",
                general="Cards of one rank can be played together: get rid of your two 8s.",
            ),
            Tip(
                says="The same rank and number as on the pile skips the next player: play your two 9s.",
                move="play 9d 9s",
                general="Two 9s beat every single card and every lower pair: play them.",
            ),
        ),
        script={
            1: ("play 10c", "play 10h 10s", "play 14d", "pass"),
            2: ("play 11s", "play 12c 12h", "play 13s", "pass"),
            3: ("play 14c", "play 13c 13d", "play 10d", "play 9c 9h"),
        },
    ),
)
