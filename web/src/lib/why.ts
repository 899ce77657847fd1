// Why a move is suggested, in one sentence made from what a search measured.

import { rankOf, suitOf } from './cards';
import type { ComparedInfo, Suggestion } from './wire';

const CLEARLY = 2; // of 100 deals: less is not a difference
const GROUPS: Record<number, string> = { 2: 'pair', 3: 'three', 4: 'four' };
const RANKS: Record<number, string> = { 11: 'jacks', 12: 'queens', 13: 'kings', 14: 'aces' };

/** The cards of equal rank that the other move would break up, and this one does not touch: `your pair of kings`. */
export function kept(move: string, other: string, hand: readonly string[]): string {
  const ranks = (cards: readonly string[]) => cards.filter((word) => hand.includes(word)).map(rankOf);
  const used = ranks(move.split(' '));
  const wanted = ranks(other.split(' '));
  const held = ranks(hand);
  const count = (all: number[], rank: number) => all.filter((one) => one === rank).length;
  const broken = wanted.find((rank) => count(held, rank) > count(wanted, rank) && !used.includes(rank));
  const group = broken === undefined ? '' : (GROUPS[count(held, broken)] ?? '');
  return (
    group && `your ${group} ${group === 'pair' ? 'of ' : ''}${(hand.some(suitOf) && RANKS[broken!]) || `${broken}s`}`
  );
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

/** `say` puts a move in words. Only what was measured is said. */
export function because(
  suggestion: Suggestion,
  moves: number,
  hand: readonly string[],
  say: (move: string) => string,
): string {
  if (moves === 1) return 'It is your only move.';
  const other = rival(suggestion);
  if (!other) return 'A rule of thumb: nothing was tried out.';
  const of100 = (count: number) => Math.round((100 * count) / other.trials);
  const [better, worse] = [of100(other.better), of100(other.worse)];
  const words = doing(say(other.move));
  const keeps = kept(suggestion.move, other.move, hand);
  const measured =
    better - worse >= CLEARLY
      ? `better than ${words} in ${better} of 100 deals, worse in ${worse}`
      : `about as good as ${words}`;
  const said = keeps ? `keeps ${keeps}; ${measured}` : measured;
  return `${said[0]!.toUpperCase()}${said.slice(1)}.`;
}
