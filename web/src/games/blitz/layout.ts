// How large the cards of the melds can be, so that all melds lie on the board.

import type { Meld } from '../../generated/views';

export const LEAST = 44; // pixels: a card is never narrower, the board scrolls instead
const MOST = 200;
const ACROSS = 14; // pixels between melds ...
export const DOWN = 30; // ... and between rows, with the line that says what a meld is
const OPEN = 5; // cards of a book that lie apart; of more, each shows less

/** How much of each card is seen, in widths of a card: enough to read it. The last one is seen whole. */
export function stepsOf([kind, laid]: Meld, isOther: (card: string, means: string) => boolean): number[] {
  const book = laid.length > OPEN ? (0.36 * (OPEN - 1)) / (laid.length - 1) : 0.36;
  return laid.slice(0, -1).map(([card, means]) => (kind === 'book' ? book : isOther(card, means) ? 0.74 : 0.41));
}

/** The largest width of a card with which melds of these widths, in cards, fit. */
export function fitted(widths: readonly number[], width: number, height: number): number {
  for (let card = MOST; card > LEAST; card -= 2) {
    if (rowsOf(widths, width, card) * (card * 1.4 + DOWN) <= height) return card;
  }
  return LEAST;
}

function rowsOf(widths: readonly number[], width: number, card: number): number {
  let rows = 1;
  let used = 0;
  for (const cards of widths) {
    const wide = cards * card + ACROSS;
    if (wide > width + ACROSS) return Infinity;
    if (used + wide > width + ACROSS) {
      rows += 1;
      used = 0;
    }
    used += wide;
  }
  return rows;
}
