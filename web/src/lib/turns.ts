// Whose turn it is at tables where this browser has a seat.

import type { Kept } from './memory.svelte';
import type { TableListing } from './wire';

/** The number of a kept seat at its table; -1 if it is not there. */
export const seatAt = (table: TableListing | undefined, seat: Kept): number =>
  table?.seats.findIndex(({ name, heir }) => (heir || name) === seat.name) ?? -1;

export const isMyTurn = (table: TableListing | undefined, seat: Kept): boolean =>
  !!table?.to_act.includes(seatAt(table, seat));

export type Mine = { seat: Kept; table: TableListing | undefined };

/** Tables where it is the player's turn come first; the others stay in their order. */
export const turnsFirst = (mine: Mine[]): Mine[] =>
  [...mine].sort((a, b) => Number(isMyTurn(b.table, b.seat)) - Number(isMyTurn(a.table, a.seat)));
