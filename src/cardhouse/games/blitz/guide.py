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
        seed=256471,
        seats=3,
        options={"dealer": "rotates"},
        tips=(
            Tip(
                says="Every turn begins with a draw: take the Q♥ from the discards, because you can lay it at once.",
                move="take 1",
                general="Take a discard if you can lay it in the same turn: take the top one.",
            ),
            Tip(
                says="Three cards of one rank are a book, and kings are wild in this hand: lay Q♣ Q♥ K♣.",
                move="new book 12c 12h 13c",
            ),
            Tip(
                says="Three cards of one suit in a row are a run, and all cards you lay score for you: lay 5♠ 6♠ 7♠.",
                move="new run 5s 6s 7s",
            ),
            Tip(
                says="Cards left in your hand count against you, and a jack costs more than a 9: discard the J♦.",
                move="discard 11d",
            ),
            Tip(
                says="The others see your turn only when you end it: complete it.",
                move="complete",
                general="Until you complete your turn, you can undo it and try again: complete it.",
            ),
            Tip(
                says="This goes on until somebody has no cards left: draw from the stock, because the 7♥ does not fit.",
                move="stock",
                general="Every turn begins with a draw: draw from the stock.",
            ),
        ),
        script={
            1: ("stock", "discard 3c", "complete"),
            2: ("stock", "add 1 high 8s", "discard 7h", "complete"),
        },
    ),
)
