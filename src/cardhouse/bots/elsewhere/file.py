"""A player from a file, in a process of its own: `python -m cardhouse.bots.elsewhere.file mine.py`"""

import sys
from pathlib import Path

from cardhouse.bots import from_file
from cardhouse.bots.elsewhere import child


def main(file: Path) -> None:
    def start() -> child.Players:
        choose = from_file(file)
        return lambda game, name: choose

    child.main(start, file)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
