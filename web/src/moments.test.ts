import { expect, test } from 'vitest';
import { DEALER, type ReplayFrame } from './lib/wire';
import { momentsOf } from './replay/moments.svelte';

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
