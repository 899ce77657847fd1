// The commitments to deals of the day that this browser was shown before the day was over: "Is this deal fair?" compares them.

import { read, write } from './memory.svelte';
import type { DailyInfo } from './wire';

const PROMISES = 'cardhouse commitments';
const MOST = 200;

const promises = (): Record<string, string> => read(PROMISES, {});

/** The commitment to a deal of a day that this browser was shown first, while the day was not over. */
export const promisedFor = (date: string, game: string): string => promises()[`${date} ${game}`] ?? '';

/** Remember the commitments for a day that goes on, and for the next one. */
export function notePromises({ date, seconds, games }: DailyInfo): void {
  if (!seconds) return;
  const next = dayAfter(date);
  const shown = games.flatMap((one) => [
    [`${date} ${one.game}`, one.commitment],
    [`${next} ${one.game}`, one.next],
  ]);
  const all = { ...Object.fromEntries(shown.filter(([, commitment]) => commitment)), ...promises() };
  write(PROMISES, Object.fromEntries(Object.entries(all).sort().slice(-MOST)));
}

/** The date this number of days later. */
export function dayAfter(date: string, days = 1): string {
  const day = new Date(`${date}T12:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return day.toISOString().slice(0, 10);
}
