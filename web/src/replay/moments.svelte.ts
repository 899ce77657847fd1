// A finished match, moment by moment, as a ground for a desk: every card is known, and nothing can be done.

import { pageLines, type LogLine } from '../lib/words';
import {
  DEALER,
  WATCHER,
  type MatchEvent,
  type Replay,
  type ReplayFrame,
  type StepInfo,
  type TableInfo,
  type View,
} from '../lib/wire';
import type { Ground } from '../table/desk.svelte';
import { say } from '../words/index.svelte';

const RECENT = 40;

/**
 * The frames of each moment. What the dealer does without a word belongs to the move before it, such as a card that is
 * drawn; gathering the cards belongs to what they are gathered for.
 */
export function momentsOf(frames: readonly ReplayFrame[], tells: (at: number) => boolean): number[][] {
  const found: number[][] = [];
  let gathered: number[] = [];
  frames.forEach(({ happened: { seat, move } }, at) => {
    if (seat === DEALER && move === 'gather' && !tells(at)) gathered.push(at);
    else if (found.length && !gathered.length && seat === DEALER && !tells(at)) found.at(-1)!.push(at);
    else {
      found.push([...gathered, at]);
      gathered = [];
    }
  });
  return gathered.length ? [...found, gathered] : found;
}

export class Moments implements Ground {
  at = $state(0);
  private views: View[] = []; // after each frame
  private moments: number[][];
  readonly log: LogLine[];
  readonly reasons = {};
  readonly attendance = null;
  readonly me = WATCHER;
  readonly lastDeal = [];
  readonly myTurn = false;
  readonly busy = false;

  constructor(
    readonly id: string,
    readonly record: Replay,
  ) {
    let view = {} as View;
    for (const frame of record.frames) this.views.push((view = { ...view, ...frame.view }));
    const told = record.frames.map(({ happened }, at) => pageLines(happened, at, this.company(at - 1)));
    this.moments = momentsOf(record.frames, (at) => told[at]!.length > 0);
    this.log = this.moments.flatMap((frames, at) =>
      frames.flatMap((frame) => told[frame]!.map((line) => ({ ...line, at }))),
    );
  }

  private company(at: number) {
    const view = this.views[at] ?? null;
    return { table: this.table, view, me: WATCHER, all: true, name: (seat: number) => this.name(seat) };
  }

  get last(): number {
    return this.moments.length - 1;
  }

  private get frame(): number {
    return this.moments[this.at]?.at(-1) ?? 0; // a forged match may have none
  }

  /** Whether this is a match of a table; not if a log is shown without a house. */
  get hasTable(): boolean {
    return this.record.matches > 0;
  }

  /** The frame from which one can play on at this moment, or null if nobody has a choice or there is no table. */
  get playable(): number | null {
    return this.hasTable && this.record.playable.includes(this.frame) ? this.frame : null;
  }

  /** The seats of this moment whose players have not left the match for good. */
  get stays(): number[] {
    const before = this.record.frames.slice(0, this.frame + 1);
    const left = before.flatMap(({ happened: { seat, move } }) => (move === 'leave' ? [seat] : []));
    return Array.from({ length: this.view.seats }, (_, seat) => seat).filter((seat) => !left.includes(seat));
  }

  get view(): View {
    return this.views[this.frame]!;
  }

  get recent(): MatchEvent[] {
    return this.record.frames.slice(Math.max(0, this.frame - RECENT), this.frame + 1).map(({ happened }) => happened);
  }

  /** How cards came to lie where they lie at a moment. */
  stepsTo(at: number): StepInfo[] {
    return (this.moments[at] ?? []).flatMap((frame) => this.record.frames[frame]!.happened.steps ?? []);
  }

  /** All that is told of this moment. */
  get caption(): string {
    return this.log
      .filter((line) => line.at === this.at)
      .map(({ text }) => text)
      .join(' ');
  }

  get lines(): LogLine[] {
    return this.log.filter((line) => line.at <= this.at);
  }

  get table(): TableInfo {
    const { game, options, match, names, kinds } = this.record;
    const seats = names.map((name, seat) => ({ name, kind: kinds[seat] }));
    return {
      id: this.id,
      game,
      options,
      listed: false,
      chat: false,
      clock: 0,
      grace: 0,
      pace: 0,
      level: '',
      suggestions: false,
      lesson: false,
      onward: this.record.onward,
      evening: null,
      daily: this.record.daily,
      phase: 'play',
      seats,
      creator: null,
      match,
      commitment: '',
      coming: null,
      full: 'seats',
      result: null,
      sheet: [],
    };
  }

  /** Which deal this moment belongs to. */
  get deal(): number {
    return Math.max(
      0,
      this.record.deals.findLastIndex(({ frame }) => frame <= this.frame),
    );
  }

  /** Go to where a deal begins. */
  goToDeal(deal: number): void {
    const { frame } = this.record.deals[deal]!;
    this.go(this.moments.findIndex((frames) => frames.at(-1)! >= frame));
  }

  /** The moment that a frame belongs to. */
  momentOf(frame: number): number {
    return Math.max(
      0,
      this.moments.findLastIndex((frames) => frames[0]! <= frame),
    );
  }

  /** What a game needs to put a move in words: the table before a frame, as this seat's. */
  groundBefore(frame: number, me: number): Ground {
    const { id, table, reasons, attendance, myTurn, busy, lastDeal } = this;
    const view = { ...this.views[Math.max(0, frame - 1)]!, seat: me };
    const name = (seat: number) => this.name(seat);
    return { id, table, reasons, attendance, myTurn, busy, lastDeal, me, view, recent: [], name, play: this.play };
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
  }

  name(seat: number): string {
    return this.record.names[seat] ?? say('common.seat', { number: seat + 1 });
  }

  play(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
