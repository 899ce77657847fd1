"""The view of Javelin, derived from the declarations of its state; the rows are added."""

from cardhouse.games.javelin.rows import Rows, lay_rows, rows, rows_to_draw
from cardhouse.games.javelin.state import State
from cardhouse.games.seen import Extra, derive
from cardhouse.games.view import Form

SEEN = derive(State, Extra("rows", Rows, rows, Form("other", by_seat=True), rows=rows_to_draw), also=lay_rows)
View = SEEN.kind
