// The UI for any game: which moves fit what is picked, and what the fields of a view are.

import { expect, test } from 'vitest';
import { fitting, label, listed, single } from './games/plain/moves';
import { badges, Reading } from './games/plain/zones';
import type { FieldInfo, GameInfo, View } from './lib/wire';

const HAND = ['3c', '3d', '9h', '9s'];
const moves = ['play 3c', 'play 3c 3d', 'play 9h', 'give 9h', 'pass'].map((move) => listed(move, HAND));

test('a move names cards of the hand, and only those', () => {
  expect(listed('add 2 high 9s J1=10s', ['9s', 'J1', '2c'])).toEqual({
    move: 'add 2 high 9s J1=10s',
    cards: ['9s', 'J1'],
    form: 'add 2 high · ·',
  });
  expect(listed('play 9 9', ['9', '9', '9']).cards).toEqual(['9', '9']);
  expect(listed('guess 0 4 higher', []).cards).toEqual([]);
});

test('picked cards make exactly the moves that name them, in any order', () => {
  expect(fitting(moves, ['3d', '3c'])).toEqual({ sure: true, moves: ['play 3c 3d'] });
  expect(fitting(moves, ['9h'])).toEqual({ sure: true, moves: ['play 9h', 'give 9h'] });
});

test('a card that stands for another of the list is offered, and the house decides', () => {
  expect(fitting(moves, ['3d'])).toEqual({ sure: false, moves: ['play 3d', 'give 3d'] });
  expect(fitting(moves, ['3c', '3d', '9h'])).toEqual({ sure: false, moves: [] });
});

test('buttons say what they do', () => {
  expect(label('play 3c 3d', ['3c', '3d'])).toBe('Play 3♣ 3♦');
  expect(label('pass', [])).toBe('Pass');
  expect(label('pass_on 2c 3c 4c 5c 6c', ['2c', '3c', '4c', '5c', '6c'])).toBe('Pass_on 5 cards');
  expect(single(['commit 3c', 'exchange 3c'], HAND)).toBe(true);
  expect(single(['play 3c 3d', 'pass'], HAND)).toBe(false);
});

const common = { game: 'toy', seat: 0, seats: 3, deal: 0, turn: 0, to_act: [0], moves: [], hand: HAND };
const view = (more: object) => ({ ...common, ...more }) as View;
const game = (...fields: FieldInfo[]) =>
  ({ fields, deck: { cards: [] }, unit: ['point', 'points'] }) as unknown as GameInfo;
const reads = (more: object, ...fields: FieldInfo[]) => new Reading(view(more), game(...fields));

test('zones are shown as they are declared: rows of cards, and piles', () => {
  const { zones } = reads(
    { stock: 17, discards: ['2c', '5h'], discards_hidden: 3, pile: ['9c', '9d', '9h'], spare: 0 },
    { name: 'stock', kind: 'pile' },
    { name: 'discards', kind: 'cards', covered: true },
    { name: 'pile', kind: 'cards' }, // as many cards as seats, and not by seat
    { name: 'spare', kind: 'pile' },
  );
  expect(zones).toEqual([
    { kind: 'pile', name: 'stock', cards: [], hidden: 17 },
    { kind: 'pile', name: 'discards', cards: ['2c', '5h'], hidden: 3 },
    { kind: 'row', name: 'pile', cards: ['9c', '9d', '9h'], hidden: 0 },
  ]);
});

test('what is declared by seat is by seat, whatever its length', () => {
  const { zones } = reads(
    { shown: ['9c', '', '4d'], taken: [['2c', '3c'], [], []], row: ['2c', '3c', '4c'] },
    { name: 'shown', kind: 'card', by_seat: true },
    { name: 'taken', kind: 'cards', by_seat: true },
    { name: 'row', kind: 'card', row: true },
  );
  expect(zones).toEqual([
    { kind: 'seats', name: 'shown', groups: [['9c'], [], ['4d']] },
    { kind: 'seats', name: 'taken', groups: [['2c', '3c'], [], []] },
    { kind: 'row', name: 'row', cards: ['2c', '3c', '4c'], hidden: 0 },
  ]);
});

test('what a game shows in its own form is groups of cards; what a card stands for is not a card', () => {
  const board = [
    [
      'run',
      [
        ['9c', '9c', 1],
        ['J1', '10c', 1],
      ],
    ],
    ['book', [['4c', '4', 0]]],
  ];
  const { zones } = reads({ board }, { name: 'board', kind: 'other' });
  expect(zones).toEqual([{ kind: 'groups', name: 'board', groups: [['9c', 'J1'], ['4c']] }]);
});

test('single cells are facts, but for seats', () => {
  const { facts } = reads(
    { best: 2, first: -1, lap: 0, lead: 3, broken: true, opening: false, top: '9c' },
    { name: 'best', kind: 'number' },
    { name: 'first', kind: 'seat' },
    { name: 'lap', kind: 'number' },
    { name: 'lead', kind: 'seat' },
    { name: 'broken', kind: 'flag' },
    { name: 'opening', kind: 'flag' },
    { name: 'top', kind: 'card' },
  );
  expect(facts).toEqual([
    { name: 'best', text: '2', card: '' },
    { name: 'broken', text: '', card: '' },
    { name: 'top', text: '9c', card: '9c' },
  ]);
});

test('numbers, places and flags of each seat are badges', () => {
  const told = view({
    points: [1, 0, 7],
    places: [0, 1, 0],
    passed: [true, false, false],
    playing: [true, true, true],
    dealer: 1,
  });
  const declared = game(
    { name: 'points', kind: 'number', by_seat: true },
    { name: 'places', kind: 'number', by_seat: true },
    { name: 'passed', kind: 'flag', by_seat: true },
    { name: 'playing', kind: 'flag', by_seat: true },
    { name: 'dealer', kind: 'seat' },
  );
  const texts = (seat: number) => badges(told, seat, declared).map(({ text }) => text);
  expect(texts(0)).toEqual(['1 point', 'passed']);
  expect(texts(1)).toEqual(['0 points', '1st', 'dealer']);
});
