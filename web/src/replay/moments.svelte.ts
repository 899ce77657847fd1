// A finished match, moment by moment, as a ground for a desk: every card is known, and nothing can be done.

import { pageLines, type LogLine } from '../lib/words';
import { WATCHER, type MatchEvent, type Replay, type TableInfo, type View } from '../lib/wire';
import type { Ground } from '../table/desk.svelte';

const RECENT = 40;

export class Moments implements Ground {
  at = $state(0);
  readonly views: View[] = [];
  readonly log: LogLine[];
  readonly reasons = {};
  readonly attendance = null;
  readonly me = WATCHER;
  readonly myTurn = false;
  readonly busy = false;

  constructor(
    readonly id: string,
    readonly record: Replay,
  ) {
    let view = {} as View;
    for (const frame of record.frames) this.views.push((view = { ...view, ...frame.view }));
    this.log = record.frames.flatMap(({ happened }, at) => pageLines(happened, at, { ...this.company(at - 1) }));
  }

  private company(at: number) {
    return { table: this.table, view: this.views[at] ?? null, me: WATCHER, name: (seat: number) => this.name(seat) };
  }

  get last(): number {
    return this.views.length - 1;
  }

  get view(): View {
    return this.views[this.at]!;
  }

  get recent(): MatchEvent[] {
    return this.record.frames.slice(Math.max(0, this.at - RECENT), this.at + 1).map(({ happened }) => happened);
  }

  get lines(): LogLine[] {
    return this.log.filter((line) => line.at <= this.at);
  }

  get table(): TableInfo {
    const { game, options, match, names } = this.record;
    const seats = names.map((name) => ({ name, kind: 'person' as const }));
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
      this.record.deals.findLastIndex(({ frame }) => frame <= this.at),
    );
  }

  go(at: number): void {
    this.at = Math.max(0, Math.min(this.last, at));
  }

  name(seat: number): string {
    return this.record.names[seat] ?? `Seat ${seat + 1}`;
  }

  play(): Promise<boolean> {
    return Promise.resolve(false);
  }
}
