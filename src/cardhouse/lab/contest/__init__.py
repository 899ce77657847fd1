"""Contests: which player is better, measured fairly.

A **block** is a set of matches with the same deals, in which a **line-up** rotates through all seats. A **duel** plays
blocks of one line-up, a **tournament** blocks of everyone against everyone else. **Entrants** get a view, and nothing
else; their **faults** are reported, and the default move is played instead. A **contest** holds the results so far; it
can be saved to a file, and resumed.

    duel("president", ["deep", "quick"], blocks=200).by_player()["deep"]
"""

from cardhouse.lab.contest.contest import Contest
from cardhouse.lab.contest.run import duel, plan, run, tournament
from cardhouse.lab.contest.summary import as_dict, summarise

__all__ = ["Contest", "as_dict", "duel", "plan", "run", "summarise", "tournament"]
