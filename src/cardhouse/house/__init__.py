"""The house: a server of tables for people and bots, which never loses a move that it acknowledged.

    command -> wait -> decide -> commit -> swap -> acknowledge -> tell

A **sitting** is the state of one table of the house: its chairs, its match, its chat. Each **entry** of
the log makes a changed copy of it, the next sitting, live and after a restart alike, so the log is the source of truth.
A **room** is the one writer of a table: it decides which entries a command makes, has the **store** commit them, and
only then swaps its sitting, acknowledges the command and sends every **socket** what its viewer may know. Timeouts and
bots' moves are commands in the same queue. Bots run in **workers**, which are other processes, in two **pools**, so
that deep bots delay nobody. The **lobby** is the HTTP API, **replays** shows finished matches, and **pages** serves the
files of the page. **Evenings** open tables round by round, **daily** has the deals of the day, and **calls** tells
absent players by Web Push that it is their turn.
"""
