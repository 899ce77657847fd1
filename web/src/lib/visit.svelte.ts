// A visit to a table: the connection, the newest state that this browser may know, and what may be done there.

import { flushSync, tick } from 'svelte';
import { uiOf } from '../games';
import { lastPlaces, type Moment } from '../games/titles';
import type { Unfolding } from '../games/ui';
import * as api from './api';
import { Attendance } from './attendance.svelte';
import { catalogue } from './catalogue.svelte';
import { ends, sentence, type Fact } from './facts';
import { fly, land, landed, positions, still, type Positions } from './fly';
import { note } from './history';
import { Journal } from './journal.svelte';
import { Line, type LineState } from './line';
import { Luck } from './luck';
import { tastes } from './memory.svelte';
import type { Company } from './moves';
import { noted, type Shown } from './past';
import { EventQueue } from './queue';
import { chime, type Tune } from './sound';
import {
  Refusal,
  WATCHER,
  type Ack,
  type Ballot,
  type Bye,
  type EventFrame,
  type MatchEvent,
  type Presence,
  type SeatInfo,
  type Sent,
  type Suggestion,
  type TableInfo,
  type TipInfo,
  type Unnumbered,
  type View,
  type Welcome,
} from './wire';
import { cleaned } from './witness';
import { dealsCards, gained } from './words';
import { say } from '../words/index.svelte';

const PARTY = 1200; // milliseconds that a celebration has to itself
const HURRY = 12; // when more events than this wait, they are shown without rest

/** Tables that this page has opened to play against bots alone: the match begins when its player has added entropy. */
export const startAtOnce = new Set<string>();

/** Who was there when a match ended, and how it ended: people leave, and others take their seats. */
type Finished = { match: number; seat: number; seats: SeatInfo[]; places: readonly number[] };

/** Who played the deal that is over: their seats as they were then, and this player's seat if they played it. */
type Played = { seats: SeatInfo[]; seat: number };

/** What was known before an event. */
type Was = { view: View | null; table: TableInfo | null; acts: boolean };

const stepsOf = (events: MatchEvent[]) => events.flatMap(({ steps = [] }) => steps);

const endsDeal = ({ happened }: EventFrame, game: string) =>
  happened.what === 'move' && !!happened.facts?.some((fact) => ends(fact, game));

/** The seats when this happened. A person takes the seat of a bot, and a bot the seat of a person. */
export function seatsAt({ names }: EventFrame, seats: SeatInfo[]): SeatInfo[] {
  return seats.map((seat, number) => {
    const name = names?.[number];
    return !name || name === seat.name ? seat : { name, kind: seat.kind === 'person' ? 'bot' : 'person' };
  });
}

export class Visit {
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  reasons = $state.raw<Record<string, Fact>>({});
  tip = $state.raw<TipInfo | null>(null); // of a lesson, while its deal lasts
  seat = $state(WATCHER);
  state = $state<LineState>('connecting');
  bye = $state.raw<Bye | null>(null);
  finished = $state.raw<Finished | null>(null);
  played = $state.raw<Played | null>(null); // until the next deal begins
  celebrated = $state.raw<Moment[]>([]); // what has just happened, as long as it is shown
  looks = $state(false); // at the final board of a deal
  trouble = $state(''); // why something was not done
  busy = $state(false);
  readonly attendance = new Attendance();
  readonly journal: Journal;
  shown = true; // not while somebody else at this device is
  looksBack = $state(false); // at what was shown before: then nothing moves on the table
  past = $state.raw<readonly Shown[]>([]);
  here: Visit[] = [this]; // the visits of all people at this device
  private seq = 0;
  private draft = 0;
  private until = { seq: -1, draft: 0 };
  private queue = new EventQueue((burst, last) => this.show(burst, last));
  private hurry: (() => void) | null = null; // ends what is shown first
  private line: Line;
  private luck: Luck | null; // of several people at this device only the first adds entropy and bears witness
  private tabs: BroadcastChannel;

  constructor(
    readonly id: string,
    readonly token: string,
    passed: { name: string; first: boolean } | null = null, // one of several people at this device
  ) {
    this.journal = new Journal(id, passed?.name);
    this.luck = passed && !passed.first ? null : new Luck(id, this.seated);
    this.shown = !passed;
    this.tabs = this.share();
    const hello = () => ({ ...(token && { token }), ...(this.seq && { last: this.seq }) });
    this.line = new Line(
      id,
      hello,
      {
        message: (message) => this.hear(message),
        state: (state, bye) => {
          if (state === 'live' && this.state === 'lost') this.journal.announce([], [say('table.back')]);
          this.state = state;
          this.bye = bye;
        },
      },
      () => api.answers(id),
    );
  }

  /** When the tab that took the seat is closed, this one has it again. */
  private share(): BroadcastChannel {
    const tabs = new BroadcastChannel(`cardhouse ${this.id}`);
    tabs.onmessage = () => this.bye?.code === 'replaced' && this.again();
    addEventListener('pagehide', this.yieldSeat);
    return tabs;
  }

  private yieldSeat = () => {
    if (this.seated && this.state === 'live') this.tabs.postMessage('closed');
  };

  again(): void {
    this.line.connect();
  }

  release(): void {
    this.yieldSeat();
    removeEventListener('pagehide', this.yieldSeat);
    this.tabs.close();
    this.queue.clear();
    this.line.release();
  }

  // What is known

  get seated(): boolean {
    return this.token !== '';
  }

  get me(): number {
    return this.view?.seat ?? this.seat;
  }

  /** Whether it is for this seat to move ... */
  get acts(): boolean {
    const here = this.table?.phase === 'play' && this.state !== 'ended';
    return here && !!this.view && this.view.to_act.includes(this.view.seat);
  }

  /** ... now, with nothing on its way. */
  get myTurn(): boolean {
    return this.acts && !this.busy;
  }

  /** Whether this is the one who may start, kick, mute, and set the bots' pace. */
  get creates(): boolean {
    return this.seat >= 0 && this.table?.creator === this.seat;
  }

  /** The places in the last deal that was finished; when the match is over, and in the first deal of a rematch, in it. */
  get lastDeal(): readonly number[] {
    const { table, view, finished } = this;
    if (!table || !view) return [];
    if (table.result) return table.result.places;
    const { standing, standingBefore } = uiOf(table.game);
    const now = table.phase === 'play' ? standingBefore(view) : standing(view);
    const found = now.some(Boolean) ? now : lastPlaces(table.sheet, !!catalogue.of(table.game)?.lowest_wins);
    if (found.length || !finished || finished.match === table.match) return found;
    return finished.places.map((place, seat) => (finished.seats[seat]?.name === table.seats[seat]?.name ? place : 0));
  }

  get recent(): MatchEvent[] {
    return this.journal.recent;
  }

  /** The others for whom this player, who waits for them, can let a bot play. */
  get ballots(): (Ballot & { seat: number })[] {
    const { kind, ready } = this.table?.seats[this.me] ?? {};
    const waits = this.table?.phase === 'play' ? !this.acts : ready;
    return kind === 'person' && waits ? this.attendance.ballotsFor(this.me) : [];
  }

  name(seat: number): string {
    return this.table?.seats[seat]?.name || say('common.seat', { number: seat + 1 });
  }

  /** For sentences: what was seen before it happened. */
  private company(seen: View | null): Company {
    return { table: this.table, view: seen, me: this.me, name: (seat) => this.name(seat) };
  }

  // What is heard

  private hear(message: Sent): void {
    if (message.type === 'welcome') {
      this.luck?.welcome(message);
      this.welcome(message);
      this.addLuck();
      if (startAtOnce.delete(this.id) && message.table.phase === 'open') void this.command({ type: 'start' });
    } else if (message.type === 'presence') this.present(message);
    else if (message.type === 'event') {
      this.luck?.event(message);
      this.queue.push(message);
      this.addLuck();
    }
  }

  /** Add entropy to the coming deal; not to a deal of the day, which is the same for everybody. */
  private addLuck(): void {
    if (!this.table?.daily) void this.luck?.addRandom((entropy) => this.tryEntropy(entropy));
  }

  private present(presence: Presence): void {
    const told = this.attendance.hear(presence, this.company(this.view));
    this.journal.add(told);
    this.journal.announce(told);
  }

  private welcome(welcome: Welcome): void {
    this.queue.clear();
    this.table = welcome.table;
    this.view = welcome.view;
    this.reasons = welcome.reasons ?? {};
    this.tip = welcome.tip;
    this.seat = welcome.seat;
    this.seq = welcome.seq;
    this.draft = welcome.draft;
    this.present(welcome.presence);
    this.end(welcome.tail, this.table.seats);
    this.settle();
    for (const frame of welcome.tail) {
      this.journal.note(frame, this.company(null));
      if (frame.happened.what === 'move') this.journal.see([frame.happened]);
    }
    this.journal.resume(welcome.chat, this.company(null));
    this.remember(welcome.tail.slice(-1));
  }

  /** Show events that came at once. Returns for how many milliseconds they should be looked at. */
  private async show(burst: EventFrame[], last: EventFrame): Promise<number> {
    const quiet = document.hidden || !this.shown || this.looksBack || tastes.speed === 0 || this.queue.length > HURRY;
    const events = burst.flatMap(({ happened }) => (happened.what === 'move' ? [happened] : []));
    const was: Was = { view: this.view, table: this.table, acts: this.acts };
    let before = quiet ? null : positions(stepsOf(events));
    this.apply(last);
    this.end(burst, was.table!.seats);
    const moments = quiet || still() ? [] : this.momentsOf(events);
    const first = before && !still() ? this.unfolding(events, was.view) : null;
    const later = events.slice(first?.count ?? 0);
    if (before && first) {
      const { table, view } = this;
      if (!(await this.unfold(first, events.slice(0, first.count), before, was))) return 0;
      [this.table, this.view] = [table, view]; // and told at once, before anybody is called to play
      before = positions(stepsOf(later));
    }
    this.journal.see(later);
    this.tell(burst, was, quiet);
    if (events.length) this.remember(burst);
    await tick();
    flushSync(); // what is new has measured itself
    if (before) fly(before, stepsOf(later), tastes.speed);
    this.celebrated = moments;
    const tune = this.tuneOf(last, later, was);
    if (tune && this.shown) chime(tune);
    const rest = Math.max(moments.length ? PARTY : 0, ...events.map(uiOf(this.table!.game).rest)) - (first?.ms ?? 0);
    return quiet ? 0 : Math.max(0, rest * tastes.speed);
  }

  /** What is seen first: cards that are dealt, or what the game says; what follows from them is not shown yet. */
  private unfolding(events: MatchEvent[], before: View | null): Unfolding | null {
    const { view } = this;
    if (!view) return null;
    const dealt = events.findLastIndex(dealsCards) + 1;
    return uiOf(view.game).unfolding(events, before, view) ?? (dealt ? { count: dealt, view, ms: 0 } : null);
  }

  /**
   * Show the first of some events, until their cards have landed or are turned over: nobody is to act, and nothing has
   * ended. Returns false if a new connection has told everything meanwhile.
   */
  private async unfold(first: Unfolding, events: MatchEvent[], before: Positions, was: Was): Promise<boolean> {
    const part = (this.view = { ...first.view, to_act: [], moves: [] });
    if (first.ms) this.table = was.table; // a round is shown; a deal has begun, and the table says so
    this.journal.see(events);
    await tick();
    flushSync();
    fly(before, stepsOf(events), tastes.speed);
    if (events.some(dealsCards)) chime('deal');
    const shown = new Promise((over) => setTimeout(over, first.ms * tastes.speed));
    await Promise.race([Promise.all([landed(), shown]), new Promise<void>((over) => (this.hurry = over))]);
    this.hurry = null;
    return this.view === part;
  }

  /** Keep what is shown now, so that this player can look back at it. */
  private remember(burst: EventFrame[]): void {
    const { table, view, recent } = this;
    const keys = burst.map(({ seq, draft = 0 }) => `${seq}.${draft}.`);
    const lines = this.journal.log.filter(({ key }) => keys.some((start) => key.startsWith(start)));
    const told = lines.map(({ text }) => text).join(' ');
    if (table && view) this.past = noted(this.past, { table, view, recent, told });
  }

  /** Tell of events whose outcome can be seen now. */
  private tell(burst: EventFrame[], was: Was, quiet: boolean): void {
    const told = burst.flatMap((frame) => this.journal.note(frame, this.company(was.view)));
    const gains = burst.map(({ happened }) => (happened.what === 'move' ? gained(happened, this.me) : ''));
    this.journal.announce(told, gains);
    if (this.acts && !was.acts) this.trouble = '';
    this.looks = !quiet && this.table!.phase !== 'play' && (was.table?.phase === 'play' || this.looks);
  }

  private momentsOf(events: MatchEvent[]): Moment[] {
    const { view } = this;
    const saying = { name: (seat: number) => this.name(seat), you: this.me };
    return view ? events.flatMap((event) => uiOf(view.game).moments(event, view, saying)) : [];
  }

  /** What is heard of events. */
  private tuneOf(last: EventFrame, events: MatchEvent[], was: Was): Tune | '' {
    const { happened } = last;
    if (happened.what === 'said')
      return this.journal.hides({ kind: 'said', name: this.name(happened.seat) }) ? '' : 'word';
    if (this.table!.phase === 'over' && was.table?.phase !== 'over')
      return this.table!.result?.places[this.finished!.seat] === 1 ? 'win' : 'end';
    if (events.some(dealsCards)) return 'deal';
    if (this.celebrated.some(({ crown }) => crown)) return 'crown';
    if (this.celebrated.length) return this.celebrated[0]!.mood;
    if (this.acts && !was.acts) return 'turn';
    return events.some(({ steps = [] }) => steps.length) ? 'card' : '';
  }

  /** Let go on at once: whoever looks on has seen enough. */
  skip(): void {
    land();
    if (this.hurry) this.hurry();
    else {
      this.looks = false;
      this.celebrated = [];
    }
    this.queue.skip();
  }

  private apply(frame: EventFrame): void {
    this.seq = frame.seq;
    this.draft = frame.draft ?? 0;
    if (frame.table) this.table = frame.table;
    if (frame.view) {
      this.view = frame.view;
      this.reasons = frame.reasons ?? {};
      this.tip = frame.tip ?? null;
      this.seat = frame.view.seat === WATCHER ? this.seat : frame.view.seat;
    }
    this.settle();
  }

  /** Note who played the deal, or the match, that is over. */
  private end(frames: EventFrame[], before: SeatInfo[]): void {
    const { game, phase, match, result, seats: now } = this.table!;
    const last = frames.findLast((frame) => endsDeal(frame, game));
    if (phase === 'play') this.played = null;
    else if (last) {
      const seats = seatsAt(last, before);
      this.played = { seats, seat: seats[this.me]?.name === now[this.me]?.name ? this.me : WATCHER };
    }
    if (result && this.finished?.match !== match) {
      this.finished = { match, ...(this.played ?? { seats: before, seat: this.seat }), places: result.places };
      const { seat, seats } = this.finished;
      if (this.seated && seat !== WATCHER && this.luck)
        note(
          this.table!,
          seat,
          seats.some(({ kind }) => kind === 'bot'),
        );
    }
  }

  // What is done

  /** What it was answered with, if it was done; if not, why is told in `trouble`. */
  async command(message: Unnumbered): Promise<Ack | null> {
    this.trouble = '';
    try {
      return await this.line.command(message);
    } catch (refusal) {
      this.trouble = this.why(refusal);
      return null;
    }
  }

  /** Why something was not done: the game's own reason, with names, or what the house says. */
  private why(refusal: unknown): string {
    const fact = refusal instanceof Refusal && this.table ? refusal.fact : undefined;
    if (fact) return sentence(fact, this.table!.game, { name: (seat) => this.name(seat), you: this.me });
    return refusal instanceof Error ? refusal.message : String(refusal);
  }

  /** Add entropy to the chance of the coming deal. Returns them as the house has taken them, or nothing. */
  async addEntropy(entropy: string): Promise<string> {
    const send = async (text: string) => (await this.command({ type: 'entropy', text })) !== null;
    if (this.luck) return this.luck.add(entropy, send);
    return (await send(entropy)) ? cleaned(entropy) : '';
  }

  /** Say that everybody at this device is ready for the next deal, or for another match. */
  ready(): void {
    const type = this.table?.phase === 'over' ? 'rematch' : 'deal';
    for (const one of this.here) if (!one.table?.seats[one.seat]?.ready) void one.command({ type });
  }

  /** Send entropy that nobody has typed: if the deal has begun, or the seat is not this player's yet, nothing is wrong. */
  private tryEntropy(entropy: string): Promise<boolean> {
    return this.line.command({ type: 'entropy', text: entropy }).then(
      () => true,
      () => false,
    );
  }

  async play(move: string): Promise<boolean> {
    this.busy = true;
    const ack = await this.command({ type: 'play', move, base: this.seq, draft: this.draft });
    this.until = ack ?? { seq: -1, draft: 0 };
    this.settle();
    return ack !== null;
  }

  /** What a bot would do; nothing, if that is not known, or of no use any more. */
  async suggestion(): Promise<Suggestion | null> {
    this.trouble = '';
    try {
      return await this.line.suggestion();
    } catch (refusal) {
      if (this.myTurn) this.trouble = (refusal as Error).message;
      return null;
    }
  }

  /** A choice may be made again when the version has come that the last one led to. */
  private settle(): void {
    this.busy = this.seq < this.until.seq || (this.seq === this.until.seq && this.draft < this.until.draft);
  }
}
