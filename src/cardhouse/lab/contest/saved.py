"""Save a contest to a file as it is played: a line that describes the contest, then a line for each block.

The same contest can be resumed from the file. The block of an incomplete line is played again.
"""

from collections import Counter
from hashlib import sha256
from importlib.metadata import version
from json import dumps, loads
from pathlib import Path

from cardhouse.cards.errors import BadSetup
from cardhouse.lab.contest.block import Block
from cardhouse.lab.contest.contest import Contest
from cardhouse.lab.plain import is_plain, path_of
from cardhouse.play.runner import Asked
from cardhouse.untyped import Json


def head(contest: Contest) -> Json:
    """Return what must be the same to resume a contest; the number of blocks may change."""
    return {
        "contest": contest.kind,
        "game": contest.game.name,
        "seats": contest.seats,
        "options": contest.options,
        "seed": contest.seed,
        "players": [list(line) for line in contest.lines],
        "limit": contest.limit,
        "files": {name: digest(path_of(name, contest.game, Path())) for name in contest.players if is_plain(name)},
        "cardhouse": version("cardhouse"),
    }


def digest(file: Path) -> str:
    return sha256(file.read_bytes()).hexdigest()[:16]


class SavedContest:
    def __init__(self, file: Path, contest: Contest) -> None:
        self.file, self.head = file, loads(dumps(head(contest)))
        try:
            text = file.read_bytes() if file.exists() else b""
            whole = text[: text.rfind(b"\n") + 1]
            if not whole:
                whole = dumps(self.head).encode() + b"\n"
            self.check(whole)
            if whole != text:
                file.write_bytes(whole)
        except OSError as error:
            raise BadSetup(f"{str(file)!r} cannot be used: {error.strerror}.", rule="save") from None
        for line in whole.splitlines()[1:]:
            self.take(contest, line)

    def check(self, text: bytes) -> None:
        """Raise an error if the file is of another contest, or not of a contest at all."""
        try:
            found = loads(text.splitlines()[0])
            different = [name for name in self.head if found[name] != self.head[name]]
        except (ValueError, LookupError, TypeError):
            raise BadSetup(f"{str(self.file)!r} is not a saved contest.", rule="save") from None
        if different:
            name = different[0]
            raise BadSetup(
                f"{str(self.file)!r} belongs to another contest: its {name} is {dumps(found[name])}, not "
                f"{dumps(self.head[name])}. Use another file, or the same command as before.",
                rule="save",
            )

    def take(self, contest: Contest, line: bytes) -> None:
        try:
            block = read(loads(line))
        except (ValueError, TypeError, AttributeError):
            raise BadSetup(f"{str(self.file)!r} has a line that is not a block: {line[:60]!r}.", rule="save") from None
        contest.blocks[block.line, block.number] = block

    def add(self, blocks: list[Block]) -> None:
        try:
            with self.file.open("a") as file:
                file.writelines(dumps(vars(block)) + "\n" for block in blocks)
        except OSError as error:
            raise BadSetup(f"{str(self.file)!r} cannot be written: {error.strerror}.", rule="save") from None


def read(line: Json) -> Block:
    block = Block(**line)
    block.first, block.place, block.faults = Counter(block.first), Counter(block.place), Counter(block.faults)
    block.times = {
        name: Counter({int(step): count for step, count in times.items()}) for name, times in block.times.items()
    }
    block.asked = {name: Asked(*asked) for name, asked in block.asked.items()}
    return block
