// What this browser has seen of each deal, with its own eyes: the commitment before the deal, the entropy that was heard,
// and the cards that it was shown. "Is this deal fair?" compares it with what the house tells after the match.
// What it has seen of the play is in `course.ts`.

import { courseOf, Follower, type Course } from './course';
import { promisedFor } from './promises';
import { read, write } from './memory.svelte';
import { DEALER, type EventFrame, type SeatInfo, type StepInfo, type TableInfo, type View, type Welcome } from './wire';

export type Seen = {
  table: string;
  match: number; // counted from 1
  deal: number; // how many of the match come before it
  rules: string;
  stay: boolean[]; // which seats will play
  commitment: string;
  before: boolean; // seen before the deal, or only when the cards were dealt already
  entropy: string[]; // heard before the deal, as they are revealed: the seat, a space, its line
  mine: string; // the one of them that this browser has added itself
  gap: boolean; // something that happened before the deal was not heard: perhaps there is more entropy
  seq: number; // of the last event heard before the deal
  stage: 'coming' | 'dealing' | 'dealt';
  shown: Record<number, StepInfo[]>; // how the cards were dealt, as this browser was told, by `seq`
};
export type Witnessed = Seen & { course: Course | null };

const KEY = 'cardhouse deals';
const MOST_SEEN = 200;

export function seen(): Seen[] {
  const found = read<unknown>(KEY, []);
  return Array.isArray(found) ? found : [];
}

export const seenOf = (table: string, match: number): Witnessed[] =>
  seen()
    .filter((one) => one.table === table && one.match === match)
    .map((one) => ({ ...one, course: courseOf(table, match, one.deal) }));

/** A line that nobody can foresee. */
export function randomEntropy(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `random ${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Entropy that a page has added by itself. */
export const isRandom = (line: string) => /^random [0-9a-f]{32}$/.test(line);

/** As the house takes them: in one line, in their usual form. */
export const cleaned = (line: string) =>
  line
    .normalize('NFKC')
    .replace(/[\p{Z}\p{C}]+/gu, ' ')
    .trim();

/** The rules of a match, as one text. */
export const rulesOf = (game: string, options: Record<string, string | number>) =>
  JSON.stringify([game, Object.entries(options).sort()]);

const staying = (seats: SeatInfo[]) => seats.map(({ name, heir, gone }) => !!heir || (!!name && !gone));
const seatOf = (line: string) => Number(line.slice(0, line.indexOf(' ')));
const textOf = (line: string) => line.slice(line.indexOf(' ') + 1);

/** Sent with a request for a seat: they are this browser's own if the house is heard to have taken them. */
const sent = new Set<string>();

export function sentEntropy(): string {
  const line = randomEntropy();
  sent.add(line);
  return line;
}

/** Watches one table, and remembers. */
export class Witness {
  private now: Seen | undefined; // the newest deal that was seen coming
  private follower: Follower | null = null; // of the deal that was dealt last

  constructor(private id: string) {
    this.now = seen().findLast((one) => one.table === id && one.before);
  }

  welcome({ tail, table, view, seq }: Welcome): void {
    this.recall(table);
    for (const frame of tail) this.event(frame);
    this.look(table, view, seq);
  }

  event(frame: EventFrame): void {
    const { seq, table, view = null } = frame;
    if (this.now) {
      this.hear(this.now, frame);
      this.follow(this.now, frame);
    }
    if (table) this.look(table, view, seq);
  }

  /** The first deal of a deal of the day begins at once: its commitment was seen before, on another page. */
  private recall(table: TableInfo): void {
    const promised = table.daily && promisedFor(table.daily, table.game);
    if (promised && table.match === 1 && !this.known(1, 0))
      this.now = { ...this.fresh(table, 1, 0), commitment: promised };
  }

  private follow({ match, deal, stage }: Seen, frame: EventFrame): void {
    if (stage === 'coming') return;
    if (this.follower?.match !== match || this.follower.deal !== deal)
      this.follower = new Follower(this.id, match, deal);
    this.follower.hear(frame, stage === 'dealing');
  }

  private hear(now: Seen, { happened, seq }: EventFrame): void {
    const dealt = happened.what === 'move' && happened.seat === DEALER && happened.move === 'deal';
    const missed = seq > now.seq + 1;
    if (now.stage === 'coming' && seq > now.seq) {
      now.gap ||= missed;
      if (happened.what === 'entropy') this.add(now, `${happened.seat} ${happened.text}`);
      if (happened.what === 'sat') now.stay[happened.seat] = true;
      if (happened.what === 'started') this.renumber(now);
      if (dealt) now.stage = now.gap ? 'dealt' : 'dealing';
    } else if (now.stage === 'dealing' && seq > now.seq) {
      const begun = happened.what === 'move' && happened.seat !== DEALER && Object.keys(now.shown).length > 0;
      if (missed || begun) now.stage = 'dealt';
    } else if (!dealt || !(seq in now.shown)) return;
    if (dealt && (now.stage === 'dealing' || seq in now.shown)) this.show(now, seq, happened.steps ?? []);
    now.seq = Math.max(seq, now.seq);
    this.keep(now);
  }

  /** The cards of the deal itself, up to the first move after it. A watcher who takes a seat is told again, and sees more. */
  private show(now: Seen, seq: number, steps: StepInfo[]): void {
    const known = (some: StepInfo[]) => some.reduce((sum, { cards = [] }) => sum + cards.length, 0);
    if (known(steps) >= known(now.shown[seq] ?? [])) now.shown[seq] = steps;
  }

  private look(table: TableInfo, view: View | null, seq: number): void {
    const { coming } = table;
    if (table.phase === 'over' && table.result && this.follower?.match === table.match)
      this.follower.ended(table.result);
    if (coming) {
      const now = this.known(coming.match, coming.deal) ?? this.fresh(table, coming.match, coming.deal);
      if (now.stage !== 'coming') return; // it has been dealt: nothing that is said of it now was before
      this.now = now;
      now.seq = seq;
      now.gap = false;
      now.stay = staying(table.seats);
      for (const line of coming.entropy) this.add(now, line);
      this.keep(now);
      return;
    }
    if (this.now?.stage === 'coming') {
      const missed = seq > this.now.seq;
      this.now.gap ||= missed;
      this.now.stage = missed ? 'dealt' : 'dealing';
      this.keep(this.now);
    }
    if (table.phase === 'play' && view && !this.known(table.match, view.deal))
      this.keep({ ...this.fresh(table, table.match, view.deal), before: false, stage: 'dealt' });
  }

  private known(match: number, deal: number): Seen | undefined {
    const same = (one?: Seen) => one?.table === this.id && one.match === match && one.deal === deal;
    return same(this.now) ? this.now : seen().find(same);
  }

  private fresh(table: TableInfo, match: number, deal: number): Seen {
    return {
      table: this.id,
      match,
      deal,
      rules: rulesOf(table.game, table.options),
      stay: staying(table.seats),
      commitment: table.commitment,
      before: true,
      entropy: [],
      mine: '',
      gap: false,
      seq: -1,
      stage: 'coming',
      shown: {},
    };
  }

  private add(now: Seen, line: string): void {
    now.entropy = [...now.entropy.filter((other) => seatOf(other) !== seatOf(line)), line];
    now.entropy.sort((a, b) => seatOf(a) - seatOf(b));
    if (sent.has(textOf(line))) now.mine = line;
  }

  /** At a rematch the seats of those who have left are closed, and entropy moves with their seats. */
  private renumber(now: Seen): void {
    const moved = (line: string) => `${now.stay.slice(0, seatOf(line)).filter(Boolean).length} ${textOf(line)}`;
    const stays = (line: string) => now.stay[seatOf(line)];
    now.entropy = now.entropy.filter(stays).map(moved);
    now.mine = now.mine && moved(now.mine);
    now.stay = now.stay.filter(Boolean);
  }

  /** The commitment to the coming deal, as long as entropy is heard; otherwise nothing. */
  get coming(): string {
    return this.now?.stage === 'coming' ? this.now.commitment : '';
  }

  /** This browser's own entropy for it. */
  get mine(): string {
    return this.now?.mine ?? '';
  }

  /** The house has taken entropy of this player. */
  said(commitment: string, seat: number, line: string): void {
    if (this.now?.commitment !== commitment) return;
    this.now.mine = `${seat} ${line}`;
    this.keep(this.now);
  }

  private keep(one: Seen): void {
    const all = seen();
    const old = all.find(({ table, match, deal }) => table === one.table && match === one.match && deal === one.deal);
    one.mine ||= old?.mine ?? ''; // another tab may have added them
    write(KEY, [...all.filter((other) => other !== old), one].slice(-MOST_SEEN));
  }
}
