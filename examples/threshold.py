"""Davenport: show the highest card if it may well win, or else exchange the lowest."""

ENOUGH = {2: 9, 3: 10}  # by the number of players; 11 with more


def choose(view):
    hand = sorted(view.hand, key=value)
    if value(hand[-1]) >= ENOUGH.get(view.seats, 11):
        return f"commit {hand[-1]}"
    return f"exchange {hand[0]}"


def value(card):
    rank = int(card[:-1])
    return 1 if rank == 14 else rank  # an ace is low, unless the option says otherwise
