"""How Blitz is taught."""

from cardhouse.games.guide import Diagram, DiagramRow, Guide, Lesson, Section, Tip


def meld(kind: str, cards: str, says: str, *, allowed: bool) -> Diagram:
    return Diagram(says=says, rows=(DiagramRow(label=kind, cards=tuple(cards.split())),), allowed=allowed)


GUIDE = Guide(
    sections=(
        Section(
            title="Books and runs",
            says="The cards that you lay on the board count for you; those left in your hand count against you. You lay"
            " them as books and runs of three cards or more, and you may add to any meld on the board.",
            diagrams=(
                meld("book", "7h 7d 7c", "A book: cards of the same rank.", allowed=True),
                meld("run", "10h 11h 12h", "A run: one suit, ranks in a row.", allowed=True),
                meld("run", "3s 4s 6s", "There is a gap: the 5 is missing.", allowed=False),
                meld("run", "3s 4s J1 6s", "A joker is wild: here it is the 5♠.", allowed=True),
                meld("run", "13h 14h 2h", "An ace is high or low, but never in the middle.", allowed=False),
            ),
        ),
        Section(
            title="A turn",
            says="Draw, lay what you like, discard one card, and complete the turn. The rank of the dealer's first card"
            " is wild, and so are jokers.",
            diagrams=(
                Diagram(
                    says="Draw one card from the stock. Or take cards from the top of the discards: you must lay the"
                    " deepest one in this turn.",
                    rows=(
                        DiagramRow(label="stock", cards=("",)),
                        DiagramRow(label="discards", cards=("5h", "9c", "2d")),
                    ),
                ),
                Diagram(
                    says="Points: a joker 500, an ace 100, a wild card 100, a 10 or a picture 10, any other card 5.",
                    rows=(DiagramRow(label="points", cards=("J1", "14s", "13h", "7c")),),
                ),
            ),
        ),
    ),
    lesson=Lesson(
        seed=1085,
        seats=3,
        options={"dealer": "rotates"},
        tips=(
            Tip(says="Every turn begins with a draw: draw a card from the stock.", move="stock"),
            Tip(says="Three cards of one suit in a row are a run: lay 7♦ 8♦ 9♦ on the board.", move="new run 7d 8d 9d"),
            Tip(says="Cards left in your hand cost points: discard the J♠.", move="discard 11s"),
            Tip(says="Nobody has seen your turn yet, and you could still undo it: complete it.", move="complete"),
            Tip(says="You can lay the 2♦ on the discards, so take it instead of drawing.", move="take 1"),
            Tip(
                says="Kings are wild in this hand: lay 2♦ 2♠ K♣ as a book of three 2s. Then discard, and complete.",
                move="new book 2d 2s 13c",
            ),
        ),
        script={1: ("stock", "discard 5h", "complete"), 2: ("stock", "discard 2d", "complete")},
    ),
)
