// Moves have types: a misspelt one does not pass `npm run check`, which also complains if one of these lines passes.

import { expect, test } from 'vitest';
import type { BlitzMove, DavenportMove, JavelinMove, PresidentMove } from './generated/moves';
import type { BlitzView } from './generated/views';
import { wordsOf } from './lib/moves';

test('the first word of a move is its verb', () => {
  const move: JavelinMove = 'guess 9 3 higher';
  const [verb, own, target, way] = wordsOf<JavelinMove>(move);
  expect([verb, own, target, way]).toEqual(['guess', '9', '3', 'higher']);
  // @ts-expect-error: no verb is spelled like this
  expect(verb === 'gues').toBe(false);
});

test('planted: misspelt moves are errors of types', () => {
  const good: [BlitzMove, DavenportMove, JavelinMove, PresidentMove] = [
    'add 2 high 7s J1=8s',
    'commit 7s',
    'replace 9',
    'pass',
  ];
  // @ts-expect-error: a meld has a low and a high end
  const end: BlitzMove = 'add 2 top 7s';
  // @ts-expect-error: a card is missing
  const card: DavenportMove = 'commit';
  // @ts-expect-error: a place is a number
  const place: JavelinMove = 'replace nine';
  // @ts-expect-error: this is the move of another game
  const other: PresidentMove = 'give 3 7';
  expect(new Set([...good, end, card, place, other]).size).toBe(8);
});

test('planted: a view lists the moves of its game', () => {
  const { moves }: Pick<BlitzView, 'moves'> = { moves: ['complete'] };
  // @ts-expect-error: no move is spelled like this
  expect(moves.includes('complet')).toBe(false);
});
