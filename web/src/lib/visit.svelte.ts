// A visit to a table: the connection, the newest state that this browser may know, and what may be done there.

import { flushSync, tick } from 'svelte';
import { uiOf } from '../games';
import { lastPlaces, type Moment } from '../games/titles';
import * as api from './api';
import { Attendance } from './attendance.svelte';
import { catalogue } from './catalogue.svelte';
import { sentence, type Fact } from './facts';
import { fly, land, positions, still } from './fly';
import { Journal } from './journal.svelte';
import { Line, type LineState } from './line';
import { Luck } from './luck';
import { tastes } from './memory.svelte';
import type { Company } from './moves';
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
import { dealsCards, gained } from './words';

const DEALING = 1300; // milliseconds until all cards have landed
const PARTY = 1200; // milliseconds that a celebration has to itself
const HURRY = 12; // when more events than this wait, they are shown without rest

/** Tables that this page has opened to play against bots alone: the match begins when its player has added entropy. */
export const startAtOnce = new Set<string>();

/** Who was there when a match ended, and how it ended: people leave, and others take their seats. */
type Finished = { match: number; seat: number; seats: SeatInfo[]; places: readonly number[] };

export class Visit {
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  reasons = $state.raw<Record<string, Fact>>({});
  tip = $state.raw<TipInfo | null>(null); // of a lesson, while its deal lasts
  seat = $state(WATCHER);
  state = $state<LineState>('connecting');
  bye = $state.raw<Bye | null>(null);
  finished = $state.raw<Finished | null>(null);
  celebrated = $state.raw<Moment[]>([]); // what has just happened, as long as it is shown
  looks = $state(false); // at the final board of a deal
  trouble = $state(''); // why something was not done
  busy = $state(false);
  readonly attendance = new Attendance();
  readonly journal: Journal;
  private seq = 0;
  private draft = 0;
  private until = { seq: -1, draft: 0 };
  private queue = new EventQueue((burst, last) => this.show(burst, last));
  private line: Line;
  private luck: Luck;
  private tabs: BroadcastChannel;

  constructor(
    readonly id: string,
    private token: string,
  ) {
    this.journal = new Journal(id);
    this.luck = new Luck(id, this.seated);
    this.tabs = this.share();
    const hello = () => ({ table: id, ...(token && { token }), ...(this.seq && { last: this.seq }) });
    this.line = new Line(
      hello,
      {
        message: (message) => this.hear(message),
        state: (state, bye) => {
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
    return this.table?.seats[seat]?.name || `Seat ${seat + 1}`;
  }

  /** For sentences: what was seen before it happened. */
  private company(seen: View | null): Company {
    return { table: this.table, view: seen, me: this.me, name: (seat) => this.name(seat) };
  }

  // What is heard

  private hear(message: Sent): void {
    if (message.type === 'welcome') {
      this.luck.welcome(message);
      this.welcome(message);
      void this.luck.addRandom((entropy) => this.tryEntropy(entropy));
      if (startAtOnce.delete(this.id) && message.table.phase === 'open') void this.command({ type: 'start' });
    } else if (message.type === 'presence') this.present(message);
    else if (message.type === 'event') {
      this.luck.event(message);
      this.queue.push(message);
      void this.luck.addRandom((entropy) => this.tryEntropy(entropy));
    }
  }

  private present(presence: Presence): void {
    this.journal.add(this.attendance.hear(presence, this.company(this.view)));
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
    if (this.table.result && this.finished?.match !== this.table.match) this.finish(this.table.seats);
    this.settle();
    for (const frame of welcome.tail) this.journal.note(frame, this.company(null));
    this.journal.resume(welcome.chat, this.company(null));
  }

  /** Show events that came at once. Returns for how many milliseconds they should be looked at. */
  private async show(burst: EventFrame[], last: EventFrame): Promise<number> {
    const quiet = document.hidden || tastes.speed === 0 || this.queue.length > HURRY;
    const events = burst.flatMap(({ happened }) => (happened.what === 'move' ? [happened] : []));
    const steps = events.flatMap((event) => event.steps ?? []);
    const before = quiet ? null : positions(steps);
    const [seen, acted, phase, seats] = [this.view, this.acts, this.table?.phase, this.table?.seats];
    this.apply(last);
    if (this.table!.result && this.finished?.match !== this.table!.match) this.finish(seats!);
    const told = burst.flatMap((frame) => this.journal.note(frame, this.company(seen)));
    this.journal.announce(
      told,
      events.map((event) => gained(event, this.me)),
    );
    if (this.acts && !acted) this.trouble = '';
    this.looks = !quiet && this.table!.phase !== 'play' && (phase === 'play' || this.looks);
    await tick();
    flushSync(); // what is new has measured itself
    if (before) fly(before, steps, tastes.speed);
    this.celebrated = quiet || still() ? [] : this.momentsOf(events);
    const tune = this.tuneOf(last, events, { ended: this.table!.phase === 'over' && phase !== 'over', acted });
    if (tune) chime(tune);
    const { rest } = uiOf(this.table!.game);
    const dealing = before && events.some(dealsCards) ? DEALING : 0;
    const party = this.celebrated.length ? PARTY : 0;
    return quiet ? 0 : Math.max(dealing, party, ...events.map(rest)) * tastes.speed;
  }

  private momentsOf(events: MatchEvent[]): Moment[] {
    const { view } = this;
    const saying = { name: (seat: number) => this.name(seat), you: this.me };
    return view ? events.flatMap((event) => uiOf(view.game).moments(event, view, saying)) : [];
  }

  /** What is heard of events. */
  private tuneOf(last: EventFrame, events: MatchEvent[], was: { ended: boolean; acted: boolean }): Tune | '' {
    const { happened } = last;
    if (happened.what === 'said')
      return this.journal.hides({ kind: 'said', name: this.name(happened.seat) }) ? '' : 'word';
    if (was.ended) return this.table!.result?.places[this.finished!.seat] === 1 ? 'win' : 'end';
    if (events.some(dealsCards)) return 'deal';
    if (this.celebrated.some(({ crown }) => crown)) return 'crown';
    if (this.celebrated.length) return this.celebrated[0]!.mood;
    if (this.acts && !was.acted) return 'turn';
    return events.some(({ steps = [] }) => steps.length) ? 'card' : '';
  }

  /** Let go on at once: whoever looks on has seen enough. */
  skip(): void {
    land();
    this.looks = false;
    this.celebrated = [];
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

  private finish(seats: SeatInfo[]): void {
    this.finished = { match: this.table!.match, seat: this.seat, seats, places: this.table!.result!.places };
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
  addEntropy(entropy: string): Promise<string> {
    return this.luck.add(entropy, async (entropy) => (await this.command({ type: 'entropy', text: entropy })) !== null);
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
