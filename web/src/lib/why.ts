// Why a move is suggested, in one sentence made from what a search measured.

import { ranked, rankOf, suitOf } from './cards';
import type { ComparedInfo, Suggestion } from './wire';
import { isKey, language, say } from '../words/index.svelte';
import { capital } from '../words/marks';

const CLEARLY = 2; // of 100 deals: less is not a difference

/** The cards of equal rank that the other move would break up, and this one does not touch: `your pair of kings`. */
export function kept(move: string, other: string, hand: readonly string[]): string {
  const ranksOf = (cards: readonly string[]) => cards.filter((word) => hand.includes(word)).map(rankOf);
  const used = ranksOf(move.split(' '));
  const wanted = ranksOf(other.split(' '));
  const held = ranksOf(hand);
  const count = (all: number[], rank: number) => all.filter((one) => one === rank).length;
  const broken = wanted.find((rank) => count(held, rank) > count(wanted, rank) && !used.includes(rank));
  const group = broken === undefined ? '' : `why.group.${count(held, broken)}`;
  if (broken === undefined || !isKey(group)) return '';
  const ranks = hand.some(suitOf) ? ranked(broken) : say('card.ranks', { rank: broken });
  return say(group as 'why.group.2', { ranks });
}

/** The other move that is most telling: doing nothing, or else the best one. */
function rival({ move, compared }: Suggestion): ComparedInfo | undefined {
  return compared.find((one) => !one.move.includes(' ') && one.move !== move) ?? compared[0];
}

const DOUBLED = /^([^aeiou]*[aeiou][^aeiouwxy]|commit)$/; // bid, put: bidding, putting

/** What is advised, as something that is done: `exchange 10♠` becomes `exchanging 10♠`. */
export function doing(advised: string): string {
  const [verb = '', ...rest] = advised.split(' ');
  const stem = DOUBLED.test(verb) ? verb + verb.at(-1) : verb.replace(/([^e])e$/, '$1');
  return [`${stem}ing`, ...rest].join(' ');
}

/** `inWords` puts a move in words. Only what was measured is said. */
export function because(
  suggestion: Suggestion,
  moves: number,
  hand: readonly string[],
  inWords: (move: string) => string,
): string {
  if (moves === 1) return say('why.only');
  const other = rival(suggestion);
  if (!other) return say('why.rule_of_thumb');
  const of100 = (count: number) => Math.round((100 * count) / other.trials);
  const [better, worse] = [of100(other.better), of100(other.worse)];
  const words = inWords(other.move);
  const move = language.code === 'en' ? doing(words) : words; // the other languages quote the infinitive
  const keeps = kept(suggestion.move, other.move, hand);
  const measured = better - worse >= CLEARLY ? say('why.better', { move, better, worse }) : say('why.alike', { move });
  return `${capital(keeps ? say('why.keeps', { cards: keeps, measured }) : measured)}.`;
}
