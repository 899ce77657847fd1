// The deals of the day that this browser has begun.

import * as api from './api';
import { newKey } from './keys';
import { keep, read, seats, tastes, write } from './memory.svelte';
import { go } from './route.svelte';
import { Refusal, type DailyGame, type DailyInfo, type Seated } from './wire';

/** A deal that this browser has begun. The key is a secret: with it, the house gives the seat again. */
export type Attempt = { date: string; game: string; name: string; key: string; table: string };

const ATTEMPTS = 'cardhouse daily';
const MOST = 200;
const REFUSED = ['played', 'unreadable']; // nothing was begun: another name may be tried, with another key

export function attempts(): Attempt[] {
  const found = read<unknown>(ATTEMPTS, []);
  return Array.isArray(found) ? found.filter((one) => typeof one?.key === 'string') : [];
}

export const attemptAt = (date: string, game: string): Attempt | undefined =>
  attempts().find((one) => one.date === date && one.game === game);

function remember(date: string, game: string, attempt?: Attempt): void {
  const others = attempts().filter((one) => one.date !== date || one.game !== game);
  write(ATTEMPTS, [...(attempt ? [attempt] : []), ...others].slice(0, MOST));
}

/** Begin the deal of a day, or go on with it. The key is kept before it is sent: if the answer is lost, it opens the seat. */
export async function begin({ date }: DailyInfo, game: string): Promise<void> {
  const known = attemptAt(date, game);
  if (known?.table && seats().some(({ id }) => id === known.table)) {
    go(`/t/${known.table}`);
    return;
  }
  const attempt = known ?? { date, game, name: tastes.name, key: newKey(), table: '' };
  remember(date, game, attempt);
  try {
    const seated = await api.attempt(game, { name: attempt.name, key: attempt.key, pace: tastes.pace });
    arrive(seated, attempt);
  } catch (refusal) {
    if (!attempt.table && REFUSED.includes((refusal as Refusal).code)) remember(date, game);
    throw refusal;
  }
}

function arrive(seated: Seated, attempt: Attempt): void {
  const { id, daily, game } = seated.table;
  keep(seated);
  if (daily !== attempt.date) remember(attempt.date, game); // midnight has passed meanwhile
  remember(daily, game, { ...attempt, date: daily, name: seated.table.seats[seated.seat]?.name ?? '', table: id });
  go(`/t/${id}`);
}

/** Where this browser's player is on the ranking. */
export function mine(date: string, { game, ranking }: DailyGame) {
  const name = attemptAt(date, game)?.name;
  return ranking.find((one) => one.name === name);
}
