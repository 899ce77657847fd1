// The options of a table, as people read them.

import { expect, test } from 'vitest';
import { catalogue } from './lib/catalogue.svelte';
import { choicesOf, lasting, levelsAt } from './lib/options';
import type { GameInfo, OptionInfo, TableInfo } from './lib/wire';

const option = (more: Partial<OptionInfo>) => ({ values: [], labels: [], rare: false, ...more }) as OptionInfo;
const onOff = { values: ['off', 'on'], labels: ['off', 'on'], default: 'off' };
const options = [
  option({ name: 'deals', label: 'Deals', default: 1 }),
  option({ name: 'ace_rule', label: 'Ace rule', ...onOff }),
  option({
    name: 'skip_on',
    label: 'What skips',
    values: ['a', 'b'],
    labels: ['equal rank', 'any'],
    default: 'a',
    rare: true,
  }),
];
const usual = { deals: 1, ace_rule: 'off', skip_on: 'a' };
const table = (more: Partial<TableInfo>) =>
  ({
    game: 'whist',
    options: usual,
    clock: 0,
    grace: 30,
    level: 'quick',
    suggestions: true,
    chat: true,
    ...more,
  }) as TableInfo;

test('a table tells what people choose often, and of the rest what is not as usual', () => {
  catalogue.games = [{ name: 'whist', options } as unknown as GameInfo];
  expect(choicesOf(table({}))).toEqual(['Deals: 1', 'Bots: quick', 'No clock']);
  const rare = table({ options: { deals: 3, ace_rule: 'on', skip_on: 'b' }, clock: 90, grace: 60, chat: false });
  expect(choicesOf(rare)).toEqual([
    'Deals: 3',
    'Ace rule',
    'What skips: any',
    'Bots: quick',
    '90 seconds per move',
    '1 minute to reconnect',
    'No chat',
  ]);
});

test('times are read in the larger unit', () => {
  expect([1, 20, 60, 300].map(lasting)).toEqual(['1 second', '20 seconds', '1 minute', '5 minutes']);
});

test('master is a level where its net fits the seats and every option', () => {
  const net = { seats: [3, 4], options: { deals: [1, 10], ace_rule: ['off'] } };
  const game = { levels: { quick: 'Quick.', master: 'By a net.' }, net };
  const at = (seats: number, chosen: Record<string, string | number>) => Object.keys(levelsAt(game, seats, chosen));
  expect(at(4, { deals: 1, ace_rule: 'off' })).toEqual(['quick', 'master']);
  expect(at(4, { deals: 7 })).toEqual(['quick', 'master']);
  expect(at(5, { deals: 1 })).toEqual(['quick']);
  expect(at(4, { deals: 11 })).toEqual(['quick']);
  expect(at(4, { ace_rule: 'on' })).toEqual(['quick']);
  expect(at(4, { jokers: 2 })).toEqual(['quick']);
  expect(Object.keys(levelsAt({ ...game, net: null }, 4, {}))).toEqual(['quick']);
});
