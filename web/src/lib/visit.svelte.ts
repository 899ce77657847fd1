// A visit to a table: everything that this browser may know of it, always the newest; and what may be done there.

import { flushSync, tick } from 'svelte';
import { face } from '../games';
import * as api from './api';
import { chime } from './sound';
import { sentence, type Fact } from './facts';
import { fly, positions } from './fly';
import { Line, type LineState } from './line';
import { keepLog, keptLog, tastes } from './memory.svelte';
import { cleaned, randomWords, Witness } from './witness';
import { comings, sentences, type Told } from './words';
import {
  Refusal,
  WATCHER,
  type Ack,
  type Ballot,
  type Bye,
  type EventFrame,
  type MatchEvent,
  type Sent,
  type Presence,
  type SeatInfo,
  type Step,
  type TableInfo,
  type Unnumbered,
  type View,
  type Welcome,
} from './wire';

const MOST_LINES = 400;
const MOST_RECENT = 40;
const HURRY = 12; // so many events wait: they are shown without rest

/** Tables that this page has opened to play against bots alone: the match begins when its player has added words. */
export const startAtOnce = new Set<string>();

export class Visit {
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  presence = $state.raw<Presence | null>(null);
  reasons = $state.raw<Record<string, Fact>>({});
  seat = $state(WATCHER);
  state = $state<LineState>('connecting');
  bye = $state.raw<Bye | null>(null);
  log = $state.raw<Told[]>([]); // as it was told at the time, also after the page is loaded again
  chat = $state.raw<Told[]>([]);
  finished = $state.raw<{ match: number; seat: number; names: string[] } | null>(null);
  recent = $state.raw<MatchEvent[]>([]); // what happened last, for those who show it
  news = $state(''); // the last thing that happened, for those who hear the page
  trouble = $state(''); // why something was not done
  busy = $state(false);
  heardAt = $state(0); // when the clocks were told
  goneSince = $state.raw<number[]>([]); // of each seat whose player is not there
  seq = 0;
  private draft = 0;
  private until = { seq: -1, draft: 0 };
  private queue: EventFrame[] = [];
  private people: string[] = []; // the people of whom the last presence told
  private burst: EventFrame[] = []; // what came at once, until its view has come
  private resting = 0;
  private line: Line;
  private tabs: BroadcastChannel;
  private witness: Witness;
  private spokenTo = ''; // the last commitment that was answered with words
  private sits = WATCHER; // the seat as it was heard last; what is shown may come later

  constructor(
    readonly id: string,
    private token: string,
  ) {
    this.log = keptLog(id);
    this.witness = new Witness(id);
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

  /** Whether a bot plays for this seat, until its player comes back. */
  get away(): boolean {
    return !!this.presence?.away[this.me];
  }

  /** How the others vote about this seat, if they do. */
  get votedAbout(): Ballot | null {
    const ballot = this.presence?.votes[String(this.me)];
    return ballot?.by.length ? ballot : null;
  }

  /** The others for whom this player, who waits for them, can let a bot play. */
  get ballots(): (Ballot & { seat: number })[] {
    const { kind, ready } = this.table?.seats[this.me] ?? {};
    const waits = this.table?.phase === 'play' ? !this.acts : ready;
    if (kind !== 'person' || this.away || !waits) return [];
    const all = Object.entries(this.presence?.votes ?? {}).map(([seat, ballot]) => ({ ...ballot, seat: Number(seat) }));
    return all.filter(({ seat }) => seat !== this.me);
  }

  name(seat: number): string {
    return this.table?.seats[seat]?.name || `Seat ${seat + 1}`;
  }

  again(): void {
    this.line.connect();
  }

  release(): void {
    this.yieldSeat();
    removeEventListener('pagehide', this.yieldSeat);
    this.tabs.close();
    clearTimeout(this.resting);
    this.line.release();
  }

  // What is heard

  private hear(message: Sent): void {
    if (message.type === 'welcome') {
      this.witness.welcome(message);
      this.sits = message.seat;
      this.welcome(message);
      void this.addLuck();
      if (startAtOnce.delete(this.id) && message.table.phase === 'open') void this.command({ type: 'start' });
    } else if (message.type === 'presence') this.present(message);
    else if (message.type === 'event') {
      this.witness.event(message);
      if (message.view && message.view.seat !== WATCHER) this.sits = message.view.seat;
      this.queue.push(message);
      if (!this.resting) void this.show();
      void this.addLuck();
    }
  }

  private present(presence: Presence): void {
    const before = this.presence;
    this.presence = presence;
    this.heardAt = Date.now();
    const names = (this.table?.seats ?? []).map(({ name = '', kind }) => (kind === 'person' ? name : ''));
    const same = (seat: number) => names[seat] !== '' && names[seat] === this.people[seat];
    this.people = names;
    this.goneSince = presence.here.map((here, seat) =>
      here || !before || !same(seat) ? 0 : this.goneSince[seat] || this.heardAt,
    );
    if (before)
      this.log = [...this.log, ...comings(before, presence, this).filter((told) => same(told.seat))].slice(-MOST_LINES);
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
    if (this.table.result && this.finished?.match !== this.table.match) this.finish(this.table.seats);
    this.settle();
    for (const frame of welcome.tail) this.note(frame, null);
    this.chat = welcome.chat.flatMap((frame) => this.told(frame, null, []));
  }

  /** The events that came at once are shown together: only the last has a view. Then some need a moment to be seen. */
  private async show(): Promise<void> {
    this.resting = -1;
    let rest = 0;
    try {
      while (this.queue.length && !rest) {
        const frame = this.queue.shift()!;
        this.burst.push(frame);
        if (frame.happened.what !== 'move' || frame.view) rest = await this.showBurst(this.burst.splice(0), frame);
      }
    } finally {
      this.resting = rest && window.setTimeout(() => void this.show(), rest);
    }
  }

  /** Returns for how many milliseconds it should be looked at. */
  private async showBurst(burst: EventFrame[], last: EventFrame): Promise<number> {
    const quiet = document.hidden || tastes.speed === 0 || this.queue.length > HURRY;
    const events = burst.flatMap(({ happened }) => (happened.what === 'move' ? [happened] : []));
    const steps = events.flatMap((event) => event.steps ?? []);
    const before = quiet ? null : positions(steps);
    const [seen, acted, phase, seats] = [this.view, this.acts, this.table?.phase, this.table?.seats];
    this.apply(last);
    if (this.table!.result && this.finished?.match !== this.table!.match) this.finish(seats!);
    this.announce(burst.flatMap((frame) => this.note(frame, seen, seats)));
    if (this.acts && !acted) this.trouble = '';
    await tick();
    flushSync(); // what is new has measured itself
    if (before) fly(before, steps, tastes.speed);
    if (last.happened.what === 'said') chime('word');
    else if (this.table!.phase === 'over' && phase !== 'over') chime('end');
    else if (this.acts && !acted) chime('turn');
    else if (steps.length) chime('card');
    const { rest } = face(this.table!.game);
    return quiet ? 0 : Math.max(0, ...events.map(rest)) * tastes.speed;
  }

  private apply(frame: EventFrame): void {
    [this.seq, this.draft] = [frame.seq, frame.draft ?? 0];
    if (frame.table) this.table = frame.table;
    if (frame.view) {
      this.view = frame.view;
      this.reasons = frame.reasons ?? {};
      this.seat = frame.view.seat === WATCHER ? this.seat : frame.view.seat;
    }
    this.settle();
  }

  /** Who was there when the match ended: people leave, and others take their seats. */
  private finish(seats: SeatInfo[]): void {
    this.finished = {
      match: this.table!.match,
      seat: this.seat,
      names: seats.map(({ name = '', kind }) => `${name}${kind === 'bot' ? ' (bot)' : ''}`),
    };
  }

  /** For the log, or for the chat, with what was seen before it happened, and who was there. Returns what is new. */
  private note(frame: EventFrame, seen: View | null, seats?: SeatInfo[]): Told[] {
    const told = this.told(frame, seen, [...this.log, ...this.chat], seats);
    if (frame.happened.what === 'said') this.chat = [...this.chat, ...told].slice(-MOST_LINES);
    else {
      this.log = [...this.log, ...told].slice(-MOST_LINES);
      keepLog(this.id, this.log);
      if (frame.happened.what === 'move') this.recent = [...this.recent, frame.happened].slice(-MOST_RECENT);
    }
    return told;
  }

  /** For those who hear the page. An equal text must be announced again. */
  private announce(told: Told[]): void {
    const news = told.map((one) => (one.kind === 'said' ? `${one.name} says: ${one.text}` : one.text)).join(' ');
    if (news) this.news = news === this.news ? `${news}\u00a0` : news;
  }

  private told(frame: EventFrame, seen: View | null, known: Told[], seats?: SeatInfo[]): Told[] {
    const left = frame.happened.what === 'left'; // then another one, a bot perhaps, has the seat already
    const said = frame.happened.what === 'said'; // who waits for a bot's seat may talk, bots do not
    const name = (seat: number) =>
      (left && seats?.[seat]?.name) || (said && this.table?.seats[seat]?.heir) || this.name(seat);
    const keys = new Set(known.map((one) => one.key));
    const company = {
      table: this.table,
      view: seen,
      me: this.me,
      name,
    };
    return sentences(frame, company).filter((one) => !keys.has(one.key));
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

  /** Words for the chance of the coming deal. Returns them as the house has taken them, or nothing. */
  async addWords(words: string): Promise<string> {
    const [commitment, seat, line] = [this.witness.coming, this.sits, cleaned(words)];
    if (!(await this.command({ type: 'words', words: line }))) return '';
    this.witness.said(commitment, seat, line);
    return line;
  }

  /** Random words for every deal that is coming: then the house cannot have prepared it. If it is too late, so be it. */
  private async addLuck(): Promise<void> {
    const commitment = this.seated && this.sits >= 0 && !this.witness.mine ? this.witness.coming : '';
    if (!commitment || commitment === this.spokenTo) return;
    this.spokenTo = commitment;
    const [seat, words] = [this.sits, randomWords()];
    try {
      await this.line.command({ type: 'words', words });
      this.witness.said(commitment, seat, words);
    } catch {
      // the deal has begun, or the seat is not this player's yet
    }
  }

  async play(move: string): Promise<boolean> {
    this.busy = true;
    const ack = await this.command({ type: 'play', move, base: this.seq, draft: this.draft });
    this.until = ack ?? { seq: -1, draft: 0 };
    this.settle();
    return ack !== null;
  }

  /** What a bot would do; nothing, if that is not known, or of no use any more. */
  async suggestion(): Promise<string> {
    this.trouble = '';
    try {
      return (await this.line.suggestion()).move;
    } catch (refusal) {
      if (this.myTurn) this.trouble = (refusal as Error).message;
      return '';
    }
  }

  /** A choice may be made again when the version has come that the last one led to. */
  private settle(): void {
    this.busy = this.seq < this.until.seq || (this.seq === this.until.seq && this.draft < this.until.draft);
  }
}
