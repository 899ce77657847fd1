import { expect, test } from 'vitest';
import type { ComparedInfo, Suggestion } from './lib/wire';
import { because, doing, kept } from './lib/why';

const suggestion = (move: string, ...compared: ComparedInfo[]): Suggestion =>
  ({ type: 'suggestion', id: 1, move, seq: 2, draft: 0, compared }) as Suggestion;
const against = (move: string, better: number, worse: number, trials: number): ComparedInfo => ({
  move,
  better,
  worse,
  trials,
});
const why = (given: Suggestion, moves = 9, hand: string[] = []) => because(given, moves, hand, (move) => move);

test('only what was measured is said', () => {
  expect(why(suggestion('pass'), 1)).toBe('It is your only move.');
  expect(why(suggestion('pass'))).toBe('A rule of thumb: nothing was tried out.');
  expect(why(suggestion('play 9c', against('pass', 160, 60, 512)))).toBe(
    'Better than passing in 31 of 100 deals, worse in 12.',
  );
  expect(why(suggestion('play 9c', against('pass', 10, 12, 64)))).toBe('About as good as passing.');
});

test('a move is named as something that is done', () => {
  const moves = [
    'pass',
    'exchange 10♠',
    'commit K♥',
    'guess that it is lower',
    'draw from the stock',
    'bid 3',
    'add 7♣',
  ];
  expect(moves.map((move) => doing(move).split(' ')[0])).toEqual([
    'passing',
    'exchanging',
    'committing',
    'guessing',
    'drawing',
    'bidding',
    'adding',
  ]);
});

test('a move is compared with doing nothing, if that was tried, and otherwise with the best other one', () => {
  const rivals = [against('play 4c', 10, 0, 100), against('pass', 20, 0, 100)];
  expect(why(suggestion('play 9c', ...rivals))).toMatch(/^Better than passing in 20 /);
  expect(why(suggestion('play 9c', rivals[0]!))).toMatch(/^Better than playing 4c in 10 /);
});

test('a group that the other move would break up is named', () => {
  const hand = ['4c', '9d', '13c', '13h'];
  expect(kept('play 9d', 'play 13c', hand)).toBe('your pair of kings');
  expect(kept('play 9d', 'play 13c 13h', hand)).toBe('');
  expect(kept('play 13c', 'play 13h', hand)).toBe('');
  expect(kept('pass', 'play 12 12', ['12', '12', '12', '3'])).toBe('your three 12s');
  expect(why(suggestion('play 9d', against('play 13c', 30, 10, 100)), 9, hand)).toBe(
    'Keeps your pair of kings; better than playing 13c in 30 of 100 deals, worse in 10.',
  );
});
