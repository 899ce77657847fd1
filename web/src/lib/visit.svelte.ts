// A visit to a table: everything that this browser may know of it, always the newest; and what may be done there.

import { flushSync, tick } from 'svelte';
import { face } from '../games';
import { chime } from './sound';
import { fly, positions } from './fly';
import { Line, type LineState } from './line';
import { tastes } from './memory.svelte';
import { comings, sentences, withNames, type Told } from './words';
import {
  WATCHER,
  type Ack,
  type Bye,
  type EventFrame,
  type Happened,
  type Message,
  type Presence,
  type Step,
  type TableInfo,
  type View,
  type Welcome,
} from './wire';

const MOST_LINES = 400;
const MOST_RECENT = 40;
const HURRY = 12; // so many events wait: they are shown without rest

export class Visit {
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  presence = $state.raw<Presence | null>(null);
  reasons = $state.raw<Record<string, string>>({});
  seat = $state(WATCHER);
  state = $state<LineState>('connecting');
  bye = $state.raw<Bye | null>(null);
  log = $state.raw<Told[]>([]);
  chat = $state.raw<Told[]>([]);
  recent = $state.raw<Happened[]>([]); // what happened last, for those who show it
  news = $state(''); // the last thing that happened, for those who hear the page
  trouble = $state(''); // why something was not done
  busy = $state(false);
  heardAt = $state(0); // when the clocks were told
  goneSince = $state.raw<number[]>([]); // of each seat whose player is not there
  seq = 0;
  private draft = 0;
  private until = { seq: -1, draft: 0 };
  private queue: EventFrame[] = [];
  private burst: EventFrame[] = []; // what came at once, until its view has come
  private resting = 0;
  private line: Line;

  constructor(
    readonly id: string,
    private token: string,
  ) {
    const hello = () => ({ table: id, ...(token && { token }), ...(this.seq && { last: this.seq }) });
    this.line = new Line(hello, {
      message: (message) => this.hear(message),
      state: (state, bye) => {
        this.state = state;
        this.bye = bye;
      },
    });
  }

  get seated(): boolean {
    return this.token !== '';
  }

  get me(): number {
    return this.view?.seat ?? this.seat;
  }

  /** Whether it is for this seat to move, now. */
  get myTurn(): boolean {
    return this.table?.phase === 'play' && !!this.view && this.view.to_act.includes(this.view.seat) && !this.busy;
  }

  name(seat: number): string {
    return this.table?.seats[seat]?.name || `Seat ${seat + 1}`;
  }

  again(): void {
    this.line.connect();
  }

  release(): void {
    clearTimeout(this.resting);
    this.line.release();
  }

  // What is heard

  private hear(message: Message): void {
    if (message.type === 'welcome') this.welcome(message);
    else if (message.type === 'presence') this.present(message);
    else if (message.type === 'event') {
      this.queue.push(message);
      if (!this.resting) void this.show();
    }
  }

  private present(presence: Presence): void {
    const before = this.presence;
    this.presence = presence;
    this.heardAt = Date.now();
    this.goneSince = presence.here.map((here, seat) => (here ? 0 : this.goneSince[seat] || this.heardAt));
    if (before) this.log = [...this.log, ...comings(before, presence, this)].slice(-MOST_LINES);
  }

  private welcome(welcome: Welcome): void {
    clearTimeout(this.resting);
    this.resting = 0;
    this.queue = [];
    this.burst = [];
    this.table = welcome.table;
    this.view = welcome.view;
    this.reasons = welcome.reasons ?? {};
    this.seat = welcome.seat;
    [this.seq, this.draft] = [welcome.seq, welcome.draft];
    this.present(welcome.presence);
    this.settle();
    const news = this.news;
    for (const frame of welcome.tail) this.note(frame, null);
    this.news = news; // what has happened is not told as if it were new
    this.chat = welcome.chat.flatMap((frame) => this.told(frame, null, []));
  }

  /** The events that came at once are shown together: only the last has a view. Then some need a moment to be seen. */
  private async show(): Promise<void> {
    this.resting = -1;
    while (this.queue.length) {
      const frame = this.queue.shift()!;
      this.burst.push(frame);
      if (frame.happened.move !== undefined && !frame.view) continue;
      const rest = await this.showBurst(this.burst.splice(0), frame);
      if (rest) {
        this.resting = window.setTimeout(() => void this.show(), rest);
        return;
      }
    }
    this.resting = 0;
  }

  /** Returns for how many milliseconds it should be looked at. */
  private async showBurst(burst: EventFrame[], last: EventFrame): Promise<number> {
    const quiet = document.hidden || tastes.speed === 0 || this.queue.length > HURRY;
    const steps = burst.flatMap(({ happened }) => happened.steps ?? []);
    const before = quiet ? null : positions(steps);
    const [seen, wasMyTurn] = [this.view, this.myTurn];
    this.apply(last);
    for (const frame of burst) this.note(frame, seen);
    await tick();
    flushSync(); // what is new has measured itself
    if (before) fly(before, steps, tastes.speed);
    this.sound(last, steps, wasMyTurn);
    const { rest } = face(this.table!.game);
    return quiet ? 0 : Math.max(...burst.map(({ happened }) => rest(happened))) * tastes.speed;
  }

  private apply(frame: EventFrame): void {
    [this.seq, this.draft] = [frame.seq, frame.draft ?? 0];
    if (frame.table) this.table = frame.table;
    if (frame.view) {
      this.view = frame.view;
      this.reasons = frame.reasons ?? {};
      this.seat = frame.view.seat === WATCHER ? this.seat : frame.view.seat;
    }
    this.trouble = '';
    this.settle();
  }

  /** For the log, and for those who hear the page; `seen` is what was seen before it happened. */
  private note(frame: EventFrame, seen: View | null): void {
    const told = this.told(frame, seen, this.log);
    if (frame.happened.what === 'said') this.chat = [...this.chat, ...told].slice(-MOST_LINES);
    if (!told.length) return;
    this.log = [...this.log, ...told].slice(-MOST_LINES);
    this.recent = [...this.recent, frame.happened].slice(-MOST_RECENT);
    const news = told.map((one) => one.text).join(' ');
    this.news = news === this.news ? `${news}\u00a0` : news; // an equal text must be announced again
  }

  private told(frame: EventFrame, seen: View | null, known: Told[]): Told[] {
    const keys = new Set(known.slice(-MOST_RECENT).map((one) => one.key));
    const company = { table: this.table, view: seen, me: this.me, name: (seat: number) => this.name(seat) };
    return sentences(frame, company).filter((one) => !keys.has(one.key));
  }

  private sound(frame: EventFrame, steps: Step[], wasMyTurn: boolean): void {
    if (frame.happened.what === 'said') chime('word');
    else if (this.table?.phase === 'over' && frame.table) chime('end');
    else if (this.myTurn && !wasMyTurn) chime('turn');
    else if (steps.length) chime('card');
  }

  // What is done

  /** The promise is kept when it is done, and broken when not; why not is told in `trouble`. */
  async command(message: object): Promise<boolean> {
    this.trouble = '';
    this.busy = true;
    try {
      const ack: Ack = await this.line.command(message);
      this.until = { seq: ack.seq, draft: ack.draft };
      return true;
    } catch (refusal) {
      this.trouble = refusal instanceof Error ? withNames(refusal.message, this) : String(refusal);
      this.until = { seq: -1, draft: 0 };
      return false;
    } finally {
      this.settle();
    }
  }

  play(move: string): Promise<boolean> {
    return this.command({ type: 'play', move, base: this.seq, draft: this.draft });
  }

  /** A choice may be made again when the version has come that the last one led to. */
  private settle(): void {
    this.busy = this.seq < this.until.seq || (this.seq === this.until.seq && this.draft < this.until.draft);
  }
}
