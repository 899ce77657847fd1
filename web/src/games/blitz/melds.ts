// What picked cards could be: new melds, and additions to those on the board. A proposal; the house decides.
//
// A position in a run is a number: 0 is the ace below the 2, 12 the king, 13 the ace above it.

import type { Meld } from '../../generated/views';
import type { BlitzMove } from '../../generated/moves';
import { letter, ranked, rankOf, short, suitOf } from '../../lib/cards';
import { sameWords } from '../ui';
import { say } from '../../words/index.svelte';

export type Reading = { move: BlitzMove; label: string; cards: { card: string; means: string }[] };
export type End = 'low' | 'high' | 'book';

const PLACES = 14;
const ACE = 14;
const RANKS = Array.from({ length: 13 }, (_, i) => i + 2);

const plain = (card: string) => card.replace("'", '');
const cardAt = (suit: string, position: number) => `${position === 0 ? ACE : position + 1}${suit}`;
/** What a card stands for, if not for itself: a card in a run, a rank in a book. */
export function standsFor(card: string, means: string): string {
  if (suitOf(means)) return plain(card) === means ? '' : `= ${short(means)}`;
  return String(rankOf(card)) === means ? '' : `= ${letter(`${means}c`)}`;
}

export class Melding {
  constructor(private wildRank: string) {}

  wild(card: string): boolean {
    return card.startsWith('J') || String(rankOf(card)) === this.wildRank;
  }

  /** What these cards make together, the likeliest first: as they were picked, then in another order. */
  news(cards: string[]): Reading[] {
    if (cards.length < 3) return [];
    return [...this.books(cards), ...this.runs(cards)];
  }

  private books(cards: string[]): Reading[] {
    const ranks = new Set(cards.filter((card) => !this.wild(card)).map(rankOf));
    if (ranks.size > 1) return [];
    const [rank] = ranks;
    if (rank !== undefined) return [this.book(cards, rank)];
    const own = Number(this.wildRank);
    const first = cards.some((card) => !card.startsWith('J')) ? [own] : [];
    return [...first, ...RANKS.filter((other) => !first.includes(other))].map((other) => this.book(cards, other));
  }

  private book(cards: string[], rank: number): Reading {
    const said = (card: string) => (this.wild(card) && rankOf(card) !== rank ? `${card}=${rank}` : card);
    return {
      move: `new book ${cards.map(said).join(' ')}`,
      label: say('blitz.book_of', { ranks: ranked(rank) }),
      cards: cards.map((card) => ({ card, means: String(rank) })),
    };
  }

  private runs(cards: string[]): Reading[] {
    const natural = cards.find((card) => !this.wild(card));
    const suits = natural ? [suitOf(natural)] : ['c', 'd', 'h', 's'];
    const found: { reading: Reading; odd: number }[] = [];
    for (const suit of suits) {
      for (let low = 0; low + cards.length <= PLACES; low++) {
        const row = this.placed(cards, suit, low, 1);
        if (!row) continue;
        const asPicked = row.every((card, i) => card === cards[i]);
        const themselves = row.filter((card, i) => plain(card) === cardAt(suit, low + i)).length;
        found.push({ reading: this.run('new run', row, suit, low, 1), odd: (asPicked ? 0 : 100) - themselves });
      }
    }
    return found.sort((a, b) => a.odd - b.odd).map(({ reading }) => reading);
  }

  private run(
    start: 'new run' | `add ${number} ${End}`,
    row: string[],
    suit: string,
    low: number,
    step: number,
  ): Reading {
    const laid = row.map((card, i) => ({ card, means: cardAt(suit, low + i * step) }));
    const words = laid.map(({ card, means }) => (plain(card) === means ? card : `${card}=${means}`));
    const ends = [short(laid[0]!.means), short(laid.at(-1)!.means)];
    return {
      move: `${start} ${words.join(' ')}`,
      label: say('blitz.run_of', { first: ends[0]!, last: ends[1]! }),
      cards: laid,
    };
  }

  /** The cards in the positions from `low` on, wilds where no other card fits, in the order of picking where that fits. */
  private placed(cards: string[], suit: string, low: number, step: number): string[] | null {
    const fits = (card: string, i: number) => plain(card) === cardAt(suit, low + i * step);
    if (cards.every((card, i) => this.wild(card) || fits(card, i))) return cards;
    const row: (string | undefined)[] = cards.map(() => undefined);
    const spare: string[] = [];
    for (const card of cards) {
      const at = row.findIndex((taken, i) => !taken && fits(card, i));
      if (at >= 0) row[at] = card;
      else if (this.wild(card)) spare.push(card);
      else return null;
    }
    return row.map((card) => card ?? spare.shift()!);
  }

  /** What these cards would be at an end of a meld, if they fit there. */
  add(cards: string[], number: number, [kind, laid]: Meld, end: End): Reading | null {
    if (!cards.length || (kind === 'book') !== (end === 'book')) return null;
    if (kind === 'book') {
      const rank = Number(laid[0]![1]);
      if (!cards.every((card) => this.wild(card) || rankOf(card) === rank)) return null;
      return { ...this.book(cards, rank), move: `add ${number} book ${cards.join(' ')}` };
    }
    const suit = suitOf(laid[0]![1]);
    const first = placeOf(laid[0]![1], laid[1]![1]);
    const [from, step] = end === 'low' ? [first - 1, -1] : [first + laid.length, 1];
    const last = from + step * (cards.length - 1);
    if (from < 0 || from >= PLACES || last < 0 || last >= PLACES) return null;
    const row = this.placed(cards, suit, from, step);
    return row && this.run(`add ${number} ${end}`, row, suit, from, step);
  }
}

/** The position of a run's first card: an ace is low if a 2 follows. */
function placeOf(means: string, next: string): number {
  return rankOf(means) === ACE && rankOf(next) === 2 ? 0 : rankOf(means) - 1;
}

/** Whether two moves say the same; what wilds of a book stand for need not be said. */
export function alike(one: string, other: string): boolean {
  const brief = one.includes(' book ') && !(one.includes('=') && other.includes('='));
  const written = (move: string) => (brief ? move.replace(/=\S+/g, '') : move);
  return sameWords(written(one), written(other));
}
