"""Nets as players: what a net sees of a table, the file with its weights, and the player. Needs numpy, but not torch.

`observing` shows a view as the numbers that tables of `cardhouse.rl` show. `encoding` makes a row of zeros and ones
from them, for any game. `weights` reads and writes the file of a trained net, and `player` plays with it.
"""
