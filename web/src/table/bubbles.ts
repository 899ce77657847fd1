// What each player has done last: the bubbles at the seats.

import { uiOf } from '../games';
import type { Bubble } from '../games/ui';
import type { MatchEvent, View } from '../lib/wire';
import { dealsCards } from '../lib/words';

/** The newest bubble of each seat, as long as it is news: since the deal, and for one round of moves. */
export function bubblesOf(recent: readonly MatchEvent[], view: View | null): Map<number, Bubble> {
  const found = new Map<number, Bubble>();
  if (!view) return found;
  const game = uiOf(view.game);
  const dealt = recent.slice(recent.findLastIndex(dealsCards) + 1);
  let moves = dealt.filter(({ seat }) => seat >= 0).length;
  for (const happened of dealt) {
    if (happened.seat >= 0) moves -= 1; // those that follow
    for (let seat = 0; moves < view.seats && seat < view.seats; seat++) {
      const said = game.bubble(happened, seat);
      if (said) found.set(seat, { ...said, old: moves > 0 });
    }
  }
  return found;
}
