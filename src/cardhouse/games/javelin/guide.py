"""How Javelin is taught."""

from cardhouse.games.guide import Diagram, DiagramRow, Guide, Lesson, Section, Tip


def against(mine: str, theirs: str, says: str, *, allowed: bool | None = None) -> Diagram:
    rows = (
        DiagramRow(label="their card", cards=(theirs,)),
        DiagramRow(label="your card", cards=(mine,)),
    )
    return Diagram(says=says, rows=rows, allowed=allowed)


GUIDE = Guide(
    sections=(
        Section(
            title="Attack",
            says="One of your upright face-up cards takes an equal or lower face-up card. Your card turns sideways.",
            diagrams=(
                against("8s", "7h", "A 7 is lower than your 8: it is taken.", allowed=True),
                against("7s", "7h", "Equal is enough.", allowed=True),
                against("6s", "7h", "A 7 is higher than your 6.", allowed=False),
                against("14s", "13h", "An ace counts 1: it takes only aces.", allowed=False),
            ),
        ),
        Section(
            title="Guess",
            says="Say whether a face-down card is higher or lower than one of yours. If you are right, it is turned"
            " face-up and your card turns sideways. If you are wrong, the card shows what that proves.",
            diagrams=(
                against("2c", "", "Nearly every card is higher than your 2: guess “higher”."),
                against("12d", "", "Most cards are lower than your queen: guess “lower”."),
            ),
        ),
        Section(
            title="Replace, and win",
            says="A sideways card can do nothing more until you replace it with a card from the deck. You win the round"
            " when your opponent has no face-down card left, or no face-up card.",
            diagrams=(
                Diagram(
                    says="You replace the sideways 2 with the 10.",
                    rows=(
                        DiagramRow(label="your card", cards=("2c",), sideways=True),
                        DiagramRow(label="the new card", cards=("10h",)),
                    ),
                ),
            ),
        ),
    ),
    lesson=Lesson(
        seed=30,
        seats=2,
        tips=(
            Tip(
                says="Attack: your face-up card takes an equal or lower one of theirs. Take Q♥ with your Q♦.",
                move="attack 14 9",
            ),
            Tip(
                says="Now find a hidden card: nearly all are higher than your 2♣, so guess that this one is higher.",
                move="guess 13 0 higher",
            ),
            Tip(says="You were right, so it lies face-up: take it with your 9♠.", move="attack 12 0"),
            Tip(says="Your 2♣ lies sideways and can do nothing more: replace it with a new card.", move="replace 13"),
            Tip(
                says="No card is higher than a king: with your K♠, guess that this hidden card is lower.",
                move="guess 10 6 lower",
            ),
        ),
        script={1: ("guess 8 1 higher", "attack 8 15", "guess 12 3 higher", "guess 12 4 higher")},
    ),
)
