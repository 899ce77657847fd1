// Opening a table, from the home page or with all its options.

import * as api from '../lib/api';
import { keep, levelOf, tastes } from '../lib/memory.svelte';
import { go } from '../lib/route.svelte';
import { startAtOnce } from '../lib/visit.svelte';
import type { GameInfo, NewTable } from '../lib/wire';

/** One click: a table with bots, and the player in a seat. */
export async function playNow(game: GameInfo, name: string): Promise<void> {
  const bots = { bots: game.default_seats - 1, pace: tastes.pace, level: levelOf(game) };
  await open({ game: game.name, name, seats: game.default_seats, ...bots });
}

/** Open the lesson of a game and go there: the house chooses everything else. */
export async function learn(game: string): Promise<void> {
  const seated = await api.open({ game, name: tastes.name.trim() || 'Guest', pace: tastes.pace, lesson: true });
  keep(seated);
  go(`/t/${seated.table.id}`);
}

/** Open a table and go there. If bots take all other seats, they come when the player has added words to the first deal. */
export async function open(wanted: NewTable & { seats: number; bots: number }): Promise<void> {
  const alone = wanted.bots >= wanted.seats - 1;
  const seated = await api.open(alone ? { ...wanted, bots: 0 } : wanted);
  keep(seated);
  if (alone) startAtOnce.add(seated.table.id);
  go(`/t/${seated.table.id}`);
}
