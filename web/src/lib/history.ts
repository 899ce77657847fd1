// The matches that were finished in this browser: they are kept here and nowhere else, for the player's own statistics.

import { read, write } from './memory.svelte';
import type { TableInfo } from './wire';

/** A match, as this player finished it. `level` is that of its bots, or empty if there were none. */
export type Past = {
  table: string;
  match: number;
  game: string;
  at: number;
  players: number;
  level: string;
  place: number;
  points: number;
};
export type Tally = { of: string; matches: number; won: number };

const KEY = 'cardhouse history';
const MOST = 2000; // matches: about 250 kB

export function past(): Past[] {
  const found = read<unknown>(KEY, []);
  return Array.isArray(found) ? found.filter(isPast) : [];
}

const isPast = (one: unknown): one is Past =>
  typeof one === 'object' &&
  one !== null &&
  ['table', 'game', 'level'].every((name) => typeof Reflect.get(one, name) === 'string') &&
  ['match', 'at', 'players', 'place', 'points'].every((name) => typeof Reflect.get(one, name) === 'number');

/** Remember a match that is over, once. One that began with a lesson, or in a chosen position, is practice, and does not count. */
export function note(table: TableInfo, seat: number, bots: boolean): void {
  const { id, match, game, result, lesson, onward, level } = table;
  const place = result?.places[seat];
  if (!result || place === undefined || ((lesson || onward) && match === 1)) return;
  const matches = past();
  if (matches.some((one) => one.table === id && one.match === match)) return;
  const ended = { place, points: result.points[seat] ?? 0, players: result.places.length, level: bots ? level : '' };
  write(KEY, [{ table: id, match, game, at: Date.now(), ...ended }, ...matches].slice(0, MOST));
}

export function forgetAll(): void {
  write(KEY, []);
}

/** How many matches there were, and how many of them were won, by what `of` says of each; the most played first. */
export function tallies(matches: readonly Past[], of: (one: Past) => string): Tally[] {
  const found = new Map<string, Tally>();
  for (const one of matches) {
    const tally = found.get(of(one)) ?? { of: of(one), matches: 0, won: 0 };
    tally.matches += 1;
    tally.won += one.place === 1 ? 1 : 0;
    found.set(tally.of, tally);
  }
  return [...found.values()].sort((a, b) => b.matches - a.matches || a.of.localeCompare(b.of));
}
