// What President and Dynasty share: passing, and being out.

import type { DynastyMove, PresidentMove } from '../generated/moves';
import type { Action, Desk } from '../table/desk.svelte';
import type { Badge, Repeated } from './ui';

const PASS = 'pass' satisfies PresidentMove & DynastyMove;

export function passing(desk: Desk): Action {
  const may = desk.view.moves.includes(PASS);
  return {
    label: 'Pass',
    key: 'p',
    move: may ? PASS : undefined,
    why: 'You lead, so you cannot pass.',
    main: may && desk.view.moves.length === 1,
  };
}

/** Passing for the player, until the table is empty. */
export const passingOn: Repeated = {
  move: PASS,
  label: 'Pass until the next lead',
  open: (view) => 'pile' in view && (view.pile as string[]).length > 0,
};

const ORDINALS = ['', '1st', '2nd', '3rd'];
export const ordinal = (place: number) => ORDINALS[place] ?? `${place}th`;

export function standing(place: number): Badge[] {
  return place ? [{ text: ordinal(place), title: `place ${place}`, good: place === 1 }] : [];
}
