// Was a match dealt fairly? docs/fair-deals.md, recomputed here. SHA-256 is a library's: the browser's own is missing over http.

import { dealingOf, knows } from '../games/dealings';
import { sha256 } from '@noble/hashes/sha2.js';
import { wayOf, type Course, type Play } from '../lib/course';
import type { Fact } from '../lib/facts';
import {
  DEALER,
  type GameInfo,
  type MatchEvent,
  type Replay,
  type ReplayDeal,
  type ReplayFrame,
  type ResultInfo,
  type StepInfo,
} from '../lib/wire';
import { rulesOf, type Seen, type Witnessed } from '../lib/witness';
import { deckOf, moved, Wrong, type Dealing } from './dealing';
import { say } from '../words/index.svelte';

/** A replay, as far as it matters here. */
export type MatchRecord = Omit<Replay, 'matches' | 'frames' | 'playable'> & { frames: Pick<ReplayFrame, 'happened'>[] };

/** Confirmed; or its cards were chosen, for a lesson or with a position; or nothing is wrong, but this browser cannot confirm it; or it is wrong. */
export type State = 'fair' | 'lesson' | 'onward' | 'unseen' | 'wrong';
export type Verdict = { state: State; text: string };

const written = new TextEncoder();
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const bytesOf = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const count = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);

export const commitmentTo = (secret: Uint8Array) => hex(sha256(joined(written.encode('cardhouse deal '), secret)));

/** Numbers from SHA-256 over a counter, keyed by the secret and the players' lines. */
export class Stream {
  private key: Uint8Array;
  private counter = 0n;
  private numbers: number[] = [];

  constructor(secret: Uint8Array, lines: string[]) {
    this.key = sha256(joined(secret, ...lines.map((line) => sha256(written.encode(line)))));
  }

  draw(of: number[], count: number): number[] {
    const row = [...of];
    for (let i = 0; i < count; i++) {
      const other = i + this.below(row.length - i);
      [row[i], row[other]] = [row[other]!, row[i]!];
    }
    return row.slice(0, count);
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

/** Whether this is the deal of a lesson: its secret says so, and that of no other deal does. */
const isLesson = ({ reveal = '' }: ReplayDeal) => reveal.startsWith(hex(written.encode('cardhouse lesson')));

/** Whether the secret of a deal of the day follows from that of the deal before it, so that nobody chose it. */
function isChained(before: ReplayDeal, { reveal = '' }: ReplayDeal): boolean {
  const secret = bytesOf(before.reveal?.split('\n')[0] ?? '');
  return !reveal || reveal === hex(sha256(joined(written.encode('cardhouse next '), secret)));
}

/** What was revealed: the secret, and the lines of text that players added. */
function opened({ commitment, reveal = '' }: ReplayDeal, names: string[]): { secret: Uint8Array; lines: string[] } {
  const [text = '', ...lines] = reveal.split('\n');
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Wrong(say('fair.not_revealed'));
  const secret = bytesOf(text);
  if (commitmentTo(secret) !== commitment) throw new Wrong(say('fair.other_secret'));
  const seats = lines.map((line) => (/^(0|[1-9]\d?) ./.test(line) ? parseInt(line) : -1));
  if (seats.some((seat, i) => seat < 0 || seat >= names.length || (i > 0 && seat <= seats[i - 1]!)))
    throw new Wrong(say('fair.not_one_line'));
  return { secret, lines };
}

/** Whether the first match of the table is needed to check this one: it has drawn who deals first. */
export const needsFirst = ({ match }: MatchRecord, game: GameInfo) => game.deal_moves_on && match > 1;

/** Deals a match again, event by event, and finds the first thing that is not as it must be. */
class Redeal {
  at = -1; // the deal that is being checked
  private committed = false; // a deal is committed to, and not over
  private gathered = false;
  private used = 0; // draws of this deal
  private stream: Stream | null = null;
  private dealing: Dealing;

  constructor(
    private record: MatchRecord,
    dealing: Dealing,
    private seats: number, // when the match began
    private first: number[] | null, // the seating, if it was not drawn
  ) {
    this.dealing = dealing;
  }

  private get deal(): ReplayDeal {
    return this.record.deals[this.at]!;
  }

  run(): void {
    for (const { happened } of this.record.frames) {
      if (happened.seat === DEALER) this.dealer(happened);
      else this.player(happened);
    }
    if (this.committed) throw new Wrong(say('fair.breaks_off'));
    if (this.at + 1 !== this.record.deals.length) {
      this.at++;
      throw new Wrong(say('fair.not_in_events'));
    }
  }

  private dealer({ move, facts = [], steps = [] }: MatchEvent): void {
    if (move === 'commit') this.commit(promised(facts[0]));
    else if (!this.committed) throw new Wrong(say('fair.without_commitment', { move }));
    else if (move === 'gather') this.gather(steps);
    else if (move === 'deal') this.give(steps);
    else if (move === 'reveal') this.reveal(promised(facts[0]));
    else if (move === 'end') this.end();
    else throw new Wrong(say('fair.unknown_act', { move }));
  }

  private player(happened: MatchEvent): void {
    if (this.dealing.due && !['join', 'leave'].includes(happened.move))
      throw new Wrong(say('fair.cards_due', { move: happened.move }));
    this.dealing.play(happened, happened.seat);
  }

  private commit(commitment: string): void {
    if (this.committed) throw new Wrong(say('fair.another_commitment'));
    this.at++;
    if (this.at >= this.record.deals.length) throw new Wrong(say('fair.not_in_list'));
    if (commitment !== this.deal.commitment) throw new Wrong(say('fair.commitment_differs'));
    this.committed = true;
    this.used = 0;
    this.stream = null;
    if (this.deal.reveal || this.deal.draws.length) {
      const { secret, lines } = opened(this.deal, this.record.names);
      this.stream = new Stream(secret, lines);
    }
    if (this.at === 0) this.dealing.begin(this.first ?? this.drawn(count(0, this.seats), this.seats));
    this.dealing.next(this.at);
  }

  /** The next draw, as it must be, if it is told so. */
  private drawn(of: number[], count: number): number[] {
    if (!this.stream) throw new Wrong(say('fair.not_revealed'));
    const listed = this.deal.draws[this.used++];
    if (!listed) throw new Wrong(say('fair.draw_missing', { number: this.used }));
    if (listed.of.join() !== of.join()) throw new Wrong(say('fair.wrong_draw', { number: this.used }));
    if (listed.drew.length !== count)
      throw new Wrong(say('fair.draw_size', { number: this.used, drew: listed.drew.length, wanted: count }));
    const drew = this.stream.draw(of, count);
    if (listed.drew.join() !== drew.join()) throw new Wrong(say('fair.draw_differs', { number: this.used }));
    return drew;
  }

  private gather(steps: StepInfo[]): void {
    if (!this.dealing.due || this.gathered) throw new Wrong(say('fair.gathered_early'));
    this.gathered = true;
    if (moved(this.dealing.steps(() => this.dealing.collect())) !== moved(steps))
      throw new Wrong(say('fair.gathered_others'));
  }

  private give(steps: StepInfo[]): void {
    const { dealing } = this;
    if (!dealing.due) throw new Wrong(say('fair.dealt_early'));
    if (!this.gathered) this.gather([]);
    this.gathered = false;
    const { stock, due } = dealing;
    if (due > stock.length) throw new Wrong(say('fair.too_few', { due, there: stock.length }));
    const cards = this.drawn(stock, due);
    if (moved(dealing.steps(() => dealing.give(cards))) !== moved(steps)) throw new Wrong(say('fair.went_elsewhere'));
  }

  private reveal(reveal: string): void {
    if (reveal !== this.deal.reveal) throw new Wrong(say('fair.revealed_differs'));
    if (this.dealing.due || !this.stream || this.used <= (this.at === 0 && !this.first ? 1 : 0))
      throw new Wrong(say('fair.over_early'));
    this.close();
  }

  /** When a match ends because too few players are left, the secret of its last commitment is never revealed. */
  private end(): void {
    if (!this.dealing.ends() || this.deal.reveal) throw new Wrong(say('fair.ends_early'));
    this.close();
  }

  private close(): void {
    if (this.used !== this.deal.draws.length)
      throw new Wrong(say('fair.draws_made', { draws: this.deal.draws.length, made: this.used }));
    this.committed = false;
  }
}

/** How many seats there were when the match began. */
function seatsAtFirst({ frames, seats }: MatchRecord): number {
  return seats - frames.filter(({ happened }) => happened.move === 'join' && happened.seat !== DEALER).length;
}

/** The seating of a rematch that draws none; nothing, if this match has drawn its own. */
function seatingFrom(record: MatchRecord, game: GameInfo, earlier: MatchRecord | null): number[] | null {
  if (!needsFirst(record, game)) return null;
  if (!earlier) throw new Wrong(say('fair.first_missing'));
  const seats = seatsAtFirst(record);
  const other = earlier.match === 1 && earlier.game === record.game && earlier.seats === seats;
  if (!other || fault(earlier, game, null)) throw new Wrong(say('fair.first_wrong'));
  return earlier.deals[0]!.draws[0]!.drew.map((seat) => (seat + record.match - 1) % seats);
}

/** A game whose rules of dealing this page does not know: do its draws follow from its secrets, and its cards from its draws? */
class Draws {
  at = 0; // the deal that is being checked

  constructor(
    private record: MatchRecord,
    private deck: Map<number, string>,
    private drawsSeats: boolean,
  ) {}

  run(): void {
    for (const { draws, reveal } of this.record.deals) {
      if (draws.length || reveal) this.deal();
      this.at++;
    }
  }

  private deal(): void {
    const listed = this.record.deals[this.at]!;
    const { secret, lines } = opened(listed, this.record.names);
    const stream = new Stream(secret, lines);
    const given = course(this.record, this.at).filter(({ seat, move }) => seat === DEALER && move === 'deal');
    listed.draws.forEach(({ of, drew }, n) => {
      if (stream.draw(of, drew.length).join() !== drew.join())
        throw new Wrong(say('fair.draw_differs', { number: n + 1 }));
      const seating = this.at === 0 && this.drawsSeats;
      if (seating && n === 0) {
        if (of.join() !== count(0, seatsAtFirst(this.record)).join())
          throw new Wrong(say('fair.wrong_draw', { number: 1 }));
      } else this.cards(of, drew, given[n - Number(seating)], n);
    });
    if (given.length !== listed.draws.length - Number(this.at === 0 && this.drawsSeats))
      throw new Wrong(say('fair.draws_differ', { draws: listed.draws.length, deals: given.length }));
  }

  private cards(of: number[], drew: number[], given: MatchEvent | undefined, n: number): void {
    if (new Set(of).size !== of.length || of.some((card) => !this.deck.has(card)))
      throw new Wrong(say('fair.draw_others', { number: n + 1 }));
    const names = drew.map((card) => this.deck.get(card)!);
    const dealt = (given?.steps ?? []).filter(({ from, to }) => from === 'stock' && to !== 'stock');
    for (const card of dealt.flatMap(({ cards = [] }) => cards)) {
      if (!names.includes(card)) throw new Wrong(say('fair.not_drawn', { card }));
      names.splice(names.indexOf(card), 1);
    }
  }
}

/** What is wrong in itself, and in which deal; nothing, if all is well. */
function fault(
  record: MatchRecord,
  game: GameInfo,
  earlier: MatchRecord | null,
): { deal: number; text: string } | null {
  let check: Redeal | Draws | null = null;
  try {
    if (!record.deals.length) throw new Wrong(say('fair.no_deal_listed'));
    if (record.names.length !== record.seats) throw new Wrong(say('fair.names_differ'));
    const first = seatingFrom(record, game, earlier);
    const seats = seatsAtFirst(record);
    check = knows(game.name)
      ? new Redeal(record, dealingOf(game, seats, record.options), seats, first)
      : new Draws(record, deckOf(game, record.options), first === null);
    check.run();
    return null;
  } catch (error) {
    // what a forger has written may be of any shape
    const text = error instanceof Wrong ? error.message : say('fair.unreadable');
    return { deal: Math.max(0, check?.at ?? 0), text };
  }
}

const quoted = (line: string) => say('fair.quoted', { text: line.slice(line.indexOf(' ') + 1) });

/** Are these the texts that were added before the deal, as this browser received them? */
function heard(lines: string[], { entropy, mine, gap }: Seen, name: (line: string) => string): Verdict | null {
  const same = (one: string) => (other: string) => (gap ? quoted(one) === quoted(other) : one === other);
  if (mine && !lines.some(same(mine))) return wrong(say('fair.text_lost', { text: quoted(mine) }));
  const lost = entropy.find((line) => !lines.includes(line));
  const invented = lines.find((line) => !entropy.includes(line));
  if (gap && (lost || invented)) return unseen(say('fair.gap'));
  if (lost) return wrong(say('fair.text_of_lost', { name: name(lost), text: quoted(lost) }));
  return invented ? wrong(say('fair.text_invented', { name: name(invented), text: quoted(invented) })) : null;
}

/** Were the cards dealt as this browser was shown them? */
function asShown(shown: StepInfo[][], frames: MatchEvent[]): boolean {
  const dealt = frames.filter(({ seat, move }) => seat === DEALER && move === 'deal');
  return shown.every((steps, n) =>
    steps.every(({ from, to, cards = [], hidden = 0 }) => {
      if (from === to) return true;
      const ways = (dealt[n]?.steps ?? []).filter((way) => way.from === from && way.to === to);
      const all = ways.flatMap((way) => way.cards ?? []);
      const count = all.length;
      const known = cards.every((card) => all.includes(card) && all.splice(all.indexOf(card), 1));
      return known && count === cards.length + hidden;
    }),
  );
}

/** Was the deal played as this browser saw it? */
function asPlayed({ plays, lost, over }: Course, frames: MatchEvent[], hidden: boolean): boolean {
  const deal = frames.findIndex(({ seat, move }) => seat === DEALER && move === 'deal');
  let at = plays[0]?.seat === DEALER ? deal : 0; // in Blitz somebody says who deals before that
  for (const play of plays) {
    const since: StepInfo[] = [];
    for (;;) {
      const frame = frames[at++];
      if (!frame) return false;
      since.push(...(frame.steps ?? []));
      if (frame.seat === play.seat && (!play.move || frame.move === play.move)) break;
      const skipped = isAside(frame) || (hidden && frame.seat === play.seat);
      if (!lost && !skipped) return false;
    }
    if (!wereNamed(play, since)) return false;
  }
  return lost || !over || frames.slice(at).every(isAside);
}

/** What the dealer does is checked elsewhere; people come and go between deals. */
const isAside = ({ seat, move }: MatchEvent) => seat === DEALER || ['join', 'leave'].includes(move);

function wereNamed({ cards }: Play, steps: StepInfo[]): boolean {
  return Object.entries(cards).every(([way, named]) => {
    const all = steps.filter((step) => wayOf(step) === way).flatMap((step) => step.cards ?? []);
    return named.every((card) => all.includes(card) && all.splice(all.indexOf(card), 1));
  });
}

/** What the dealer has committed to, or revealed. */
function promised(fact: Fact | undefined): string {
  if (fact?.kind === 'committed') return fact.commitment;
  return fact?.kind === 'revealed' ? fact.revealed : '';
}

/** What a deal that is confirmed follows from, in a sentence. */
function follows(record: MatchRecord, game: GameInfo, deal: number, lines: string[], mine: string): string {
  const drawn = record.deals[deal]!.draws.map(({ drew }) => drew.length);
  if (deal === 0 && !needsFirst(record, game)) drawn.shift(); // the seats
  const cards = drawn.reduce((sum, count) => sum + count, 0);
  if (!lines.length) return say('fair.follows_alone', { cards });
  const others = lines.length - Number(!!mine);
  if (!mine) return say('fair.follows_others', { cards, count: others });
  return others ? say('fair.follows_all', { cards, count: others }) : say('fair.follows_mine', { cards });
}

const wrong = (text: string): Verdict => ({ state: 'wrong', text });
const unseen = (text: string): Verdict => ({ state: 'unseen', text });

/** A deal that is right in itself: is it the one that this browser saw? */
function confirmed(record: MatchRecord, game: GameInfo, deal: number, saw: Witnessed | undefined): Verdict {
  const { commitment, reveal = '', draws } = record.deals[deal]!;
  const [, ...lines] = reveal.split('\n');
  if (!saw) return unseen(say('fair.not_seen'));
  if (saw.commitment !== commitment) return wrong(say('fair.other_commitment'));
  if (saw.rules !== rulesOf(record.game, record.options)) return wrong(say('fair.other_options'));
  if (!game.guests && !saw.gap && saw.stay.length !== record.seats) return wrong(say('fair.other_seats'));
  if (!draws.length) return { state: 'fair', text: say('fair.no_deal') };
  if (!saw.before) return unseen(say('fair.too_late'));
  const added = heard(
    lines,
    saw,
    (line) => record.names[parseInt(line)] ?? say('common.seat', { number: parseInt(line) + 1 }),
  );
  if (added) return added;
  const shown = Object.entries(saw.shown).sort(([one], [other]) => Number(one) - Number(other));
  if (!shown.length) return unseen(say('fair.not_shown'));
  const cards = shown.map(([, steps]) => steps);
  const frames = course(record, deal);
  if (!asShown(cards, frames)) return wrong(say('fair.other_cards'));
  if (saw.course && !asPlayed(saw.course, frames, game.hidden_turns)) return wrong(say('fair.other_play'));
  if (!saw.course?.over || saw.course.lost) return unseen(say('fair.not_followed'));
  const text = follows(record, game, deal, lines, saw.mine);
  return knows(game.name) ? { state: 'fair', text } : unseen(`${text} ${say('fair.own_rules')}`);
}

/** The frames of a deal, from its commitment on. */
function course({ frames }: MatchRecord, deal: number): MatchEvent[] {
  const all = frames.map(({ happened }) => happened);
  const commitments = all.flatMap(({ seat, move }, at) => (seat === DEALER && move === 'commit' ? [at] : []));
  return all.slice(commitments[deal] ?? all.length, commitments[deal + 1]);
}

/**
 * A verdict on each deal of a match. `earlier` is the first match of the table, where `needsFirst` says so; `promised` is
 * the commitment to the deal of the day, if this browser was shown it before the day was over.
 */
export function judged(
  record: MatchRecord,
  game: GameInfo,
  saw: Witnessed[],
  earlier: MatchRecord | null = null,
  promised = '',
): Verdict[] {
  if (record.onward) return record.deals.map(() => ({ state: 'onward', text: say('fair.position') }));
  if (earlier?.onward) return record.deals.map(() => ({ state: 'onward', text: say('fair.after_position') }));
  const found = fault(record, game, earlier);
  const verdicts = record.deals.map((_, n): Verdict => {
    if (found?.deal === n) return wrong(found.text);
    if (found && n > found.deal) return unseen(say('fair.not_checked'));
    if (promised && !n && promised !== record.deals[n]!.commitment) return wrong(say('fair.other_commitment'));
    if (record.daily && n && !isChained(record.deals[n - 1]!, record.deals[n]!)) return wrong(say('fair.not_chained'));
    if (isLesson(record.deals[n]!)) return { state: 'lesson', text: say('fair.chosen') };
    const seen = saw.find(({ deal }) => deal === n);
    if (promised && !seen) return unseen(say('fair.promised'));
    return confirmed(record, game, n, seen);
  });
  if (saw.some(({ course }) => course?.result && !sameResult(course.result, record.result)))
    verdicts.push(wrong(say('fair.other_result')));
  if (found && found.deal >= verdicts.length) verdicts.push(wrong(found.text));
  else if (saw.some(({ deal, stage }) => deal >= verdicts.length && stage !== 'coming'))
    verdicts.push(wrong(say('fair.more_deals')));
  return verdicts;
}

const sameResult = (one: ResultInfo, other: ResultInfo) =>
  one.places.join() === other.places.join() && one.points.join() === other.points.join();

/** The worst of all. */
export function summed(verdicts: Verdict[]): State {
  const states = verdicts.map(({ state }) => state);
  const worst = (['wrong', 'unseen', 'onward', 'lesson'] as const).find((state) => states.includes(state));
  return worst ?? (states.length ? 'fair' : 'unseen');
}
