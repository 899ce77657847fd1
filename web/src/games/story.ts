// The story of a deal or a match, in one sentence: made from the score sheet, the places and the last facts.

import { clause, ends, type Fact } from '../lib/facts';
import type { MatchEvent, ResultInfo, TableInfo, View } from '../lib/wire';

/** A deal that is over, or a match. */
export type Ended = {
  game: string;
  view: View;
  sheet: TableInfo['sheet']; // the scores after each deal
  result: ResultInfo | null; // of the match, if it is over
  places: readonly number[]; // in the last deal; 0 for those who did not finish it
  recent: readonly MatchEvent[];
  unit: readonly [one: string, more: string] | null; // what scores count
  fewest: boolean; // the lowest score is the best
  deal: string; // what a deal is called
  you: number;
  name(seat: number): string;
};

/** `You` or a name, at the start of a sentence. */
export const who = ({ you, name }: Ended, seat: number) => (seat === you ? 'You' : name(seat));

/** `you` or a name, within a sentence. */
export const whom = ({ you, name }: Ended, seat: number) => (seat === you ? 'you' : name(seat));

export const was = ({ you }: Ended, seat: number) => (seat === you ? 'were' : 'was');

/** The seats that have this place. */
export const at = (places: readonly number[], place: number) =>
  places.flatMap((one, seat) => (one === place ? [seat] : []));

/** A number with its noun. */
export const amount = (count: number, [one, more]: readonly [string, string]) => `${count} ${count === 1 ? one : more}`;

/** The names, `you` first, as the subject of a sentence. */
function together(ended: Ended, seats: number[]): string {
  const names = [...seats.filter((seat) => seat === ended.you), ...seats.filter((seat) => seat !== ended.you)];
  const [first, ...others] = names.map((seat, n) => (n ? whom(ended, seat) : who(ended, seat)));
  return others.length ? `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)}` : first!;
}

/** The places that these scores make: 1 for the best, and equal ones share a place. */
export function placesBy(scores: readonly number[], fewest = false): number[] {
  const better = (a: number, b: number) => (fewest ? a < b : a > b);
  return scores.map((score) => 1 + scores.filter((other) => better(other, score)).length);
}

/** What each seat scored in the last deal. */
export function gains(sheet: Ended['sheet']): number[] {
  const before = sheet.at(-2);
  return (sheet.at(-1) ?? []).map((score, seat) => score - (before?.[seat] ?? 0));
}

/** By how much the winner is ahead: `12 to 7` between two, `by 5 points` among more. */
function ahead(ended: Ended, winner: number): string {
  const scores = ended.sheet.at(-1) ?? [];
  const others = scores.filter((_, seat) => seat !== winner);
  if (!ended.unit || !others.length) return '';
  if (others.length === 1) return ` ${scores[winner]} to ${others[0]}`;
  const next = ended.fewest ? Math.min(...others) : Math.max(...others);
  return ` by ${amount(Math.abs(scores[winner]! - next), ended.unit)}`;
}

/** How the winner of a match of several deals came to lead. */
function rise(ended: Ended, winner: number): string {
  const { sheet, fewest } = ended;
  const deal = ended.deal.toLowerCase();
  const standings = sheet.map((scores) => placesBy(scores, fewest));
  const led = standings.map((places) => places[winner] === 1);
  const wins = `won${ahead(ended, winner)}`;
  const me = who(ended, winner);
  if (led.every(Boolean)) return `${me} led from the first ${deal} to the last and ${wins}.`;
  const last = standings.findLastIndex((places) => places.length > 2 && places[winner] === Math.max(...places));
  const since = led.lastIndexOf(false) + 1; // the deal that brought the lead
  const rival = at(standings[since - 1]!, 1)[0]!;
  if (last === since - 1) return `${me} ${was(ended, winner)} last after ${deal} ${last + 1}, but ${wins}.`;
  if (since === sheet.length - 1) return `${me} overtook ${whom(ended, rival)} in the last ${deal} and ${wins}.`;
  return `${me} took the lead from ${whom(ended, rival)} in ${deal} ${since + 1} and ${wins}.`;
}

/** How a match came out. */
function matchStory(ended: Ended, { places, points }: ResultInfo): string {
  const winners = at(places, 1);
  if (!winners.length) return 'Nobody won.';
  const each = ended.unit ? `, with ${amount(points[winners[0]!]!, ended.unit)} each` : '';
  if (winners.length > 1) return `${together(ended, winners)} shared first place${each}.`;
  const [winner] = winners as [number];
  if (ended.unit && ended.sheet.length > 1) return rise(ended, winner);
  const second = at(places, 2);
  const behind = second.length === 1 ? `, ahead of ${whom(ended, second[0]!)}` : '';
  return `${who(ended, winner)} won${ahead(ended, winner) || behind}.`;
}

/** How a deal came out, and why it ended. */
function dealStory(ended: Ended): string {
  const winners = at(ended.places, 1);
  const isEnd = (fact: Fact) => ends(fact, ended.game);
  const last = ended.recent.findLast(({ facts = [] }) => facts.some(isEnd));
  const why = last?.facts?.find((fact) => isEnd(fact) && fact.kind !== 'deal_over');
  const deal = `${ended.deal.toLowerCase()} ${ended.sheet.length}`;
  const because = why ? clause(why, ended.game, { name: ended.name, you: ended.you }) : '';
  const won = winners.length && winners.length < ended.places.length ? `${together(ended, winners)} won ${deal}` : '';
  const told = won && because ? `${won}: ${because}` : won || because || `${ended.deal} ${ended.sheet.length} is over`;
  return `${told.charAt(0).toUpperCase()}${told.slice(1)}.`;
}

export const storyOf = (ended: Ended) => (ended.result ? matchStory(ended, ended.result) : dealStory(ended));

/** Who went out first, and what the last one was left with. */
export function shedStory(ended: Ended): string {
  const [first] = at(ended.places, 1);
  if (first === undefined) return storyOf(ended);
  const loser = ended.places.indexOf(Math.max(...ended.places));
  const left = ended.view.counts?.[loser] ?? 0;
  const rest = left ? `; ${whom(ended, loser)} ${was(ended, loser)} left with ${amount(left, ['card', 'cards'])}` : '';
  return `${who(ended, first)} went out first${rest}.`;
}

const ORDINALS = ['', '1st', '2nd', '3rd'];
export const ordinal = (place: number) => ORDINALS[place] ?? `${place}th`;
