// What players are called after a deal. Most titles stay at the seat until the next deal has given them to somebody.

import { clause, type Fact, type Saying } from '../lib/facts';
import type { MatchEvent, TableInfo, View } from '../lib/wire';
import { gains, placesBy } from './story';
import { say } from '../words/index.svelte';
import { capital } from '../words/marks';

/** `brief`: gone when the next deal begins; `last`: nothing to be proud of, and gone when the next match begins. */
export type Title = { text: string; crown: boolean; brief?: true; last?: true };

/** Something to celebrate, or to mourn, and at which seat. */
export type Moment = { seat: number; text: string; crown: boolean; mood: 'good' | 'bad' };

const NOBODY = -1;

export const winner = (place: number): Title | null =>
  place === 1 ? { text: say('common.wins_word'), crown: true, brief: true } : null;

/** The places that the last deal has made, by what each seat scored in it; none, if all scored the same. */
export function lastPlaces(sheet: TableInfo['sheet'], fewest: boolean): number[] {
  const places = placesBy(gains(sheet), fewest);
  return places.some((place) => place > 1) ? places : [];
}

type Becomes = 'title.is_out' | 'title.is_last' | 'dynasty.is_monarch';

/** `You are` or `Ann is`, and what. */
export const becomes = (what: Becomes, seat: number, { name, you }: Saying) =>
  say(what, { you: seat === you, name: name(seat) });

/** A fact as something to celebrate. */
export function celebrated(fact: Fact, { game }: View, saying: Saying, more: Partial<Moment> = {}): Moment {
  const said = clause(fact, game, saying);
  const text = `${capital(said)}!`;
  return { seat: 'seat' in fact ? fact.seat : NOBODY, text, crown: false, mood: 'good', ...more };
}

/** Those who go out with an event, each with the title that this earns. */
export function outs(
  { facts = [] }: MatchEvent,
  view: View,
  saying: Saying,
  title: (place: number, players: number) => Title | null,
): Moment[] {
  return facts.flatMap((fact) => {
    if (fact.kind !== 'out') return [];
    const earned = title(fact.place, view.seats);
    const who = { you: fact.seat === saying.you, name: saying.name(fact.seat) };
    const text = earned ? say('title.is', { ...who, what: earned.text }) : becomes('title.is_out', fact.seat, saying);
    return [{ seat: fact.seat, text, crown: !!earned?.crown, mood: 'good' as const }];
  });
}
