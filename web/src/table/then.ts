// The moment that a player looks back at, as a ground for a desk: what they saw then, without any moves.

import type { Shown } from '../lib/past';
import type { Visit } from '../lib/visit.svelte';
import type { Ground } from './desk.svelte';

export function groundOf(visit: Visit, { table, view, recent }: Shown): Ground {
  return {
    id: visit.id,
    table: { ...table, phase: 'play' }, // the board, not the result that lay over it
    view: { ...view, moves: [] },
    reasons: {},
    attendance: null,
    me: view.seat,
    myTurn: false,
    busy: false,
    recent,
    lastDeal: [],
    name: (seat) => table.seats[seat]?.name || visit.name(seat),
    play: () => Promise.resolve(false),
  };
}
