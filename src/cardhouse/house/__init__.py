"""The house: a server where people and bots sit at tables, and nothing is ever lost.

    command -> decide -> commit -> swap -> acknowledge -> tell

A **sitting** is all that is true of one table of the house: who sits where, the match, what was said. It is a value:
an **entry** of the log makes the next sitting out of it, live and after a restart alike, so the log is the truth. A
**room** is the one writer of a table: it decides a command into entries, has the **store** commit them, and only then
swaps its sitting, acknowledges the command and tells every **socket** what its viewer may know. Time-outs and bots'
moves are commands in the same queue. Bots think in **workers**, other processes, in two **lanes**: deep ones hold up
nobody. The **lobby** is HTTP, its **replays** are matches that are over, and **pages** is what a browser loads.
"""
