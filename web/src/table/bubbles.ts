// What each player has done last: the bubbles at the seats.

import { uiOf } from '../games';
import type { Bubble as Said } from '../games/ui';
import type { MatchEvent, View } from '../lib/wire';
import { dealsCards } from '../lib/words';
import type { Ground } from './desk.svelte';

/** A bubble, and the event that it is about; `old` if somebody has moved since. */
export type Bubble = Said & { event: MatchEvent; old: boolean };

const clears = ({ facts = [] }: MatchEvent) => facts.some(({ kind }) => kind === 'pile_cleared');

/**
 * The newest bubble of each seat, since the cards were dealt, and since the pile was cleared and another move was made.
 * What others did to a player, such as skipping them, is over when it is their turn.
 */
export function bubblesOf(recent: readonly MatchEvent[], view: View | null): Map<number, Bubble> {
  const found = new Map<number, Bubble>();
  if (!view) return found;
  const game = uiOf(view.game);
  const last = recent.findLastIndex(({ seat }) => seat >= 0);
  const start = Math.max(recent.findLastIndex(dealsCards), recent.slice(0, Math.max(0, last)).findLastIndex(clears));
  for (const [n, event] of recent.entries()) {
    for (let seat = 0; n > start && seat < view.seats; seat++) {
      const said = game.bubble(event, seat);
      const over = event.seat !== seat && event.seat >= 0 && view.to_act.includes(seat);
      if (said && !over) found.set(seat, { ...said, event, old: n < last });
    }
  }
  return found;
}

/** The bubbles at a table. When a deal is over, what each player has won is told instead. */
export function bubblesAt({ table, recent, view }: Ground): Map<number, Bubble> {
  const over = table?.phase === 'pause' || table?.phase === 'over';
  return over ? new Map() : bubblesOf(recent, view);
}
