// Opening a table, from the home page or with all its options.

import * as api from '../lib/api';
import { forget, keep, keysOf, levelOf, tastes } from '../lib/memory.svelte';
import { levelsAt } from '../lib/options';
import { go } from '../lib/route.svelte';
import { startAtOnce } from '../lib/visit.svelte';
import { Refusal, type GameInfo, type NewTable, type Onward } from '../lib/wire';
import { cleaned } from '../lib/witness';
import { say } from '../words/index.svelte';

/** One click: a table with bots, and the player in a seat. */
export async function playNow(game: GameInfo, name: string): Promise<void> {
  const bots = {
    bots: game.default_seats - 1,
    pace: tastes.pace,
    level: levelOf({ levels: levelsAt(game, game.default_seats, {}) }),
  };
  await open({ game: game.name, name, seats: game.default_seats, ...bots });
}

/** Open the lesson of a game and go there: the house chooses everything else. */
export async function learn(game: string): Promise<void> {
  const seated = await api.open({
    game,
    name: tastes.name.trim() || say('common.guest'),
    pace: tastes.pace,
    lesson: true,
  });
  keep(seated);
  go(`/t/${seated.table.id}`);
}

/** Open a table that goes on from a moment of a finished match, and go there. */
export async function playOn(
  levels: Record<string, string> | undefined,
  moment: Onward & { game: string },
): Promise<void> {
  const { game, ...onward } = moment;
  const seated = await api.open({
    game,
    name: tastes.name.trim() || say('common.guest'),
    pace: tastes.pace,
    ...(levels && { level: levelOf({ levels }) }),
    onward,
  });
  keep(seated);
  go(`/t/${seated.table.id}`);
}

/** Open a table and go there. If bots take all other seats, they come when the player has added words to the first deal. */
export async function open(
  wanted: NewTable & { seats: number; bots: number },
  others: readonly string[] = [], // at this device, who take seats too
): Promise<void> {
  const names = [wanted.name, ...others].map((name) => cleaned(name).toLowerCase());
  const twice = names.findIndex((name, n) => names.indexOf(name) !== n);
  if (twice > 0) throw new Refusal('name', say('pass.same_name', { name: others[twice - 1]!.trim() }));
  const alone = wanted.bots >= wanted.seats - names.length;
  const seated = await api.open(alone ? { ...wanted, bots: 0 } : wanted);
  const { id } = seated.table;
  keep(seated);
  try {
    for (const name of others) keep(await api.sit(id, { name }), { beside: true });
  } catch (refusal) {
    for (const { token } of keysOf(id)) await api.leave(id, token).catch(() => {}); // nobody plays at half a table
    forget(id);
    throw refusal;
  }
  if (alone && names.length < wanted.seats) startAtOnce.add(id);
  go(`/t/${id}`);
}
