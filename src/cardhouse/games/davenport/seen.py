"""The view of Davenport, derived from the declarations of its state; the seat's own move is added."""

from cardhouse.games.davenport.notation import commitment
from cardhouse.games.davenport.state import State
from cardhouse.games.seen import Extra, derive
from cardhouse.games.view import Form

SEEN = derive(State, Extra("commitment", str, commitment, Form("word")))
View = SEEN.kind
