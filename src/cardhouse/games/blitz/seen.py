"""The view of Blitz, derived from the declarations of its state; the board and the turn are added."""

from cardhouse.games.blitz.board import Meld, board, can_undo, discards, laid, lay_out, rows_of_board, taken
from cardhouse.games.blitz.state import State
from cardhouse.games.seen import Extra, derive
from cardhouse.games.view import Form

Names = tuple[str, ...]
SEEN = derive(
    State,
    Extra("board", tuple[Meld, ...], board, rows=rows_of_board),
    Extra("discards", Names, discards, Form("cards")),
    Extra("taken", Names, taken, Form("cards")),
    Extra("laid", Names, laid, Form("cards")),
    Extra("may_undo", bool, can_undo, Form("flag")),
    also=lay_out,
)
View = SEEN.kind
