// What President and Dynasty share: passing, and being out.

import type { DynastyMove, PresidentMove } from '../generated/moves';
import type { Action, Desk } from '../table/desk.svelte';
import type { Saying } from '../lib/facts';
import { wordsOf } from '../lib/moves';
import type { MatchEvent } from '../lib/wire';
import { becomes, type Moment } from './titles';
import { bubbled, type Bubble, type Repeated } from './ui';
import { say } from '../words/index.svelte';

const PASS = 'pass' satisfies PresidentMove & DynastyMove;

export function passing(desk: Desk): Action {
  const may = desk.view.moves.includes(PASS);
  return {
    label: say('shed.pass'),
    key: 'p',
    move: may ? PASS : undefined,
    why: say('shed.cannot_pass'),
    main: may && desk.view.moves.length === 1,
    quiet: true,
  };
}

/** Passing for the player, until the table is empty. */
export const passingOn: Repeated = {
  move: PASS,
  label: () => say('shed.pass_on'),
  open: (view) => 'pile' in view && (view.pile as string[]).length > 0,
};

/** A play shows its cards, and what it did to the others. */
export function shed({ seat: actor, move, facts = [] }: MatchEvent, seat: number): Bubble | null {
  if (facts.some((fact) => fact.kind === 'skipped' && fact.seat === seat))
    return bubbled(say('shed.skipped'), [], 'bad');
  if (actor !== seat) return null;
  const [verb, ...cards] = wordsOf(move as PresidentMove | DynastyMove);
  if (verb === 'pass') return bubbled(say('shed.passes'));
  if (verb !== 'play') return bubbled(say('shed.gives'));
  return facts.some(({ kind }) => kind === 'out') ? bubbled(say('shed.out'), cards, 'good') : bubbled('', cards);
}

/** When a deal is over, whoever is left with cards. */
export function lastOf({ facts = [] }: MatchEvent, places: readonly number[], saying: Saying): Moment[] {
  const last = places.indexOf(places.length);
  if (last < 0 || !facts.some(({ kind }) => kind === 'deal_over')) return [];
  return [{ seat: last, text: becomes('title.is_last', last, saying), crown: false, mood: 'bad' }];
}
