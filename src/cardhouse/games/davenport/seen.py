"""What a seat may know of a table of Davenport: it follows from the declarations of the table, but for its own move."""

from cardhouse.games.davenport.notation import commitment
from cardhouse.games.davenport.state import State
from cardhouse.games.seen import Extra, derive
from cardhouse.games.view import Form

SEEN = derive(State, Extra("commitment", str, commitment, Form("word")))
View = SEEN.kind
