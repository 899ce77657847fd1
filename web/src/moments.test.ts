import { expect, test } from 'vitest';
import { DEALER, type Replay, type ReplayFrame } from './lib/wire';
import { Moments, momentsOf } from './replay/moments.svelte';

const frame = (seat: number, move: string): ReplayFrame => ({ happened: { what: 'move', seat, move }, view: {} });

test('a card that is drawn for a move belongs to the move, and gathering to the next deal', () => {
  const told = ['', 'Cards are dealt.', 'Ann replaces 7♣.', '', 'Ben attacks.', '', 'Cards are dealt.'];
  const frames = [
    frame(DEALER, 'gather'),
    frame(DEALER, 'deal'),
    frame(0, 'replace 9'),
    frame(DEALER, 'deal'),
    frame(1, 'attack 9 8'),
    frame(DEALER, 'gather'),
    frame(DEALER, 'deal'),
  ];
  expect(momentsOf(frames, (at) => told[at] !== '')).toEqual([[0, 1], [2, 3], [4], [5, 6]]);
});

test('every frame belongs to one moment, also of a match that is forged', () => {
  expect(momentsOf([], () => true)).toEqual([]);
  expect(momentsOf([frame(DEALER, 'gather'), frame(DEALER, 'gather')], () => false)).toEqual([[0, 1]]);
  expect(momentsOf([frame(0, 'pass'), frame(DEALER, 'gather')], () => false)).toEqual([[0], [1]]);
});

test('a replay shows a hidden turn move by move, and does not tell it once more when it is completed', () => {
  const completed = frame(0, 'complete');
  completed.happened.facts = [
    { kind: 'discarded', seat: 0, card: '13d' },
    { kind: 'last_lap', seat: 0 },
  ];
  const frames = [frame(0, 'stock'), frame(0, 'discard 13d'), completed];
  const record = { game: 'blitz', names: ['Ann', 'Ben'], kinds: ['person', 'bot'], frames, deals: [] };
  const { log } = new Moments('T1', record as unknown as Replay);
  expect(log.map(({ text, at }) => [at, text])).toEqual([
    [0, 'Ann draws from the stock.'],
    [1, 'Ann discards K♦.'],
    [2, 'Ann completes the turn.'],
    [2, 'Last lap.'], // the house's sentences are not here
  ]);
});
