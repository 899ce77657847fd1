"""Places from points."""

from cardhouse.cards.law import Row, law


@law
def placed(points: Row, seats: int, seat: int) -> int:
    """Return a seat's place by its points, 1 for the most; ties share a place."""
    place = 1
    for other in range(seats):
        place += int(points[other] > points[seat])
    return place


@law
def placed_by_fewest(points: Row, seats: int, seat: int) -> int:
    """Return a seat's place by its points, 1 for the fewest; ties share a place."""
    place = 1
    for other in range(seats):
        place += int(points[other] < points[seat])
    return place
