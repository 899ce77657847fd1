// Where the signs stand on a card of 100 by 140.

const [LEFT, MIDDLE, RIGHT] = [35, 50, 65];
const column = (x: number, ...ys: number[]) => ys.map((y) => ({ x, y }));
const pair = (...ys: number[]) => [...column(LEFT, ...ys), ...column(RIGHT, ...ys)];

export const PIPS: Record<number, { x: number; y: number }[]> = {
  2: column(MIDDLE, 30, 110),
  3: column(MIDDLE, 30, 70, 110),
  4: pair(30, 110),
  5: [...pair(30, 110), ...column(MIDDLE, 70)],
  6: pair(30, 70, 110),
  7: [...pair(30, 70, 110), ...column(MIDDLE, 50)],
  8: [...pair(30, 70, 110), ...column(MIDDLE, 50, 90)],
  9: [...pair(28, 56, 84, 112), ...column(MIDDLE, 70)],
  10: [...pair(28, 56, 84, 112), ...column(MIDDLE, 42, 98)],
};
