// What a tip of a lesson asks for next: the cards to pick, the places on the board, and then the button.

import { uiOf } from '../games';
import type { Desk } from '../table/desk.svelte';
import { keysIn, named } from './cards';
import type { TipInfo, TipText } from './wire';
import { say } from '../words/index.svelte';

export type Pointer =
  | { kind: 'card'; key: string } // of the hand: to be picked, or put back
  | { kind: 'place'; zone: string; later: boolean } // on the board; later: something else comes first
  | { kind: 'button'; move: string };

/** Cards that are to be picked for a move, whichever of equal ones, and picked ones that do not belong to it. */
function cardsToTap(desk: Desk, move: string): string[] {
  const missing = keysIn(move, desk.view.hand ?? []).map(named);
  const wrong = desk.picked.filter((key) => {
    const at = missing.indexOf(named(key));
    if (at >= 0) missing.splice(at, 1);
    return at < 0;
  });
  const open = desk.hand.filter((key) => !desk.picked.includes(key) && missing.includes(named(key)));
  return [...wrong, ...open];
}

/** Whether a move is what a tip asks for: a verb alone asks for any move with it. */
const fits = (desk: Desk, wanted: string, move: string) =>
  uiOf(desk.view.game).alike(move, wanted) || move.split(' ')[0] === wanted;

/** Everything that brings the player nearer to the move now. */
export function pointers(desk: Desk, { move }: Pick<TipText, 'move'>): Pointer[] {
  const ui = uiOf(desk.view.game);
  const cards = move.includes(' ') ? cardsToTap(desk, move) : []; // a verb alone leaves the cards to the player
  if (cards.length) return cards.map((key) => ({ kind: 'card', key }));
  const places = ui.places(desk, move).map((zone, n): Pointer => ({ kind: 'place', zone, later: n > 0 }));
  const button = ui.actions(desk).find((action) => action.move && fits(desk, move, action.move));
  return button ? [...places, { kind: 'button', move: button.move! }] : places;
}

/** How what a pointer points to is marked. */
export const markOf = (pointer: Pointer) =>
  pointer.kind === 'place' && pointer.later ? 'data-wanted-later' : 'data-wanted';

/** Where a pointer points to, as a CSS selector. */
export function selectorOf(pointer: Pointer): string {
  if (pointer.kind === 'card') return `.hand button[data-key=${JSON.stringify(pointer.key)}]`;
  if (pointer.kind === 'place') return `[data-anchor=${JSON.stringify(pointer.zone)}]`;
  return `.actions button[data-move=${JSON.stringify(pointer.move)}]`;
}

/** What the lesson says now. */
export function lessonText(tip: TipInfo, tips: readonly TipText[], players: number, acts: boolean): string {
  const { number, strayed, as_planned } = tip;
  const step = tips[number];
  if (!step) return say('lesson.done');
  if (acts) {
    const says = as_planned ? step.says : step.general;
    return strayed ? say('lesson.was_allowed', { tip: says }) : says;
  }
  const watch = say(players === 2 ? 'lesson.watch_one' : 'lesson.watch_many');
  if (strayed) return say('lesson.is_allowed', { tip: watch });
  return number ? say('lesson.well_done', { tip: watch }) : watch;
}
