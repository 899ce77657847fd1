"""Many open tables, written straight into a store: the log of one, under other names."""

from pathlib import Path

import apsw
from msgspec.structs import replace

from cardhouse.house.rows import NOTHING
from cardhouse.house.stores import schema, sqlite
from tests.house.in_memory import InMemoryHouse, mover_of

MOVES = 12  # played at each table


def fill_store(file: Path, tables: int, game: str = "president", seats: int = 4) -> list[str]:
    """Tables `t-0`, `t-1` ... in the middle of a match; the token of each seat is its player's name."""
    house = InMemoryHouse(game, seats=seats, people=seats)
    for _ in range(MOVES):
        mover_of(house).act()
    schema.prepare(file)
    db = sqlite.connect(file)
    with db:
        for number in range(tables):
            sqlite.write(db, [replace(row, table=f"t-{number}") for row in house.store.rows])
    db.close()
    assert house.store.rows[1].secret != NOTHING
    return ["Ann", *(f"Ben {number}" for number in range(1, seats))]


def tables_in(file: Path) -> int:
    db = apsw.Connection(str(file))
    ((count,),) = db.execute("SELECT count(*) FROM tables").fetchall()
    db.close()
    return int(str(count))
