// Cards by name: `9c`, `11d` (a jack), `14s` (an ace), `J1` (a joker), `7h'` (of a second deck); any other name is a game's own.

import { isKey, say } from '../words/index.svelte';
export type Suit = 'c' | 'd' | 'h' | 's';
const SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };
const LETTERS: Record<string, string> = { 11: 'J', 12: 'Q', 13: 'K', 14: 'A' };
const STANDARD = /^(\d{1,2})([cdhs])'?$/;

export function suitOf(card: string): Suit | '' {
  return (STANDARD.exec(card)?.[2] as Suit | undefined) ?? '';
}

const NO_NUMBER = 15; // jokers, and cards that are named by words: after all others

/** `11` for a jack, `9` for a card named `9`. */
export function rankOf(card: string): number {
  const found = /^(\d{1,2})/.exec(card);
  return found ? Number(found[1]) : NO_NUMBER;
}

/** Whether this is a card of a standard deck. */
export const isCard = (word: string) => STANDARD.test(word) || isJoker(word);

export const isJoker = (card: string) => /^J\d$/.test(card);

export function letter(card: string): string {
  const rank = /^(\d{1,2})/.exec(card)?.[1];
  if (!rank) return isJoker(card) ? '★' : card;
  return suitOf(card) ? (LETTERS[rank] ?? rank) : rank;
}

/** `J♦`, for lines of text. */
export function short(card: string): string {
  if (isJoker(card)) return say('card.joker');
  return letter(card) + (SIGNS[suitOf(card)] ?? '');
}

/** `♣♥` for the suits `ch`. */
export const signs = (suits: string) => [...suits].map((suit) => SIGNS[suit] ?? suit).join('');

const own = new Map<string, string>(); // how the games say the names of their own cards

export function learn(decks: { spoken: Record<string, string> }[]): void {
  for (const { spoken } of decks) for (const [card, words] of Object.entries(spoken)) own.set(card, words);
}

/** `7 of clubs`, for those who hear the page. */
export function spoken(card: string): string {
  if (isJoker(card)) return say('card.joker');
  const suit = suitOf(card);
  return suit ? spokenAs(rankOf(card), suit) : (own.get(card) ?? card);
}

function spokenAs(rank: number, suit: Suit): string {
  const named = `card.rank.${rank}`;
  return say('card.spoken', {
    rank: isKey(named) ? say(named as 'card.rank.11') : rank,
    suit: say(`card.suit.${suit}`),
  });
}

/** `kings`, `9s` */
export function ranked(rank: number): string {
  const named = `card.ranks.${rank}`;
  return isKey(named) ? say(named as 'card.ranks.11') : say('card.ranks', { rank });
}

const RANK_OF: Record<string, number> = { J: 11, Q: 12, K: 13, A: 14 };
const SUIT_OF = Object.fromEntries(Object.entries(SIGNS).map(([suit, sign]) => [sign, suit as Suit]));

/** A text about cards, for those who hear the page: `Ann plays 5 of spades.` */
export const heard = (text: string) =>
  text.replace(/\b(10|[2-9JQKA])([♣♦♥♠])/g, (_, rank: string, sign: string) =>
    spokenAs(RANK_OF[rank] ?? Number(rank), SUIT_OF[sign]!),
  );

/** A number of cards, in words. */
export const cardCount = (count: number) => say('card.count', { count });

/** The cards in a text, as people write them. */
export function prettified(text: string): string {
  return text
    .replace(/(J\d|\d{1,2}[cdhs]'?)=(\d{1,2}[cdhs]?)(?=$|[\s,.:)])/g, (_, card: string, means: string) =>
      say('card.as', { card: short(card), means: LETTERS[means] ?? short(means) }),
    )
    .replace(/\b(\d{1,2}[cdhs])'?(?=$|[\s,.:)])/g, (_, card: string) => short(card))
    .replace(/\bJ\d(?=$|[\s,.:)])/g, () => say('card.joker'));
}

/** Equal names can be held twice: `9#0`, `9#1` tell them apart. */
export function keyed(hand: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return hand.map((card) => {
    const count = seen.get(card) ?? 0;
    seen.set(card, count + 1);
    return `${card}#${count}`;
  });
}

/** The keys of the cards that a move names: of `add 2 high 9s J1=10s` those of the 9 and the joker. */
export function keysIn(move: string, hand: readonly string[]): string[] {
  const left = keyed(hand);
  return move.split(' ').flatMap((word) => {
    const at = left.findIndex((key) => named(key) === word.replace(/=.*/, ''));
    return at < 0 ? [] : left.splice(at, 1);
  });
}

export const named = (key: string) => key.slice(0, key.indexOf('#'));

const ORDER = 'cdsh'; // black and red by turns
export function sorted(keys: readonly string[], by: 'rank' | 'suit', rank = rankOf): string[] {
  const suit = (key: string) => ORDER.indexOf(suitOf(named(key)) || 'h');
  const value = (key: string) => rank(named(key));
  const first = by === 'rank' ? value : suit;
  const second = by === 'rank' ? suit : value;
  return [...keys].sort((a, b) => first(a) - first(b) || second(a) - second(b) || a.localeCompare(b));
}
