"""What RULES.md says beside the numbered rules."""

from tests.president.position import FOUR_SEATS, table


def test_the_default_move() -> None:
    """In a player's absence: pass; leading, the lowest card that is neither a 2 nor a 3, or else the lowest."""
    assert table(FOUR_SEATS).play_default(0, fault="away") == "pass"
    leads = "0: 2h 3h 5d 5h\n1: 5c\n2: 6d\nto act: 0"
    assert table(leads).play_default(0, fault="away") == "play 5d"
    assert table(leads.replace(" 5d 5h", "")).play_default(0, fault="away") == "play 2h"


def test_the_unique_plays_of_the_rules_example() -> None:
    match = table("0: 4d 4h 9c 9d 2s\n1: 5s\n2: 6s\non the table: 7h by 2\nto act: 0")
    assert sorted(match.moves(0)) == ["pass", "play 2s", "play 4d 4h", "play 9c", "play 9c 9d"]
