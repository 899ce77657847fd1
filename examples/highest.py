"""Dynasty: get rid of the highest cards, as many at a time as can be, and of wilds last."""


def choose(view):
    plays = [move for move in view.moves if move != "pass"]
    return min(plays, key=price, default="pass")


def price(move):
    cards = move.split()[1:]  # "play 9 9 W" -> ["9", "9", "W"]
    highest = max(int(card) for card in cards if card != "W") if set(cards) != {"W"} else 0
    return cards.count("W"), -highest, -len(cards)
