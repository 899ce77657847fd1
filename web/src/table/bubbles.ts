// What each player has done last: the bubbles at the seats.

import { uiOf } from '../games';
import type { Bubble as Said } from '../games/ui';
import type { MatchEvent, View } from '../lib/wire';
import { dealsCards } from '../lib/words';

/** A bubble, and the event that it is about; `old` if somebody has moved since. */
export type Bubble = Said & { event: MatchEvent; old: boolean };

/** The newest bubble of each seat, as long as it is news: since the deal, and for one round of moves. */
export function bubblesOf(recent: readonly MatchEvent[], view: View | null): Map<number, Bubble> {
  const found = new Map<number, Bubble>();
  if (!view) return found;
  const game = uiOf(view.game);
  const events = recent.slice(recent.findLastIndex(dealsCards) + 1);
  let following = events.filter(({ seat }) => seat >= 0).length; // moves
  for (const event of events) {
    if (event.seat >= 0) following -= 1;
    for (let seat = 0; following < view.seats && seat < view.seats; seat++) {
      const said = game.bubble(event, seat);
      if (said) found.set(seat, { ...said, event, old: following > 0 });
    }
  }
  return found;
}
