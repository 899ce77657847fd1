"""A player in another process: it is started, asked with a deadline, replaced after it has died, and stopped.

`questions` is what the two sides say, and `child` the side of the player. Three programs are made of it: `file` (a
player from a file), `levels` and `thinker` (the bots of a house). On the other side, `process` waits for one of them,
as a contest does, and `workers` asks several from an event loop, as a house does.
"""
