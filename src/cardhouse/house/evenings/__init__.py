"""Evenings: several rounds of a game among friends, with standings.

An evening is a log of its own: players join and leave, rounds are drawn and scored. Its entries are documents with
numbers, and the store keeps the first one of each number, so that houses that share a store agree about every draw.
What has happened is folded into an **evening**, which is never changed. No house owns it, and nothing runs in the
background: whoever asks for an evening opens the tables of its round that are missing, and scores the round when all of
them are over. So a house that is killed at any moment leaves nothing half done.

`entries.py` has the evening and its entries, `rules.py` who may do what, `draw.py` who plays whom, `standings.py` who
is first, `register.py` the documents and the tables, and `api.py` the HTTP API.
"""

from cardhouse.house.evenings.register import Evenings as Evenings
