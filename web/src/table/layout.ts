// Where the cards of a hand lie: none is off the screen, and of each enough is seen to read and to touch it.

const LARGEST = 0.095; // width of a card, of the height of the window
const SMALLEST = 50;
const TOUCH = 27; // of a card is seen at least
const GAP = 6;
const LIFT = 14; // for a picked card

export type Layout = { card: number; step: number; height: number; at(i: number): { x: number; y: number } };

/** The cards of a hand of this width. The height is that of the most cards that it has held: the hand does not move. */
export function laidOut(count: number, most: number, width: number, window: number): Layout {
  const card = Math.round(Math.max(SMALLEST, Math.min(LARGEST * window, width / 8)));
  const inRow = Math.max(1, Math.floor((width - card) / TOUCH) + 1);
  const rowsOf = (count: number) => Math.max(1, Math.ceil(count / inRow));
  const rows = rowsOf(count);
  const perRow = Math.ceil(count / rows) || 1;
  const step = perRow > 1 ? Math.min(card + GAP, (width - card) / (perRow - 1)) : card;
  const down = card * (card > 67 ? 0.62 : 0.78);
  const spare = (rowsOf(Math.max(count, most)) - rows) * down;
  return {
    card,
    step,
    height: LIFT + (rows - 1) * down + card * 1.4 + spare,
    at(i) {
      const line = Math.floor(i / perRow);
      const here = line < rows - 1 ? perRow : count - perRow * (rows - 1);
      const start = (width - card - (here - 1) * step) / 2;
      return { x: start + (i % perRow) * step, y: LIFT + spare / 2 + line * down };
    },
  };
}
