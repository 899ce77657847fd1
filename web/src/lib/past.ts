// What this browser was shown of the match, moment by moment: to look back while it goes on. It knows nothing else.

import type { MatchEvent, TableInfo, View } from './wire';

/** A moment: what this viewer was allowed to see after something had happened. */
export type Shown = {
  number: number; // counted up, also when the first ones are forgotten
  table: TableInfo;
  view: View;
  recent: readonly MatchEvent[];
  told: string;
};

export const MOST_SHOWN = 400;

/** The moments with another one; those of an earlier match, and the oldest, are forgotten. */
export function noted(past: readonly Shown[], now: Omit<Shown, 'number'>): Shown[] {
  const number = (past.at(-1)?.number ?? -1) + 1;
  const same = past.filter(({ table }) => table.match === now.table.match);
  return [...same, { ...now, number }].slice(-MOST_SHOWN);
}

/** The moment with this number, or the one next to it that is still known. */
export const shownAt = (past: readonly Shown[], number: number): Shown | undefined =>
  past.find((one) => one.number >= number) ?? past.at(-1);
