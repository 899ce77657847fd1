"""How Davenport is taught."""

from cardhouse.games.guide import Diagram, DiagramRow, Guide, Lesson, Section, Tip


def shown(cards: str, best: str, says: str) -> Diagram:
    """Return a diagram of the cards that players show in a round, yours first."""
    played = zip(("you", "Ada", "Bruno"), cards.split(), strict=True)
    rows = [DiagramRow(label=name, cards=(card,), best=card in best.split()) for name, card in played]
    return Diagram(says=says, rows=tuple(rows))


GUIDE = Guide(
    sections=(
        Section(
            title="A round",
            says="Everybody commits one card, face down, and then all are turned over. Whoever shows the highest card"
            " draws nothing. All the others draw a card. Be the first without cards.",
            diagrams=(
                shown("13h 11d 7s", "13h", "Your king is highest: you draw nothing. Ada and Bruno draw a card each."),
                shown("9c 9d 4h", "9c 9d", "Equal highest cards win together."),
                shown("14s 2h 3c", "3c", "An ace is the lowest card: it counts 1."),
            ),
        ),
        Section(
            title="An exchange",
            says="Instead of showing a card of your hand you may give it up, unseen, and show an unknown card from the"
            " deck. It is a way to get rid of a low card.",
            diagrams=(
                Diagram(
                    says="You give up the 3. Nobody knows what the new card is before all are turned over.",
                    rows=(DiagramRow(label="you give up", cards=("3d",)), DiagramRow(label="you show", cards=("",))),
                ),
            ),
        ),
    ),
    lesson=Lesson(
        seed=556,
        seats=4,
        tips=(
            Tip(
                says="Everybody shows a card at the same time, and the highest wins: commit your K♥.",
                move="commit 13h",
            ),
            Tip(
                says="You won, so you drew nothing; now see what losing costs: commit your 5♦.",
                move="commit 5d",
                general="Everybody draws a card except the winner: commit your 5♦ to lose a round.",
            ),
            Tip(
                says="You drew the A♠, and an ace counts only 1: exchange it for an unknown card, shown at once.",
                move="exchange 14s",
                general="An ace counts only 1: exchange your A♠ for an unknown card, shown at once.",
            ),
            Tip(
                says="Your unknown card won, so you have only three cards left: commit your Q♦.",
                move="commit 12d",
                general="Only a king is higher than a queen: commit your Q♦.",
            ),
        ),
        script={
            1: ("commit 12h", "commit 6d", "commit 9s", "commit 11d"),
            2: ("commit 10d", "commit 6c", "commit 7d", "commit 6s"),
            3: ("commit 12c", "commit 6h", "commit 9h", "commit 11s"),
        },
    ),
)
