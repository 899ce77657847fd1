// Where the signs stand on a card of 100 by 140.

const [LEFT, MIDDLE, RIGHT] = [34, 50, 66];
const column = (x: number, ...ys: number[]) => ys.map((y) => ({ x, y }));
const pair = (...ys: number[]) => [...column(LEFT, ...ys), ...column(RIGHT, ...ys)];

export const PIPS: Record<number, { x: number; y: number }[]> = {
  2: column(MIDDLE, 34, 106),
  3: column(MIDDLE, 34, 70, 106),
  4: pair(34, 106),
  5: [...pair(34, 106), ...column(MIDDLE, 70)],
  6: pair(34, 70, 106),
  7: [...pair(34, 70, 106), ...column(MIDDLE, 52)],
  8: [...pair(34, 70, 106), ...column(MIDDLE, 52, 88)],
  9: [...pair(30, 57, 83, 110), ...column(MIDDLE, 70)],
  10: [...pair(30, 57, 83, 110), ...column(MIDDLE, 43, 97)],
};
