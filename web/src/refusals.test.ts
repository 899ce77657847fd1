// What the house refuses, in the language of the page; and the keys with which a request can be sent again.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { forgetKey, keyFor } from './lib/keys';
import { storage } from './testing/storage';
import { langOf, reasonOf } from './words/house.svelte';
import { speak } from './words/index.svelte';

beforeEach(() => storage.clear());
afterEach(() => speak('en'));

test('a refusal is about what was refused, in every language', async () => {
  const over = { code: 'closed', about: 'evening_over', reason: 'This evening is over.' } as const;
  expect(reasonOf(over)).toBe('This evening is over.');
  await speak('de');
  expect(reasonOf(over)).toBe('Dieser Spieleabend ist vorbei.');
  expect(reasonOf({ code: 'closed', reason: 'This table is closed.' })).toBe('Dieser Tisch ist geschlossen.');
  await speak('es');
  expect(reasonOf(over)).toBe('Esta velada ha terminado.');
});

test('what a newer house says of something that the page does not know is shown as it is, and marked', async () => {
  await speak('de');
  const nak = { code: 'closed', about: 'weather' as 'evening_over', reason: 'It rains on this table.' } as const;
  expect(reasonOf(nak)).toBe(nak.reason);
  expect(langOf(nak.reason)).toBe('en');
});

test('a key stays the same until its request was answered', () => {
  const key = keyFor('evening merry-oak');
  expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(keyFor('evening calm-elm')).not.toBe(key);
  expect(keyFor('evening merry-oak')).toBe(key);
  forgetKey('evening merry-oak');
  expect(keyFor('evening merry-oak')).not.toBe(key);
});

test('a browser that keeps nothing has the same key as long as the page is open', () => {
  const { getItem } = localStorage;
  localStorage.getItem = () => {
    throw new Error('forbidden');
  };
  try {
    expect(keyFor('evening merry-oak')).toBe(keyFor('evening merry-oak'));
  } finally {
    localStorage.getItem = getItem;
  }
});
