"""A player in another process: `process` starts it, asks it with a deadline, and stops it.

`questions` is what the two sides say, and `child` the side of the player. Three programs are made of it: `file` (a
player from a file), `levels` and `deep_worker` (the bots of a house). Two askers replace a process that was lost: a
contest before its clock starts (`lab/contest/file.py`), and a house in the background (`house/workers.py`).
"""
