"""President: shed low cards, many at a time, and keep what is strong for later."""


def choose(view):
    plays = [move for move in view.moves if move != "pass"]
    return min(plays, key=price, default="pass")


def price(move):
    cards = move.split()[1:]  # "play 4d 4h" -> ["4d", "4h"]
    rank = int(cards[0][:-1])  # 4 to 14, the ace; a 2 clears the table and a 3 turns it: they are strong
    return (rank if rank > 3 else 15) - len(cards)
