"""How Dynasty is taught."""

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
            says="Play exactly as many cards as lie on the pile, of one lower value. Or pass: then you are out until"
            " the pile is cleared. Whoever played last clears it and leads.",
            diagrams=(
                on_pile("12 12 12", "9 9 9", "The same number of cards, of a lower value.", allowed=True),
                on_pile("9 9", "9 9", "An equal value is not enough.", allowed=False),
                on_pile("9 9", "4", "One card never beats two.", allowed=False),
                on_pile("12", "11 11", "Two cards never beat one, either.", allowed=False),
            ),
        ),
        Section(
            title="The cards",
            says="Low is good, and rare: there is one 1, there are two 2s, three 3s, and so on up to twelve 12s. Two"
            " wild cards count as any value.",
            diagrams=(
                on_pile("10 10 10", "7 7 W", "With a wild card, two 7s are three.", allowed=True),
                on_pile("5", "W", "Wild cards alone beat nothing.", allowed=False),
                on_pile("2", "1", "Nothing beats the 1.", allowed=True),
            ),
        ),
    ),
    lesson=Lesson(
        seed=19071,
        seats=4,
        tips=(
            Tip(
                says="To lead, play cards of one value, high ones first, because low ones are better: your three 12s.",
                move="play 12 12 12",
            ),
            Tip(
                says="Nobody beat them, so you lead again, with high cards first: play your two 11s.",
                move="play 11 11",
                general="High cards are the hardest to get rid of: play your two 11s.",
            ),
            Tip(
                says="To beat two 6s, play exactly two cards of one lower value: your two 5s.",
                move="play 5 5",
                general="Cards are beaten by exactly as many of one lower value: play your two 5s.",
            ),
            Tip(
                says="You have no two equal cards below 3, so pass, which puts you out until the pile is cleared.",
                move="pass",
                general="If you pass, you are out until the pile is cleared, but you keep your good cards: pass.",
            ),
            Tip(
                says="A wild card counts as any value: beat the three 9s with two 8s and W, as three 8s.",
                move="play 8 8 W",
                general="A wild card counts as any value: play two 8s and W, as three 8s.",
            ),
        ),
        script={
            1: ("pass", "play 8 8", "play 3 3", "play 10 10 10"),
            2: ("pass", "play 6 6", "pass", "play 9 9 9"),
            3: ("pass", "pass", "pass"),
        },
    ),
)
