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

/** A replay, as far as it matters here. */
export type MatchRecord = Omit<Replay, 'matches' | 'frames'> & { frames: Pick<ReplayFrame, 'happened'>[] };

/** Confirmed; or its cards were chosen for a lesson; or nothing is wrong, but this browser cannot confirm it; or it is wrong. */
export type State = 'fair' | 'lesson' | 'unseen' | 'wrong';
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

/** What was revealed: the secret, and the lines of text that players added. */
function opened({ commitment, reveal = '' }: ReplayDeal, names: string[]): { secret: Uint8Array; lines: string[] } {
  const [text = '', ...lines] = reveal.split('\n');
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Wrong('Its deal secret was not revealed.');
  const secret = bytesOf(text);
  if (commitmentTo(secret) !== commitment)
    throw new Wrong('The deal secret is not the one that the house committed to.');
  const seats = lines.map((line) => (/^(0|[1-9]\d?) ./.test(line) ? parseInt(line) : -1));
  if (seats.some((seat, i) => seat < 0 || seat >= names.length || (i > 0 && seat <= seats[i - 1]!)))
    throw new Wrong('The added texts are not one line each from seats at this table.');
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
    if (this.committed) throw new Wrong('Its deal secret was not revealed: the match breaks off.');
    if (this.at + 1 !== this.record.deals.length) {
      this.at++;
      throw new Wrong('It is not in the events of the match.');
    }
  }

  private dealer({ move, facts = [], steps = [] }: MatchEvent): void {
    if (move === 'commit') this.commit(promised(facts[0]));
    else if (!this.committed) throw new Wrong(`The dealer does something (${move}) without a commitment.`);
    else if (move === 'gather') this.gather(steps);
    else if (move === 'deal') this.give(steps);
    else if (move === 'reveal') this.reveal(promised(facts[0]));
    else if (move === 'end') this.end();
    else throw new Wrong(`The dealer does something that no dealer does (${move}).`);
  }

  private player(happened: MatchEvent): void {
    if (this.dealing.due && !['join', 'leave'].includes(happened.move))
      throw new Wrong(`Cards are due before “${happened.move}”, and are not dealt.`);
    this.dealing.play(happened, happened.seat);
  }

  private commit(commitment: string): void {
    if (this.committed) throw new Wrong('Another commitment comes before it is over.');
    this.at++;
    if (this.at >= this.record.deals.length) throw new Wrong('A deal was played that is not in the list of deals.');
    if (commitment !== this.deal.commitment)
      throw new Wrong('The commitment is not the one in the events of the match.');
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
    if (!this.stream) throw new Wrong('Its deal secret was not revealed.');
    const listed = this.deal.draws[this.used++];
    if (!listed) throw new Wrong(`Draw ${this.used} is missing.`);
    if (listed.of.join() !== of.join()) throw new Wrong(`Draw ${this.used} is not from what it must be drawn from.`);
    if (listed.drew.length !== count)
      throw new Wrong(`Draw ${this.used} is of ${listed.drew.length}, and not of ${count}.`);
    const drew = this.stream.draw(of, count);
    if (listed.drew.join() !== drew.join())
      throw new Wrong(`Draw ${this.used} does not follow from the deal secret and the added texts.`);
    return drew;
  }

  private gather(steps: StepInfo[]): void {
    if (!this.dealing.due || this.gathered) throw new Wrong('Cards are picked up when none are due.');
    this.gathered = true;
    if (moved(this.dealing.steps(() => this.dealing.collect())) !== moved(steps))
      throw new Wrong('Other cards are picked up than the rules say.');
  }

  private give(steps: StepInfo[]): void {
    const { dealing } = this;
    if (!dealing.due) throw new Wrong('Cards are dealt when none are due.');
    if (!this.gathered) this.gather([]);
    this.gathered = false;
    const { stock, due } = dealing;
    if (due > stock.length) throw new Wrong(`${due} cards are due, and ${stock.length} are there.`);
    const cards = this.drawn(stock, due);
    if (moved(dealing.steps(() => dealing.give(cards))) !== moved(steps))
      throw new Wrong('The cards that were drawn went elsewhere than the rules say.');
  }

  private reveal(reveal: string): void {
    if (reveal !== this.deal.reveal) throw new Wrong('What was revealed is not what the events of the match say.');
    if (this.dealing.due || !this.stream || this.used <= (this.at === 0 && !this.first ? 1 : 0))
      throw new Wrong('It was over before the cards were dealt.');
    this.close();
  }

  /** When a match ends because too few players are left, the secret of its last commitment is never revealed. */
  private end(): void {
    if (!this.dealing.ends() || this.deal.reveal) throw new Wrong('The match ends before the deal without a reason.');
    this.close();
  }

  private close(): void {
    if (this.used !== this.deal.draws.length)
      throw new Wrong(`The house lists ${this.deal.draws.length} draws, but ${this.used} were made.`);
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
  if (!earlier) throw new Wrong('The first match of this table, which drew who deals, is not available.');
  const seats = seatsAtFirst(record);
  const other = earlier.match === 1 && earlier.game === record.game && earlier.seats === seats;
  if (!other || fault(earlier, game, null))
    throw new Wrong('The first match of this table, which drew who deals, is wrong.');
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
        throw new Wrong(`Draw ${n + 1} does not follow from the deal secret and the added texts.`);
      const seating = this.at === 0 && this.drawsSeats;
      if (seating && n === 0) {
        if (of.join() !== count(0, seatsAtFirst(this.record)).join())
          throw new Wrong('Draw 1 is not from what it must be drawn from.');
      } else this.cards(of, drew, given[n - Number(seating)], n);
    });
    if (given.length !== listed.draws.length - Number(this.at === 0 && this.drawsSeats))
      throw new Wrong(`The house lists ${listed.draws.length} draws, but cards were dealt ${given.length} times.`);
  }

  private cards(of: number[], drew: number[], given: MatchEvent | undefined, n: number): void {
    if (new Set(of).size !== of.length || of.some((card) => !this.deck.has(card)))
      throw new Wrong(`Draw ${n + 1} is not from the cards of this game.`);
    const names = drew.map((card) => this.deck.get(card)!);
    const dealt = (given?.steps ?? []).filter(({ from, to }) => from === 'stock' && to !== 'stock');
    for (const card of dealt.flatMap(({ cards = [] }) => cards)) {
      if (!names.includes(card)) throw new Wrong(`A card was dealt that was not drawn (${card}).`);
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
    if (!record.deals.length) throw new Wrong('There is no deal in what the house says about this match.');
    if (record.names.length !== record.seats) throw new Wrong('There are not as many names as seats.');
    const first = seatingFrom(record, game, earlier);
    const seats = seatsAtFirst(record);
    check = knows(game.name)
      ? new Redeal(record, dealingOf(game, seats, record.options), seats, first)
      : new Draws(record, deckOf(game, record.options), first === null);
    check.run();
    return null;
  } catch (error) {
    // what a forger has written may be of any shape
    const text = error instanceof Wrong ? error.message : 'What the house says about it cannot be read.';
    return { deal: Math.max(0, check?.at ?? 0), text };
  }
}

const quoted = (line: string) => `“${line.slice(line.indexOf(' ') + 1)}”`;

/** Are these the texts that were added before the deal, as this browser received them? */
function heard(lines: string[], { entropy, mine, gap }: Seen, name: (line: string) => string): Verdict | null {
  const same = (one: string) => (other: string) => (gap ? quoted(one) === quoted(other) : one === other);
  if (mine && !lines.some(same(mine))) return wrong(`Your text ${quoted(mine)} was not used.`);
  const lost = entropy.find((line) => !lines.includes(line));
  const invented = lines.find((line) => !entropy.includes(line));
  if (gap && (lost || invented))
    return unseen(
      'Your browser was not connected all the time before this deal: it cannot tell whose texts were used.',
    );
  if (lost) return wrong(`${name(lost)} added the text ${quoted(lost)} before the deal, but it was not used.`);
  return invented ? wrong(`The text ${quoted(invented)} was used, but ${name(invented)} did not add it.`) : null;
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
  const cards = `${drawn.reduce((sum, count) => sum + count, 0)} cards follow from the deal secret`;
  if (!lines.length)
    return `${cards}. Nobody added text, so the house could have tried out secrets before it committed to one.`;
  const others = lines.length - Number(!!mine);
  const players = others === 1 ? 'player' : 'players';
  if (!mine) return `${cards} and the text of ${others} ${players}.`;
  return `${cards} and your text${others ? `, and that of ${others} other ${players}` : ''}.`;
}

const NOT_SEEN = 'Your browser did not see its commitment before the deal.';
const TOO_LATE = 'Your browser saw its commitment only after the cards had been dealt.';
const NOT_SHOWN = 'Your browser was not connected when the cards were dealt.';
const OTHER_COMMITMENT = 'This is not the commitment that your browser was shown for this deal.';
const OTHER_OPTIONS = 'At the table your browser was told other options.';
const OTHER_SEATS = 'Your browser saw another number of seats.';
const OTHER_CARDS = 'At the table your browser was shown other cards than these.';
const NOT_FOLLOWED = 'Your browser was not connected all the time while it was played.';
const OTHER_PLAY = 'At the table your browser saw other moves than these.';
const OTHER_RESULT = 'At the table your browser was told another result.';
const OWN_RULES = 'This page does not know how this game is dealt, so it cannot tell whether every seat got its cards.';
const CHOSEN = 'The cards of this deal were chosen for a lesson. They are the same for everybody.';
const NO_DEAL = 'The match ended before this deal: its commitment was never used.';

const wrong = (text: string): Verdict => ({ state: 'wrong', text });
const unseen = (text: string): Verdict => ({ state: 'unseen', text });

/** A deal that is right in itself: is it the one that this browser saw? */
function confirmed(record: MatchRecord, game: GameInfo, deal: number, saw: Witnessed | undefined): Verdict {
  const { commitment, reveal = '', draws } = record.deals[deal]!;
  const [, ...lines] = reveal.split('\n');
  if (!saw) return unseen(NOT_SEEN);
  if (saw.commitment !== commitment) return wrong(OTHER_COMMITMENT);
  if (saw.rules !== rulesOf(record.game, record.options)) return wrong(OTHER_OPTIONS);
  if (!game.guests && !saw.gap && saw.stay.length !== record.seats) return wrong(OTHER_SEATS);
  if (!draws.length) return { state: 'fair', text: NO_DEAL };
  if (!saw.before) return unseen(TOO_LATE);
  const added = heard(lines, saw, (line) => record.names[parseInt(line)] ?? `seat ${parseInt(line)}`);
  if (added) return added;
  const shown = Object.entries(saw.shown).sort(([one], [other]) => Number(one) - Number(other));
  if (!shown.length) return unseen(NOT_SHOWN);
  const cards = shown.map(([, steps]) => steps);
  const frames = course(record, deal);
  if (!asShown(cards, frames)) return wrong(OTHER_CARDS);
  if (saw.course && !asPlayed(saw.course, frames, game.hidden_turns)) return wrong(OTHER_PLAY);
  if (!saw.course?.over || saw.course.lost) return unseen(NOT_FOLLOWED);
  const text = follows(record, game, deal, lines, saw.mine);
  return knows(game.name) ? { state: 'fair', text } : unseen(`${text} ${OWN_RULES}`);
}

/** The frames of a deal, from its commitment on. */
function course({ frames }: MatchRecord, deal: number): MatchEvent[] {
  const all = frames.map(({ happened }) => happened);
  const commitments = all.flatMap(({ seat, move }, at) => (seat === DEALER && move === 'commit' ? [at] : []));
  return all.slice(commitments[deal] ?? all.length, commitments[deal + 1]);
}

/** A verdict on each deal of a match. `earlier` is the first match of the table, where `needsFirst` says so. */
export function judged(
  record: MatchRecord,
  game: GameInfo,
  saw: Witnessed[],
  earlier: MatchRecord | null = null,
): Verdict[] {
  const found = fault(record, game, earlier);
  const verdicts = record.deals.map((_, n): Verdict => {
    if (found?.deal === n) return wrong(found.text);
    if (found && n > found.deal) return unseen('Not checked, as a deal before it is wrong.');
    if (isLesson(record.deals[n]!)) return { state: 'lesson', text: CHOSEN };
    return confirmed(
      record,
      game,
      n,
      saw.find(({ deal }) => deal === n),
    );
  });
  if (saw.some(({ course }) => course?.result && !sameResult(course.result, record.result)))
    verdicts.push(wrong(OTHER_RESULT));
  if (found && found.deal >= verdicts.length) verdicts.push(wrong(found.text));
  else if (saw.some(({ deal, stage }) => deal >= verdicts.length && stage !== 'coming'))
    verdicts.push(wrong('Your browser has seen more deals of this match than the house tells of.'));
  return verdicts;
}

const sameResult = (one: ResultInfo, other: ResultInfo) =>
  one.places.join() === other.places.join() && one.points.join() === other.points.join();

/** The worst of all. */
export function summed(verdicts: Verdict[]): State {
  const states = verdicts.map(({ state }) => state);
  const worst = (['wrong', 'unseen', 'lesson'] as const).find((state) => states.includes(state));
  return worst ?? (states.length ? 'fair' : 'unseen');
}
