// The pile of President and Dynasty: the plays since it was last cleared, from what happened.

import type { DynastyMove, PresidentMove } from '../generated/moves';
import { wordsOf } from '../lib/moves';
import { DEALER, type MatchEvent } from '../lib/wire';

type ShedMove = PresidentMove | DynastyMove;

export type Play = { seat: number; cards: string[] };

export function pileOf(recent: readonly MatchEvent[]): Play[] {
  let plays: Play[] = [];
  for (const { seat, move, facts = [] } of recent) {
    const [verb, ...cards] = wordsOf(move as ShedMove);
    if (seat === DEALER && move === 'deal') plays = [];
    else if (verb === 'play') plays = [...plays, { seat, cards }];
    if (facts.some(({ kind }) => kind === 'pile_cleared')) plays = [];
  }
  return plays;
}
