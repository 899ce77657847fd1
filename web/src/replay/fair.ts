// Was a deal fair? docs/fair-deals.md, recomputed here. SHA-256 is a library's: the browser's own is missing over http.

import { sha256 } from '@noble/hashes/sha2.js';

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

/** `whole` is the pack that this match is played with: a deal begins with all of it. */
export function judged({ commitment, reveal, draws }: Dealt, whole: number[]): Verdict {
  if (!reveal)
    return { fair: false, told: 'Its seed was not revealed: nothing was dealt from it, or the match ended before.' };
  const [seedText = '', ...lines] = reveal.split('\n');
  const seed = bytesOf(seedText);
  if (commitmentTo(seed) !== commitment)
    return { fair: false, told: 'The seed is not the one that was sealed before the deal.' };
  const stream = new Stream(seed, lines);
  const cards = draws.find(({ of }) => of.length >= whole.length);
  if (!cards || cards.of.join() !== whole.join()) return { fair: false, told: 'It was not dealt from the whole pack.' };
  for (const [i, draw] of draws.entries()) {
    if (stream.draw(draw).join() !== draw.drew.join())
      return { fair: false, told: `Draw ${i + 1} does not follow from the seed.` };
  }
  const words = lines.length ? ` and the words of ${lines.length} ${lines.length === 1 ? 'player' : 'players'}` : '';
  return { fair: true, told: `All ${draws.length} draws follow from the sealed seed${words}.` };
}

const numbers = (from: number, many: number) => Array.from({ length: many }, (_, i) => from + i);

/** The numbers of a game's cards, as docs/fair-deals.md has them. */
export function packOf(game: string, options: Record<string, string | number>): number[] {
  if (game === 'dynasty') return [...numbers(0, 55), ...numbers(60, 25)];
  if (game !== 'blitz') return numbers(0, 52);
  return [...numbers(0, 52 + Number(options.jokers)), ...(options.decks === 2 ? numbers(60, 52) : [])];
}
