// The story of a deal or a match, in one sentence: made from the score sheet, the places and the last facts.

import { clause, ends, whole, type Fact } from '../lib/facts';
import type { MatchEvent, ResultInfo, TableInfo, View } from '../lib/wire';
import { amount, isKey, listed, say } from '../words/index.svelte';
import { capital } from '../words/marks';

/** What a deal of a game is called. */
export type DealName = 'deal' | 'hand' | 'round';

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
  deal: DealName;
  you: number;
  name(seat: number): string;
};

/** A player of a sentence: their name, and whether they are you. */
export const whom = ({ you, name }: Ended, seat: number) => ({ you: seat === you, name: name(seat) });

/** The seats that have this place. */
export const at = (places: readonly number[], place: number) =>
  places.flatMap((one, seat) => (one === place ? [seat] : []));

/** The names, `you` first. */
function together(ended: Ended, seats: number[]): string {
  const names = [...seats.filter((seat) => seat === ended.you), ...seats.filter((seat) => seat !== ended.you)];
  return listed(names.map((seat) => (seat === ended.you ? say('common.you') : ended.name(seat))));
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
  if (others.length === 1) return say('story.ahead_scores', { score: scores[winner]!, other: others[0]! });
  const next = ended.fewest ? Math.min(...others) : Math.max(...others);
  return say('story.ahead_by', { amount: amount(Math.abs(scores[winner]! - next), ended.unit) });
}

/** How the winner of a match of several deals came to lead. */
function rise(ended: Ended, winner: number): string {
  const { sheet, fewest } = ended;
  const standings = sheet.map((scores) => placesBy(scores, fewest));
  const led = standings.map((places) => places[winner] === 1);
  const told = { ...whom(ended, winner), deal: say(`deal.${ended.deal}`), ahead: ahead(ended, winner) };
  if (led.every(Boolean)) return say('story.led', told);
  const last = standings.findLastIndex((places) => places.length > 2 && places[winner] === Math.max(...places));
  const since = led.lastIndexOf(false) + 1; // the deal that brought the lead
  const rival = at(standings[since - 1]!, 1)[0]!;
  const other = { them: rival === ended.you, rival: ended.name(rival) };
  if (last === since - 1) return say('story.was_last', { ...told, number: last + 1 });
  if (since === sheet.length - 1) return say('story.overtook', { ...told, ...other });
  return say('story.took_lead', { ...told, ...other, number: since + 1 });
}

/** How a match came out. */
function matchStory(ended: Ended, { places, points }: ResultInfo): string {
  const winners = at(places, 1);
  if (!winners.length) return say('story.nobody');
  const each = ended.unit ? say('story.each', { amount: amount(points[winners[0]!]!, ended.unit) }) : '';
  if (winners.length > 1) return capital(say('story.shared', { names: together(ended, winners), each }));
  const [winner] = winners as [number];
  if (ended.unit && ended.sheet.length > 1) return rise(ended, winner);
  const second = at(places, 2);
  const behind = second.length === 1 ? say('story.ahead_of', whom(ended, second[0]!)) : '';
  return say('story.won', { ...whom(ended, winner), ahead: ahead(ended, winner) || behind });
}

/** How a deal came out, and why it ended. */
function dealStory(ended: Ended): string {
  const winners = at(ended.places, 1);
  const isEnd = (fact: Fact) => ends(fact, ended.game);
  const last = ended.recent.findLast(({ facts = [] }) => facts.some(isEnd));
  const why = last?.facts?.find((fact) => isEnd(fact) && fact.kind !== 'deal_over');
  const deal = { deal: say(`deal.${ended.deal}`), number: ended.sheet.length };
  const because = why ? clause(why, ended.game, { name: ended.name, you: ended.you }) : '';
  const decided = winners.length > 0 && winners.length < ended.places.length;
  const won = decided ? say('story.won_deal', { names: together(ended, winners), ...deal }) : '';
  return whole(
    won && because ? say('common.fact', { what: won, why: because }) : won || because || say('deal.over', deal),
  );
}

export const storyOf = (ended: Ended) => (ended.result ? matchStory(ended, ended.result) : dealStory(ended));

/** Who went out first, and what the last one was left with. */
export function shedStory(ended: Ended): string {
  const [first] = at(ended.places, 1);
  if (first === undefined) return storyOf(ended);
  const loser = ended.places.indexOf(Math.max(...ended.places));
  const left = ended.view.counts?.[loser] ?? 0;
  const rest = left ? say('story.left_with', { ...whom(ended, loser), count: left }) : '';
  return say('story.first_out', { ...whom(ended, first), rest });
}

/** `1st`, `12th` */
export function ordinal(place: number): string {
  const special = `common.place.${place}`;
  return isKey(special) ? say(special as 'common.place.1') : say('common.place', { place });
}
