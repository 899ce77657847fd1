// Opening a table, from the home page or with all its options.

import * as api from '../lib/api';
import { keep, tastes } from '../lib/memory.svelte';
import { go } from '../lib/route.svelte';
import { startAtOnce } from '../lib/visit.svelte';
import type { NewTable } from '../lib/wire';

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
