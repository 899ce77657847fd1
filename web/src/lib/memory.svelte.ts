// What this browser remembers: the player's name and tastes, and the keys to their seats.

import { isLanguage, preferred, type Language } from '../words/index.svelte';
import type { Entered, GameInfo, Seated } from './wire';

export type Theme = 'system' | 'light' | 'dark';
export type Sorting = 'rank' | 'suit' | 'own';
export type FeltColour = 'green' | 'blue' | 'burgundy';
export type Back = 'weave' | 'waves' | 'diamonds';
const TASTES = {
  name: '',
  language: '', // as the browser prefers
  theme: 'system' as Theme,
  felt: 'green' as FeltColour,
  back: 'weave' as Back, // of the cards
  fourColours: false,
  volume: 0.6, // of sounds; 0 is silence
  notices: false,
  calls: false, // on this device, when the page is closed
  letters: true, // on the keyboard press buttons
  speed: 1, // of animations; 0 is none
  pace: 0.8, // seconds that bots wait, at tables that this player opens
  level: 'quick', // of bots, likewise
  sorting: 'rank' as Sorting,
};

/** Storage may be forbidden or full: then nothing is remembered, and all else works. */
export function read<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key);
    const found: unknown = text === null ? null : JSON.parse(text);
    return typeof found === 'object' && found !== null ? (found as T) : fallback;
  } catch {
    return fallback;
  }
}

export function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // see above
  }
}

export const tastes = $state({ ...TASTES, ...read('cardhouse tastes', {}) });

export function remember(): void {
  write('cardhouse tastes', $state.snapshot(tastes));
}

/** The language that the player has chosen, or else that of the browser. */
export const spoken = (): Language => (isLanguage(tastes.language) ? tastes.language : preferred());

/** The level that the player likes, if this house has it. */
export const levelOf = ({ levels }: Pick<GameInfo, 'levels'>) => (tastes.level in levels ? tastes.level : 'quick');

// Seats: several at one table, if people pass this device round; the first of them is its owner's

export type Kept = { id: string; game: string; name: string; token: string; at: number };
const SEATS = 'cardhouse seats';
const MOST_SEATS = 30;

export function seats(): Kept[] {
  const found = read<unknown>(SEATS, []);
  return Array.isArray(found) ? found : [];
}

/** The seats of this device at a table, in the order in which they were taken. */
export const keysOf = (id: string): Kept[] => seats().filter((seat) => seat.id === id);

export const tokenOf = (id: string): string => keysOf(id)[0]?.token ?? '';

/** The tables at which this device has seats, each once. */
export const tablesKept = (): Kept[] => {
  const all = seats();
  return all.filter(({ id }, n) => all.findIndex((other) => other.id === id) === n);
};

/** Remember the key to a seat: instead of those that this device has at the table, or beside them. */
export function keep(seated: Seated, how: { beside: boolean } = { beside: false }): void {
  const { id, game } = seated.table;
  const seat = seated.table.seats[seated.seat];
  keepSeat({ id, game, name: seat?.heir || seat?.name || tastes.name, token: seated.token, at: Date.now() }, how);
}

export function keepSeat(kept: Kept, how: { beside: boolean } = { beside: false }): void {
  const others = seats().filter((other) => other.id !== kept.id);
  write(SEATS, [...(how.beside ? keysOf(kept.id) : []), kept, ...others].slice(0, MOST_SEATS));
}

/** Forget the seats of this device at a table, or the one with this token. */
export function forget(id: string, token?: string): void {
  write(
    SEATS,
    seats().filter((seat) => seat.id !== id || (token !== undefined && seat.token !== token)),
  );
}

// Evenings: a token that opens the seats at all their tables

export type KeptEvening = Kept & { player: number };
const EVENINGS = 'cardhouse evenings';
const MOST_EVENINGS = 10;

export function evenings(): KeptEvening[] {
  const found = read<unknown>(EVENINGS, []);
  return Array.isArray(found) ? found : [];
}

export function keepEvening({ evening, player, token }: Entered): KeptEvening {
  const { id, game, players } = evening;
  const kept = { id, game, name: players[player - 1]?.name ?? tastes.name, token, player, at: Date.now() };
  write(EVENINGS, [kept, ...evenings().filter((other) => other.id !== id)].slice(0, MOST_EVENINGS));
  return kept;
}

export function forgetEvening(id: string): void {
  write(
    EVENINGS,
    evenings().filter((evening) => evening.id !== id),
  );
}

// The order in which a player has laid out the cards, at one table

const orders = (): Record<string, string[]> => read('cardhouse orders', {});

export const arranged = (id: string): string[] => orders()[id] ?? [];

export function arrange(id: string, hand: string[]): void {
  const others = Object.entries(orders()).filter(([other]) => other !== id);
  write('cardhouse orders', Object.fromEntries([...others.slice(-MOST_SEATS), [id, hand]]));
}

// Whose messages a player does not want to see, at one table

const hidings = (): Record<string, string[]> => read('cardhouse hidden', {});

export const hiddenAt = (id: string): string[] => hidings()[id] ?? [];

export function hide(id: string, names: string[]): void {
  const others = Object.entries(hidings()).filter(([other]) => other !== id);
  write('cardhouse hidden', Object.fromEntries([...others.slice(-MOST_SEATS), [id, names]]));
}

// The log of a table, in this tab: the house keeps the cards, and tells the last few events

export function keptLog<T>(id: string): T[] {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(`cardhouse log ${id}`) ?? '[]');
    return Array.isArray(found) ? found : [];
  } catch {
    return [];
  }
}

export function keepLog(id: string, log: object[]): void {
  try {
    sessionStorage.setItem(`cardhouse log ${id}`, JSON.stringify(log));
  } catch {
    // then it starts from nothing
  }
}
