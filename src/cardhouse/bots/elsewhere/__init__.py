"""A player in another process: `process` starts it, asks it with a timeout, and stops it.

`questions` is the protocol between the two sides, and `child` is the player's side. Three programs use it: `file` (a
player from a file), `levels` and `deep_worker` (the bots of a house). Two callers replace a process that was lost: a
contest before its clock starts (`lab/contest/file.py`), and a house in the background (`house/workers.py`).
"""
