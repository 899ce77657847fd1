// What a browser remembers of the matches that were finished in it.

import { beforeEach, expect, test } from 'vitest';
import { forgetAll, note, past, tallies } from './lib/history';
import type { TableInfo } from './lib/wire';
import { storage } from './testing/storage';

beforeEach(() => storage.clear());

const table = (more: Partial<TableInfo> = {}) =>
  ({
    id: 'oak',
    match: 1,
    game: 'president',
    level: 'quick',
    lesson: false,
    result: { places: [2, 1, 3], points: [1, 2, 0] },
    ...more,
  }) as TableInfo;

test('a match is remembered once, with what statistics need', () => {
  note(table(), 1, true);
  note(table(), 1, true);
  note(table({ match: 2 }), 0, false);
  expect(past().map(({ at: _, ...one }) => one)).toEqual([
    { table: 'oak', match: 2, game: 'president', players: 3, level: '', place: 2, points: 1 },
    { table: 'oak', match: 1, game: 'president', players: 3, level: 'quick', place: 1, points: 2 },
  ]);
  forgetAll();
  expect(past()).toEqual([]);
});

test('a match that goes on, a watcher, the deal of a lesson and a chosen position do not count', () => {
  note(table({ result: null }), 0, true);
  note(table(), -1, true);
  note(table({ lesson: true }), 0, true);
  note(table({ onward: true }), 0, true);
  expect(past()).toEqual([]);
  note(table({ onward: true, match: 2 }), 0, true);
  expect(past()).toHaveLength(1);
});

test('storage with something else in it does no harm', () => {
  localStorage.setItem('cardhouse history', '[1, null, {"table": 3}]');
  expect(past()).toEqual([]);
  localStorage.setItem('cardhouse history', '{}');
  expect(past()).toEqual([]);
});

test('tallies count matches and wins, the most played first', () => {
  for (const match of [1, 2, 3]) note(table({ match }), match === 1 ? 1 : 0, true);
  note(table({ id: 'elm', game: 'blitz' }), 1, false);
  expect(tallies(past(), ({ game }) => game)).toEqual([
    { of: 'president', matches: 3, won: 1 },
    { of: 'blitz', matches: 1, won: 1 },
  ]);
});
