"""Contests: which player is better, measured fairly.

A **block** is one deal, and a **line-up** that is moved through all the seats. A **duel** plays blocks of one line-up,
a **tournament** of everyone against everyone else. **Entrants** are asked with a view, and nothing else; their
**faults** are reported, and the default move is played instead. A **contest** is what is known so far; **kept** in a
file, it can go on.

    duel("president", ["deep", "quick"], blocks=200).by_player()["deep"]
"""

from cardhouse.lab.contest.contest import Contest
from cardhouse.lab.contest.run import duel, plan, run, tournament
from cardhouse.lab.contest.summary import as_dict, summarise

__all__ = ["Contest", "as_dict", "duel", "plan", "run", "summarise", "tournament"]
