// The shapes of the suits, in a square of 100.

import type { Suit } from '../lib/cards';

export type { Suit };

export const SHAPES: Record<Suit, string> = {
  c: 'M50 8a21 21 0 0 1 17 33 21 21 0 1 1-11 32q1 12 10 19H34q9-7 10-19a21 21 0 1 1-11-32A21 21 0 0 1 50 8z',
  d: 'M50 4Q66 30 86 50 66 70 50 96 34 70 14 50 34 30 50 4z',
  h: 'M50 92C40 72 8 54 8 31a21 21 0 0 1 42-5 21 21 0 0 1 42 5c0 23-32 41-42 61z',
  s: 'M50 6c10 20 40 33 40 55a19 19 0 0 1-34 12q1 12 10 19H34q9-7 10-19a19 19 0 0 1-34-12C10 39 40 26 50 6z',
};
