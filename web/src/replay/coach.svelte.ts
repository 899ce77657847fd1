// The coach: what the strongest bot of the house says about each choice of a finished match.

import * as api from '../lib/api';
import { uiOf } from '../games';
import { Refusal, type JudgedMove } from '../lib/wire';
import { Desk } from '../table/desk.svelte';
import type { Moments } from './moments.svelte';

const AGAIN = 700; // milliseconds between requests
const SHOWN = 3; // of a player's choices, the worst ones
const SIZES = [0.02, 0.1, 0.2]; // what a small mistake, a mistake and a big one cost at least

/** 0 for a choice that cost too little to mention, up to 3 for a big mistake. */
export const sizeOf = ({ lost }: Pick<JudgedMove, 'lost'>) => SIZES.filter((least) => lost >= least).length;

/** How far off a cost may be: two standard errors, but never nothing. Few playouts that agree prove no certainty. */
export const marginOf = ({ error }: Pick<JudgedMove, 'error'>) => Math.max(2 * error, 0.01);

export class Coaching {
  choices = $state.raw<JudgedMove[]>([]);
  of = $state(0); // how many choices there are; 0 until that is known
  ahead = $state(0); // analyses that come before this one
  level = $state('');
  trouble = $state('');
  private asking = false;
  private released = false;

  constructor(readonly moments: Moments) {}

  get done(): boolean {
    return this.of > 0 && this.choices.length >= this.of;
  }

  /** Begin the analysis, or go on with it, until it is done. */
  async start(): Promise<void> {
    if (this.asking || this.done) return;
    this.asking = true;
    this.trouble = '';
    try {
      while (!this.done && !this.released) {
        await this.ask();
        if (!this.done) await new Promise((after) => setTimeout(after, AGAIN));
      }
    } catch (refusal) {
      this.trouble = refusal instanceof Refusal ? refusal.message : String(refusal);
    } finally {
      this.asking = false;
    }
  }

  private async ask(): Promise<void> {
    const { id, record } = this.moments;
    const found = await api.analyse(id, record.match, this.choices.length);
    // A house that has been restarted begins again, and finds the same: what is here already is the same.
    if (found.choices.length) this.choices = [...this.choices, ...found.choices];
    [this.of, this.ahead, this.level] = [found.of, found.ahead, found.level];
  }

  release(): void {
    this.released = true;
  }

  /** The choices that cost something, in the order of the match. */
  get marked(): JudgedMove[] {
    return this.choices.filter((choice) => sizeOf(choice) > 0);
  }

  /** The three choices that cost a player most, the worst first. */
  worst(seat: number): JudgedMove[] {
    return this.marked
      .filter((choice) => choice.seat === seat)
      .sort((one, other) => other.lost - one.lost)
      .slice(0, SHOWN);
  }

  /** The number of the deal that a frame belongs to. The chances of one deal say nothing about the next. */
  dealOf(frame: number): number {
    return this.moments.record.deals.filter((deal) => deal.frame <= frame).length;
  }

  /** What a player's chances were at a moment: those of their last choice in the same deal, if they had one. */
  chanceAt(seat: number, moment: number): number | undefined {
    const begun = this.moments.record.deals.filter((deal) => this.moments.momentOf(deal.frame) <= moment).length;
    const last = this.choices.findLast(
      ({ seat: one, frame }) => one === seat && this.moments.momentOf(frame) <= moment && this.dealOf(frame) === begun,
    );
    return last?.chance;
  }

  /** What was chosen at a moment, if it cost something. */
  at(moment: number): JudgedMove[] {
    return this.marked.filter(({ frame }) => this.moments.momentOf(frame) === moment);
  }

  /** A move as advice, such as `play 9♣`, as the game says it. */
  inWords({ frame, seat }: JudgedMove, move: string): string {
    const desk = new Desk(this.moments.groundBefore(frame, seat));
    return uiOf(this.moments.record.game).advice(desk, move);
  }
}
