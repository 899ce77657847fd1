// What the page makes of the coach's analysis.

import { expect, test } from 'vitest';
import type { JudgedMove } from './lib/wire';
import { Coaching, marginOf } from './replay/coach.svelte';
import type { Moments } from './replay/moments.svelte';

/** An analysis of two deals, which begin at frames 0 and 10; every frame is a moment. */
function analysis(...choices: Pick<JudgedMove, 'frame' | 'seat' | 'chance' | 'lost'>[]): Coaching {
  const moments = { record: { deals: [{ frame: 0 }, { frame: 10 }] }, momentOf: (frame: number) => frame };
  const coaching = new Coaching(moments as unknown as Moments);
  coaching.choices = choices.map((one) => ({ ...one, move: 'pass', best: 'pass', error: 0 }));
  return coaching;
}

test('a chance is that of the last choice in the same deal', () => {
  const coaching = analysis(
    { frame: 2, seat: 0, chance: 0.2, lost: 0 },
    { frame: 5, seat: 0, chance: 0.5, lost: 0 },
    { frame: 12, seat: 1, chance: 0.7, lost: 0 },
    { frame: 14, seat: 0, chance: 0.9, lost: 0 },
  );
  expect([1, 2, 9, 10, 13, 14].map((moment) => coaching.chanceAt(0, moment))).toEqual([
    undefined,
    0.2,
    0.5,
    undefined, // the second deal has begun, and the player has not chosen yet
    undefined,
    0.9,
  ]);
});

test('a player sees their worst three choices, and none that cost less than 2%', () => {
  const lost = [0.01, 0.3, 0.02, 0.05, 0.1];
  const coaching = analysis(...lost.map((cost, frame) => ({ frame, seat: 0, chance: 0.5, lost: cost })));
  expect(coaching.worst(0).map((choice) => choice.lost)).toEqual([0.3, 0.1, 0.05]);
  expect(coaching.marked.map((choice) => choice.lost)).toEqual([0.3, 0.02, 0.05, 0.1]);
  expect(coaching.worst(1)).toEqual([]);
});

test('a margin is two standard errors, and never said to be nothing', () => {
  expect([0.02, 0.004, 0].map((error) => marginOf({ error }))).toEqual([0.04, 0.01, 0.01]);
});
