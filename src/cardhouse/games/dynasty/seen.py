"""The view of Dynasty, derived from the declarations of its state; shared cards are added."""

from cardhouse.games.dynasty.shared import recall_shared, shared
from cardhouse.games.dynasty.state import State
from cardhouse.games.seen import Extra, derive
from cardhouse.games.view import Form

SEEN = derive(State, Extra("shared", tuple[str, ...], shared, Form("cards")), also=recall_shared)
View = SEEN.kind
