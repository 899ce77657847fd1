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
                says="Your face-up card takes an equal or lower one of theirs: attack the Q♥ with your Q♦.",
                move="attack 14 9",
                general="Your face-up card takes an equal or lower one of theirs: attack the marked one with yours.",
            ),
            Tip(
                says="Nearly all cards are higher than your 2♣: guess that their hidden card 1 is higher.",
                move="guess 13 0 higher",
                general="A right guess turns up a hidden card: guess that their card 1 is higher than your marked one.",
            ),
            Tip(
                says="You were right, so their 9♥ lies face-up: attack it with your 9♠.",
                move="attack 12 0",
                general="A card that was turned up can be taken like any other: attack it with your marked card.",
            ),
            Tip(
                says="A card that succeeds turns sideways and can do nothing more: replace your 2♣ with a new card.",
                move="replace 13",
                general="Sideways cards can do nothing more, and bad ones not much: replace the marked card.",
            ),
            Tip(
                says="Only another king would make this guess wrong: guess that their card 7 is lower than your K♠.",
                move="guess 10 6 lower",
                general="A guess about an equal card is wrong: guess that their card 7 is lower than your marked one.",
            ),
        ),
        script={1: ("guess 8 1 higher", "attack 8 15", "guess 12 3 higher", "guess 12 4 higher")},
    ),
)
