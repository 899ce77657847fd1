// What the boards of Javelin, Davenport and Blitz say and show.

import { expect, test } from 'vitest';
import type { BlitzView, JavelinView, Meld } from './generated/views';
import { blitz } from './games/blitz';
import { fitted, LEAST, stepsOf } from './games/blitz/layout';
import { callOf } from './games/javelin/calls';
import { davenport, waitOf } from './games/davenport';
import { javelin } from './games/javelin';
import { drawnCards } from './games/ui';
import type { Fact } from './lib/facts';
import type { MatchEvent } from './lib/wire';
import type { Desk, Ground } from './table/desk.svelte';

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

test('the melds of Blitz are as large as they fit, never smaller than 44 pixels', () => {
  expect(fitted([2, 2], 900, 300)).toBeGreaterThan(fitted([2, 2, 2, 2, 2, 2, 2, 2], 900, 300));
  expect(fitted(Array(30).fill(3.5), 330, 200)).toBe(LEAST);
  expect(fitted([8], 330, 2000)).toBe(LEAST); // wider than the board
  expect(fitted([], 330, 200)).toBeGreaterThan(LEAST);
});

test('of each card of a meld of Blitz enough is seen, and of a large book less', () => {
  const other = (card: string, means: string) => card !== means;
  const run: Meld = ['run', [['4c', '4c', 0], ['J1', '5c', 0], ['6c', '6c', 0]]]; // prettier-ignore
  const [own, wild] = stepsOf(run, other);
  expect(own! * LEAST).toBeGreaterThanOrEqual(18);
  expect(wild! * LEAST).toBeGreaterThanOrEqual(32);
  const book = (count: number): Meld => ['book', Array.from({ length: count }, () => ['7c', '7', 0])];
  const width = (count: number) => stepsOf(book(count), other).reduce((sum, step) => sum + step, 1);
  expect(width(8)).toBeCloseTo(width(5));
});

const blitzDesk = (view: Partial<BlitzView>, recent: MatchEvent[] = []) => {
  const known = { game: 'blitz', deal: 1, turn: 0, wild_rank: '4', drawn: '', may_undo: false, ...view };
  return {
    me: 0,
    view: known,
    cards: [],
    picked: [],
    target: -1,
    reading: 0,
    ground: ground(recent),
  } as unknown as Desk;
};

test('the buttons of Blitz keep their places from stage to stage', () => {
  const stages = [['deal'], ['stock', 'take 1'], ['discard 9c'], ['complete', 'undo']] as BlitzView['moves'][];
  const labels = stages.map((moves) => blitz.actions(blitzDesk({ moves })).map(({ label }) => label));
  for (const found of labels) expect([found.length, ...found.slice(2)]).toEqual([4, 'Undo', 'Complete']);
});

test('wild cards are marked in the hand of Blitz, and the card that was drawn', () => {
  const steps = [{ from: 'stock', to: 'hand 0', cards: ['9c'] }];
  const drew = { ...event(-2, 'deal'), steps } as MatchEvent;
  const desk = blitzDesk({ drawn: 'stock', moves: [] }, [drew]);
  expect(['4h', 'J1', '9c', '8d'].map((card) => blitz.marks(desk, card).wild)).toEqual([true, true, false, false]);
  expect(['4h', 'J1', '9c', '8d'].map((card) => blitz.marks(desk, card).drawn)).toEqual([false, false, true, false]);
  expect(blitz.marks(blitzDesk({ turn: 1, drawn: 'stock' }, [drew]), '9c').drawn).toBe(false);
});

test('the card that was drawn stays marked when a discard is undone', () => {
  const step = (from: string, to: string, card: string) => [{ from, to, cards: [card] }];
  const recent = [
    { what: 'move', seat: 0, move: 'stock', steps: step('stock', 'hand 0', '13h') },
    { what: 'move', seat: 0, move: 'discard 6c', steps: step('hand 0', 'discards', '6c') },
    { what: 'move', seat: 0, move: 'undo', steps: step('discards', 'hand 0', '6c') },
  ] as MatchEvent[];
  expect(drawnCards({ ground: { recent } as unknown as Ground, me: 0 })).toEqual(['13h']);
});
