// What the boards of Javelin, Davenport and Blitz say and show.

import { expect, test } from 'vitest';
import type { JavelinView } from './generated/views';
import { callOf } from './games/javelin/calls';
import { davenport, waitOf } from './games/davenport';
import { javelin } from './games/javelin';
import type { Fact } from './lib/facts';
import type { MatchEvent } from './lib/wire';

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan'];
const event = (seat: number, move: string, ...facts: Fact[]) => ({ what: 'move', seat, move, facts }) as MatchEvent;
const ground = (recent: MatchEvent[]) => ({ recent, me: 0, name: (seat: number) => NAMES[seat]! });

const javelinView = { turns: 4 } as JavelinView;
const proved: Fact = { kind: 'proved', seat: 1, slot: 3, least: '1', most: '12' };
const guesses: [MatchEvent, string, string][] = [
  [event(0, 'guess 9 3 higher', { kind: 'guessed_right', card: '12s' }), 'Right, it was the Q♠!', 'right!'],
  [event(1, 'guess 9 3 lower', { kind: 'guessed_right', card: '2h' }), 'Ben is right, it was the 2♥!', 'right!'],
  [event(0, 'guess 9 3 higher', { kind: 'guessed_wrong' }, proved), 'Wrong: it is Q or lower', 'wrong! Q or lower'],
  [event(0, 'guess 9 3 higher', { kind: 'guessed_wrong' }), 'Wrong!', 'wrong!'],
  [event(1, 'attack 9 12', { kind: 'took', card: '7d' }), 'Ben takes the 7♦', 'attacks'],
  [event(0, 'replace 9'), 'You replace a card', 'replaces a card'],
];

test.each(guesses)('Javelin calls out what a move came to, %#', (happened, text, bubble) => {
  expect(callOf(ground([happened]), javelinView).text).toBe(text);
  expect(javelin.bubble(happened, happened.seat)?.text).toBe(bubble);
  expect(javelin.bubble(happened, 1 - happened.seat)).toBe(null);
});

test('a guess of Javelin is about a card of the other player', () => {
  const { seat, slot, mood } = callOf(ground([event(1, 'guess 9 3 lower', { kind: 'guessed_wrong' })]), javelinView);
  expect({ seat, slot, mood }).toEqual({ seat: 0, slot: 3, mood: 'bad' });
});

test('Davenport turns the cards over one by one, and says who won only when all are turned', () => {
  const show = (seat: number, card: string): Fact => ({ kind: 'showed', seat, card, unseen: false });
  const reveal = event(2, 'commit 9c', show(0, '13c'), show(1, '14s'), show(2, '9c'), { kind: 'won_round', seat: 1 });
  const turned = [0, 1, 2].map((before) => waitOf(3, before));
  expect(turned).toEqual([...turned].sort((a, b) => a - b));
  for (const seat of [0, 1, 2]) expect(davenport.bubble(reveal, seat)!.after).toBeGreaterThan(turned[2]!);
  expect(davenport.bubble(reveal, 1)).toMatchObject({ text: 'wins', cards: ['14s'], mood: 'good' });
  expect(davenport.rest(reveal)).toBeGreaterThan(davenport.bubble(reveal, 1)!.after!);
  expect(davenport.rest(event(0, 'commit 13c'))).toBe(0);
  expect(waitOf(7, 7)).toBeLessThan(2500); // however many play
});
