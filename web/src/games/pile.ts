// The pile of President and Dynasty: the plays since it was last cleared, from what happened.

import type { MatchEvent } from '../lib/wire';

export type Play = { seat: number; cards: string[] };

export function pileOf(recent: readonly MatchEvent[]): Play[] {
  let plays: Play[] = [];
  for (const { seat, move, facts = [] } of recent) {
    const [verb, ...cards] = move.split(' ');
    if (seat < 0 && verb === 'deal') plays = [];
    else if (verb === 'play') plays = [...plays, { seat, cards }];
    if (facts.some(({ kind }) => kind === 'cleared')) plays = [];
  }
  return plays;
}

/** What each seat did last in this pile: its cards, or nothing for a pass. */
export function doneBy(recent: readonly MatchEvent[]): Map<number, string> {
  const done = new Map<number, string>();
  for (const { seat, move, facts = [] } of recent) {
    if (seat < 0 && move === 'deal') done.clear();
    else if (move === 'pass') done.set(seat, 'pass');
    else if (move.startsWith('play')) done.delete(seat);
    if (facts.some(({ kind }) => kind === 'cleared')) done.clear();
  }
  return done;
}
