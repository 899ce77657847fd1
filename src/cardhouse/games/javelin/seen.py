"""What a seat may know of a table of Javelin: it follows from the declarations of the table, but for the rows."""

from cardhouse.games.javelin.rows import Rows, lay_rows, rows
from cardhouse.games.javelin.table import Table
from cardhouse.games.seen import Extra, derived

SEEN = derived(Table, Extra("rows", Rows, rows), also=lay_rows)
View = SEEN.kind
