// What each player has done last: the bubbles at the seats.

import { uiOf } from '../games';
import type { Bubble as Said } from '../games/ui';
import type { MatchEvent, View } from '../lib/wire';
import { dealsCards } from '../lib/words';

/** A bubble, and the event that it is about; `old` if somebody has moved since. */
export type Bubble = Said & { event: MatchEvent; old: boolean };

const clears = ({ facts = [] }: MatchEvent) => facts.some(({ kind }) => kind === 'pile_cleared');

/** The newest bubble of each seat, since the cards were dealt, and since the pile was cleared and another move was made. */
export function bubblesOf(recent: readonly MatchEvent[], view: View | null): Map<number, Bubble> {
  const found = new Map<number, Bubble>();
  if (!view) return found;
  const game = uiOf(view.game);
  const last = recent.findLastIndex(({ seat }) => seat >= 0);
  const start = Math.max(recent.findLastIndex(dealsCards), recent.slice(0, Math.max(0, last)).findLastIndex(clears));
  for (const [n, event] of recent.entries()) {
    for (let seat = 0; n > start && seat < view.seats; seat++) {
      const said = game.bubble(event, seat);
      if (said) found.set(seat, { ...said, event, old: n < last });
    }
  }
  return found;
}
