// One device that is passed round: a visit for each person here, one hand in sight, covered until the next one taps.

import { land } from './fly';
import { keysOf, type Kept } from './memory.svelte';
import { Visit } from './visit.svelte';

/** Whose turn it is here: the one who is shown goes first, then the others in turn; null if nobody here is to act. */
export function nextOf(acts: readonly boolean[], at: number): number | null {
  const order = acts.map((_, n) => (at + n) % acts.length);
  return order.find((n) => acts[n]) ?? null;
}

/** Which deal is played, as a text; empty between deals, when no hand is dealt. */
export const dealOf = (phase: string | undefined, match: number, deal: number) =>
  phase === 'play' ? `${match}.${deal}` : '';

/** Whether the hand that is shown must be covered: somebody else here is to act, or it is a hand of another deal. */
export const mustCover = (next: number | null, at: number, shownIn: string, deal: string) =>
  (next !== null && next !== at) || (deal !== '' && deal !== shownIn);

/** This device: who is at it, and whose hand it shows. */
export class Device {
  readonly visits: Visit[];
  readonly names: string[];
  private at = $state(0);
  private uncovered = $state(false); // somebody has tapped: until something calls for a cover
  private shownIn = $state(''); // the deal in which they have tapped

  constructor(id: string) {
    const kept: (Kept | null)[] = keysOf(id);
    if (!kept.length) kept.push(null); // who watches has no key
    this.names = kept.map((one) => one?.name ?? '');
    const several = kept.length > 1;
    this.visits = kept.map(
      (one, n) => new Visit(id, one?.token ?? '', several ? { name: one!.name, first: !n } : null),
    );
    for (const visit of this.visits) visit.here = this.visits;
    this.uncovered = !several;
  }

  get several(): boolean {
    return this.visits.length > 1;
  }

  get visit(): Visit {
    return this.visits[this.at]!;
  }

  get next(): number | null {
    return nextOf(
      this.visits.map(({ acts }) => acts),
      this.at,
    );
  }

  private get deal(): string {
    const { table, view } = this.visit;
    return dealOf(table?.phase, table?.match ?? 0, view?.deal ?? 0);
  }

  get covered(): boolean {
    if (!this.several || this.visit.table?.phase === 'open') return false; // no cards yet
    return !this.uncovered || mustCover(this.next, this.at, this.shownIn, this.deal);
  }

  /** Who may uncover their hand: the one who is to act, or anybody here if nobody is. */
  get called(): number[] {
    return this.next === null ? this.visits.map((_, n) => n) : [this.next];
  }

  /** Cover the hand. What was in the air is gone at once, because it shows cards. */
  cover(): void {
    this.uncovered = false;
    for (const visit of this.visits) visit.shown = false;
    land();
    for (const flying of document.querySelectorAll('.flying')) flying.remove();
  }

  /** Show the hand of somebody who says that they hold the device. */
  uncover(who: number): void {
    this.at = who;
    this.shownIn = this.deal;
    this.uncovered = true;
    this.visit.shown = true;
    this.visit.journal.hush();
  }

  again(): void {
    for (const visit of this.visits) visit.again();
  }

  release(): void {
    for (const visit of this.visits) visit.release();
  }
}
