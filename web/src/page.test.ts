import type { Fact } from './lib/facts';
import { expect, test } from 'vitest';
import { alike } from './games/blitz/melds';
import { sameWords } from './games/ui';
import { pileOf } from './games/pile';
import { keyed, learn, keysIn, letter, prettified, sorted, spoken } from './lib/cards';
import type { MatchEvent } from './lib/wire';
import { laidOut } from './table/layout';

test('cards in words', () => {
  expect(prettified('plays 11d 10h, then 14s.')).toBe('plays J♦ 10♥, then A♠.');
  expect(prettified('run 9s J1=10s 14h=11s')).toBe('run 9♠ joker (as 10♠) A♥ (as J♠)');
  expect(prettified("book 7h 7h' J2=7")).toBe('book 7♥ 7♥ joker (as 7)');
  expect(prettified('12 9 W beats nothing')).toBe('12 9 W beats nothing');
  learn([{ spoken: { W: 'wild' } }]);
  expect(['14c', 'J1', 'W', '12', "7h'"].map(spoken)).toEqual(['ace of clubs', 'joker', 'wild', '12', '7 of hearts']);
  expect(['14c', 'J1', 'W', '12', '12d'].map(letter)).toEqual(['A', '★', 'W', '12', 'Q']);
});

test('a hand is sorted by rank or by suit, and equal cards are told apart', () => {
  const hand = keyed(['9', '12', '9', 'W', '1']);
  expect(sorted(hand, 'rank')).toEqual(['1#0', '9#0', '9#1', '12#0', 'W#0']);
  expect(sorted(keyed(['2h', '3c', '2c']), 'suit')).toEqual(['2c#0', '3c#0', '2h#0']);
});

test('a suggested move picks the cards that it names, each once', () => {
  expect(keysIn('play 4d 4h', ['4c', '4h', '4d'])).toEqual(['4d#0', '4h#0']);
  expect(keysIn('play 9 9 W', ['9', 'W', '9', '9'])).toEqual(['9#0', '9#1', 'W#0']);
  expect(keysIn("add 2 high 9s J1=10s 11s'", ["11s'", '2c', 'J1', '9s'])).toEqual(['9s#0', 'J1#0', "11s'#0"]);
  expect(keysIn('take 3', ['3c', '13d'])).toEqual([]);
  expect(keysIn('pass', [])).toEqual([]);
});

test('moves that say the same', () => {
  expect(sameWords('play 4d 4h', 'play 4h 4d')).toBe(true);
  expect(alike('new book 8c 8h 11d=8', 'new book 8c 8h 11d')).toBe(true);
  expect(alike('new book J1=8 J2=8 J3=8', 'new book J1=9 J2=9 J3=9')).toBe(false);
  expect(alike('new run 4s 5s J1=6s', 'new run J1=3s 4s 5s')).toBe(false);
});

test.each([1, 5, 13, 18, 27, 45, 60])('a hand of %i cards is on the screen, and every card can be touched', (count) => {
  for (const width of [320, 344, 390, 800, 1200]) {
    const { at, card, height } = laidOut(count, count, width, 800);
    for (let i = 0; i < count; i++) {
      const { x, y } = at(i);
      expect(x).toBeGreaterThanOrEqual(-0.01);
      expect(x + card).toBeLessThanOrEqual(width + 0.01);
      expect(y + card * 1.4).toBeLessThanOrEqual(height + 0.01);
      if (i && at(i - 1).y === y) expect(x - at(i - 1).x).toBeGreaterThanOrEqual(24);
    }
  }
});

test('a pile has the plays since it was cleared', () => {
  const play = (seat: number, move: string, ...facts: Fact[]): MatchEvent => ({ what: 'move', seat, move, facts });
  const before = [play(0, 'play 4c'), play(1, 'pass', { kind: 'pile_cleared' })];
  expect(pileOf([...before, play(2, 'play 9c 9d'), play(3, 'pass'), play(0, 'play 10c 10d')])).toEqual([
    { seat: 2, cards: ['9c', '9d'] },
    { seat: 0, cards: ['10c', '10d'] },
  ]);
  expect(pileOf([...before, play(2, 'play 2c', { kind: 'pile_cleared' })])).toEqual([]);
});
