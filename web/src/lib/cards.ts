// Cards by name: `9c`, `11d` (a jack), `14s` (an ace), `J1` (a joker), `7h'` (of a second deck); Dynasty's `9` and `W`.

export type Suit = 'c' | 'd' | 'h' | 's';
const SIGNS: Record<string, string> = { c: '♣', d: '♦', h: '♥', s: '♠' };
const SUITS: Record<string, string> = { c: 'clubs', d: 'diamonds', h: 'hearts', s: 'spades' };
const LETTERS: Record<string, string> = { 11: 'J', 12: 'Q', 13: 'K', 14: 'A' };
const RANKS: Record<string, string> = { 11: 'jack', 12: 'queen', 13: 'king', 14: 'ace' };
const STANDARD = /^(\d{1,2})([cdhs])'?$/;

export function suitOf(card: string): Suit | '' {
  return (STANDARD.exec(card)?.[2] as Suit | undefined) ?? '';
}

/** `11` for a jack; 15 for a joker, 13 for Dynasty's wild: after all others. */
export function rankOf(card: string): number {
  const found = /^(\d{1,2})/.exec(card);
  return found ? Number(found[1]) : card === 'W' ? 13 : 15;
}

export function letter(card: string): string {
  const rank = /^(\d{1,2})/.exec(card)?.[1];
  if (!rank) return card.startsWith('J') ? '★' : card;
  return suitOf(card) ? (LETTERS[rank] ?? rank) : rank;
}

/** `J♦`, for lines of text. */
export function short(card: string): string {
  if (/^J\d/.test(card)) return 'joker';
  return letter(card) + (SIGNS[suitOf(card)] ?? '');
}

/** `7 of clubs`, for those who hear the page. */
export function spoken(card: string): string {
  if (/^J\d/.test(card)) return 'joker';
  if (card === 'W') return 'wild';
  const suit = suitOf(card);
  const rank = String(rankOf(card));
  return suit ? `${RANKS[rank] ?? rank} of ${SUITS[suit]}` : rank;
}

/** The cards in a text, as people write them. */
export function prettified(text: string): string {
  return text
    .replace(/=(\d{1,2}[cdhs]?)(?=$|[\s,.:)])/g, (_, means: string) => ` (as ${LETTERS[means] ?? short(means)})`)
    .replace(/\b(\d{1,2}[cdhs])'?(?=$|[\s,.:)])/g, (_, card: string) => short(card))
    .replace(/\bJ\d(?=$|[\s,.:)])/g, 'joker');
}

/** Equal names can be held twice: `9#0`, `9#1` tell them apart. */
export function keyed(hand: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return hand.map((card) => {
    const many = seen.get(card) ?? 0;
    seen.set(card, many + 1);
    return `${card}#${many}`;
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
