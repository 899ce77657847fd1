"""Levels: how well the bots of a table play, from its log; and what a house without the compiler says."""

from pathlib import Path
from typing import Any

import pytest

from cardhouse.bots import LEVELS, MASTER
from cardhouse.games import GAMES
from cardhouse.house import catalogue
from cardhouse.house.house import House
from cardhouse.house.settings import Settings
from cardhouse.nets import shipped
from cardhouse.wire import Denial
from cardhouse.wire.commands import Level, Levelled
from tests.house.in_memory import InMemoryHouse, code
from tests.house.live import LiveHouse
from tests.house.test_attendance import moves_of, seated
from tests.toy import TOY


def asked(house: InMemoryHouse) -> list[str]:
    """The level of each bot that is asked from now on."""
    levels: list[str] = []

    def choose(game: str, bot: str, *more: Any) -> None:
        levels.append(bot)
        house.bots_choose(game, bot, *more)

    house.choose = choose
    return levels


def test_all_bots_of_a_table_play_at_its_level_also_for_absent_people() -> None:
    house = InMemoryHouse("davenport", seats=4, people=3, bots=1, level="easy", grace=5)
    levels = asked(house)
    ann, ben, cleo = seated(house).people
    house.must(ben.say("leave"))
    cleo.exit()
    house.pass_time(10.0)
    assert levels == ["easy"] * 3
    house.restart()
    assert house.room.sitting.level == "easy"
    assert ann.enter()["table"]["level"] == "easy"


def test_the_creator_changes_the_level_and_everybody_is_told() -> None:
    house = seated(InMemoryHouse("davenport", seats=4, people=2, bots=2))
    ann, ben = house.people
    assert code(ben.say("level", level="deep")) == "denied"
    levels = asked(house)
    house.must(ann.say("level", level="deep"))
    event = ben.messages("event")[-1]
    assert event["happened"] == {"what": "levelled", "level": "deep"}
    assert event["table"]["level"] == "deep"
    assert isinstance(house.store.rows[-1].entry, Levelled)
    house.pass_time(1.0)
    assert levels == ["deep", "deep"]  # they were asked again
    assert [move.seat for move in moves_of(house)] == [1, 2]
    house.restart()
    assert house.room.sitting.level == "deep"


def test_without_the_extra_compiled_deep_bots_are_not_offered_and_a_request_says_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    settings = Settings(str(tmp_path / "house.db"))
    monkeypatch.setattr(catalogue, "find_spec", lambda name: object())
    assert House(settings).levels == LEVELS
    monkeypatch.setattr(catalogue, "find_spec", lambda name: None)
    house = House(settings)
    assert [*house.levels] == ["easy", "quick"]
    with pytest.raises(Denial, match=r'pip install "cardhouse\[compiled\]"'):
        house.admit(Level(1, "deep"))
    with pytest.raises(Denial, match="There is no level 'genius'; there are easy, quick"):
        house.admit(Level(1, "genius"))


def test_a_house_tells_its_levels_opens_tables_at_them_and_refuses_others_in_a_sentence(tmp_path: Path) -> None:
    with LiveHouse(tmp_path) as house:
        for game in house.get("/api/games"):
            here = ["easy", "quick", *([MASTER] if shipped.file_of(GAMES[game["name"]]) else [])]
            assert game["levels"] == {name: LEVELS[name] for name in here}
            assert game["name"] in GAMES
        table = {"game": "president", "name": "Ann", "bots": 3}
        assert house.post("/api/tables", {**table, "level": "easy"})["table"]["level"] == "easy"
        assert house.post("/api/tables", table)["table"]["level"] == "quick"
        assert "'genius'" in house.post("/api/tables", {**table, "level": "genius"})["reason"]
        assert "--deep-workers" in house.post("/api/tables", {**table, "level": "deep"})["reason"]


def test_a_table_has_no_bots_that_its_game_cannot_have(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "toy", TOY)
    with pytest.raises(AssertionError, match="Toy has no deep bots; it has quick"):
        InMemoryHouse("toy", seats=2, bots=1, level="deep")
    house = InMemoryHouse("toy", seats=2, bots=1)
    refused = house.people[0].say("level", level="easy")
    assert isinstance(refused, Denial)
    assert refused.reason == "Toy has no easy bots; it has quick."
