// Was a deal fair? docs/fair-deals.md, recomputed here. SHA-256 is a library's: the browser's own is missing over http.

import { sha256 } from '@noble/hashes/sha2.js';
import { DEALER, type Happened } from '../lib/wire';

export type Draw = { of: number[]; drew: number[] };
export type Dealt = { frame: number; commitment: string; reveal?: string; draws: Draw[] };
export type Verdict = { fair: boolean; told: string };

const written = new TextEncoder();
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

export const commitmentTo = (seed: Uint8Array) => hex(sha256(joined(written.encode('cardhouse deal '), seed)));

/** Numbers from SHA-256 over a counter, keyed by the seed and the players' lines. */
export class Stream {
  private key: Uint8Array;
  private counter = 0n;
  private numbers: number[] = [];

  constructor(seed: Uint8Array, lines: string[]) {
    this.key = sha256(joined(seed, ...lines.map((line) => sha256(written.encode(line)))));
  }

  draw({ of, drew }: Draw): number[] {
    const row = [...of];
    for (let i = 0; i < drew.length; i++) {
      const other = i + this.below(row.length - i);
      [row[i], row[other]] = [row[other]!, row[i]!];
    }
    return row.slice(0, drew.length);
  }

  private below(bound: number): number {
    const limit = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const number = this.next();
      if (number < limit) return number % bound;
    }
  }

  private next(): number {
    if (!this.numbers.length) {
      const count = new DataView(new ArrayBuffer(8));
      count.setBigUint64(0, this.counter++);
      const block = new DataView(sha256(joined(this.key, new Uint8Array(count.buffer))).buffer);
      this.numbers = Array.from({ length: 8 }, (_, i) => block.getUint32(4 * i));
    }
    return this.numbers.shift()!;
  }
}

/** `whole` is the pack that this match is played with: a deal begins with all of it. `words` are the player's own, if any. */
export function judged({ commitment, reveal, draws }: Dealt, whole: number[], words = ''): Verdict {
  if (!reveal)
    return { fair: false, told: 'Its seed was not revealed: nothing was dealt from it, or the match ended before.' };
  const [seedText = '', ...lines] = reveal.split('\n');
  const seed = bytesOf(seedText);
  if (commitmentTo(seed) !== commitment)
    return { fair: false, told: 'The seed is not the one that was sealed before the deal.' };
  if (words && !lines.some((line) => line.slice(line.indexOf(' ') + 1) === words))
    return { fair: false, told: `Your words “${words}” are not in it.` };
  const stream = new Stream(seed, lines);
  const cards = draws.find(({ of }) => of.length >= whole.length);
  if (!cards || cards.of.join() !== whole.join()) return { fair: false, told: 'It was not dealt from the whole pack.' };
  for (const [i, draw] of draws.entries()) {
    if (stream.draw(draw).join() !== draw.drew.join())
      return { fair: false, told: `Draw ${i + 1} does not follow from the seed.` };
  }
  const many = draws.slice(draws.indexOf(cards)).reduce((sum, { drew }) => sum + drew.length, 0);
  const others = lines.length ? ` and the words of ${lines.length} ${lines.length === 1 ? 'player' : 'players'}` : '';
  return { fair: true, told: `${many} cards, as drawn, follow from the sealed seed${others}.` };
}

const numbers = (from: number, many: number) => Array.from({ length: many }, (_, i) => from + i);

/** The numbers of a game's cards, as docs/fair-deals.md has them. */
export function packOf(game: string, options: Record<string, string | number>): number[] {
  if (game === 'dynasty') return [...numbers(0, 55), ...numbers(60, 25)];
  if (game !== 'blitz') return numbers(0, 52);
  return [...numbers(0, 52 + Number(options.jokers)), ...(options.decks === 2 ? numbers(60, 52) : [])];
}

const SUITS = 'cdhs';

/** The card of a number. */
export function cardOf(game: string, number: number): string {
  if (game !== 'dynasty') {
    if (number >= 52 && number < 60) return `J${number - 51}`;
    const second = number >= 60 ? "'" : '';
    const card = number % 60;
    return `${Math.floor(card / 4) + 2}${SUITS[card % 4]}${second}`;
  }
  if (number >= 83) return 'W';
  const at = number >= 60 ? number - 5 : number;
  let value = 1;
  for (let first = 0; first + value <= at; value++) first += value;
  return String(value);
}

type Shown = { happened: Happened };

/** Were the cards that were drawn also those that were dealt, as the replay shows them? The draw of the seats comes first. */
export function dealtAsDrawn(game: string, whole: number[], draws: Draw[], frames: Shown[]): boolean {
  const first = draws.findIndex(({ of }) => of.length === whole.length);
  const drawn = draws.slice(first).map(({ drew }) => drew.map((number) => cardOf(game, number)));
  const dealt = frames
    .filter(({ happened }) => happened.seat === DEALER && happened.move === 'deal')
    .map(({ happened }) =>
      (happened.steps ?? []).flatMap(({ from, to, cards = [] }) => (from === 'stock' && to !== from ? cards : [])),
    );
  const same = (some: string[], others: string[]) => [...some].sort().join() === [...others].sort().join();
  return drawn.length === dealt.length && drawn.every((cards, i) => same(cards, dealt[i]!));
}
