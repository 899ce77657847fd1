// Looking back during a match: what is kept of what was shown, and what can be done at a moment of it.

import { expect, test } from 'vitest';
import { MOST_SHOWN, noted, shownAt, type Shown } from './lib/past';
import type { Visit } from './lib/visit.svelte';
import type { TableInfo, View } from './lib/wire';
import { groundOf } from './table/then';

const seen = (match: number, turn: number) => ({
  table: { match, phase: 'play', seats: [{ name: 'Ann' }] } as unknown as TableInfo,
  view: { seat: 0, turn, moves: ['pass'], to_act: [0] } as unknown as View,
  recent: [],
  told: `move ${turn}`,
});
const after = (count: number, match = 1) =>
  Array.from({ length: count }, (_, turn) => seen(match, turn)).reduce<readonly Shown[]>(noted, []);

test('moments are counted on, and the oldest are forgotten', () => {
  const past = after(MOST_SHOWN + 5);
  expect(past).toHaveLength(MOST_SHOWN);
  expect([past[0]!.number, past.at(-1)!.number]).toEqual([5, MOST_SHOWN + 4]);
});

test('a new match begins with an empty past', () => {
  const past = noted(after(7), seen(2, 0));
  expect(past.map(({ table, number }) => [table.match, number])).toEqual([[2, 7]]);
});

test('who looks back stays where they are, or at the next moment that is still known', () => {
  const past = after(MOST_SHOWN + 5);
  expect(shownAt(past, 100)!.told).toBe('move 100');
  expect(shownAt(past, 0)!.number).toBe(5);
  expect(shownAt(past, 9999)!.number).toBe(MOST_SHOWN + 4);
  expect(shownAt([], 3)).toBeUndefined();
});

test('at a moment of the past nothing can be done', async () => {
  const play = () => Promise.reject(new Error('a move was sent'));
  const ground = groundOf({ id: 'oak', play, name: () => 'Ann' } as unknown as Visit, after(3)[1]!);
  expect(ground.myTurn).toBe(false);
  expect(ground.view!.moves).toEqual([]);
  expect(await ground.play('pass')).toBe(false);
});
