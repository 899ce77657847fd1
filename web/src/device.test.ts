// One device that is passed round: when a hand is covered, for whom, and which keys this browser has.

import { beforeEach, expect, test } from 'vitest';
import { forget, keep, keysOf, tablesKept, tokenOf } from './lib/memory.svelte';
import { dealOf, mustCover, nextOf } from './lib/device.svelte';
import type { Seated } from './lib/wire';
import { storage } from './testing/storage';

beforeEach(() => storage.clear());

test('the one who is shown goes first, then the others in turn', () => {
  expect(nextOf([true, true, false], 0)).toBe(0);
  expect(nextOf([true, false, true], 1)).toBe(2);
  expect(nextOf([true, false, false], 1)).toBe(0);
  expect(nextOf([false, false], 1)).toBeNull();
});

test('nothing covers while the same person goes on, or a bot or somebody elsewhere moves', () => {
  expect(mustCover(0, 0, '1.0', '1.0')).toBe(false);
  expect(mustCover(null, 0, '1.0', '1.0')).toBe(false);
  expect(mustCover(null, 0, '1.0', dealOf('pause', 1, 1))).toBe(false);
});

test('another person, another deal and another match cover', () => {
  expect(mustCover(1, 0, '1.0', '1.0')).toBe(true);
  expect(mustCover(0, 0, '1.0', dealOf('play', 1, 1))).toBe(true);
  expect(mustCover(0, 0, dealOf('over', 1, 1), dealOf('play', 2, 0))).toBe(true);
});

const seated = (id: string, name: string): Seated =>
  ({ table: { id, game: 'president', seats: [{ name }] }, seat: 0, token: `key of ${name}` }) as unknown as Seated;

test('several seats of one device are kept beside each other, and forgotten one by one', () => {
  keep(seated('oak', 'Ann'));
  keep(seated('oak', 'Bea'), { beside: true });
  keep(seated('elm', 'Cem'));
  expect(keysOf('oak').map(({ name }) => name)).toEqual(['Ann', 'Bea']);
  expect(tokenOf('oak')).toBe('key of Ann');
  expect(tablesKept().map(({ id }) => id)).toEqual(['elm', 'oak']);
  forget('oak', 'key of Ann');
  expect(tokenOf('oak')).toBe('key of Bea');
  forget('oak');
  expect(keysOf('oak')).toEqual([]);
  expect(tokenOf('elm')).toBe('key of Cem');
});

test('a seat that is taken again replaces all that this device had there', () => {
  keep(seated('oak', 'Ann'));
  keep(seated('oak', 'Bea'), { beside: true });
  keep(seated('oak', 'Cem'));
  expect(keysOf('oak').map(({ name }) => name)).toEqual(['Cem']);
});
