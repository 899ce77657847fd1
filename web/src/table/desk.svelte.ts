// A desk: a table as a game's own part of the page sees it, and what the player has picked there but not played yet.

import { uiOf } from '../games';
import type { Attendance } from '../lib/attendance.svelte';
import { keyed, keysIn, named, sorted } from '../lib/cards';
import type { Fact } from '../lib/facts';
import { arrange, arranged, tastes } from '../lib/memory.svelte';
import { WATCHER, type MatchEvent, type TableInfo, type View } from '../lib/wire';

/** What a desk stands on: a visit, or a moment of a replay. */
export interface Ground {
  readonly id: string;
  readonly view: View | null;
  readonly table: TableInfo | null;
  readonly reasons: Record<string, Fact>;
  readonly attendance: Attendance | null;
  readonly me: number;
  readonly myTurn: boolean;
  readonly busy: boolean;
  readonly recent: readonly MatchEvent[];
  readonly lastDeal: readonly number[]; // the places in the last deal that was finished, by seat
  name(seat: number): string;
  play(move: string): Promise<boolean>;
}

export type Action<Move extends string = string> = {
  label: string;
  move?: Move; // in the words of the game; without one, `why` says what is missing
  why?: string;
  wrong?: boolean; // the house would refuse it: pressing the button tells why
  key?: string;
  main?: boolean;
  quiet?: boolean; // rarely wanted
  picks?: boolean; // it is about what has been picked: Enter and dragging do it
  then?: () => void; // instead of a move: what is chosen here, and nobody else is told
  sure?: string; // what is said before it is really done
};

const NONE = { move: '', on: '' }; // a suggestion, and what was picked with it
const TWICE = 500; // milliseconds: a double click is not meant twice

export class Desk {
  picked = $state<string[]>([]); // keys of cards of the hand, in the order of picking
  own = $state(-1); // a place of one's own on a board ...
  target = $state(-1); // ... and one of the other player
  reading = $state(0); // which of the possible meanings of the picked cards
  said = $state<string[]>([]); // the first words of a move that is chosen word by word
  hint = $state(''); // why a card is not for now
  private suggestion = $state.raw(NONE);
  private warned = '';
  private warnedAt = 0;
  private order = $state<string[]>([]); // the player's own

  constructor(readonly ground: Ground) {
    this.order = arranged(ground.id);
  }

  get view(): View {
    return this.ground.view!;
  }

  get me(): number {
    return this.ground.me;
  }

  get watches(): boolean {
    return this.me === WATCHER;
  }

  get cards(): string[] {
    return this.picked.map(named);
  }

  /** The hand in the order that the player likes. */
  get hand(): string[] {
    const keys = keyed(this.view.hand ?? []);
    const { rank } = uiOf(this.view.game);
    if (tastes.sorting !== 'own') return sorted(keys, tastes.sorting, rank);
    const place = (key: string) => (this.order.includes(key) ? this.order.indexOf(key) : this.order.length);
    return sorted(keys, 'rank', rank).sort((a, b) => place(a) - place(b));
  }

  move(key: string, to: number): void {
    const hand = this.hand.filter((other) => other !== key);
    hand.splice(Math.max(0, to), 0, key);
    this.order = hand;
    arrange(this.ground.id, hand);
    tastes.sorting = 'own';
  }

  toggle(key: string): void {
    this.reading = 0;
    this.hint = '';
    const others = uiOf(this.view.game).single(this.view) ? [] : this.picked.filter((other) => other !== key);
    this.picked = this.picked.includes(key) ? others : [...others, key];
  }

  clear(): void {
    this.picked = [];
    this.own = this.target = -1;
    this.said = [];
    this.reading = 0;
    this.hint = '';
  }

  /** What all choices are made on. */
  private get state(): string {
    return JSON.stringify([this.picked, this.own, this.target, this.reading, this.view.moves]);
  }

  /** The move that a bot would make, until something else is picked, or there is another choice. */
  get suggested(): string {
    return this.suggestion.on === this.state ? this.suggestion.move : '';
  }

  /** Pick what a move is about, so that it needs only to be confirmed. */
  suggest(move: string): void {
    this.clear();
    this.picked = keysIn(move, this.view.hand ?? []);
    uiOf(this.view.game).aim(this, move);
    this.suggestion = { move, on: this.state };
  }

  /** What is picked must be there; after every view. */
  tidy(): void {
    if (!this.ground.myTurn) this.suggestion = NONE;
    const keys = new Set(keyed(this.view.hand ?? []));
    if (this.picked.some((key) => !keys.has(key))) this.picked = this.picked.filter((key) => keys.has(key));
  }

  async send(move: string): Promise<void> {
    if (await this.ground.play(move)) this.clear();
  }

  do(action: Action): void {
    if (this.ground.busy) return;
    const warned = this.warned === action.label && Date.now() - this.warnedAt > TWICE;
    this.warned = '';
    if (action.sure && !warned) {
      [this.warned, this.warnedAt] = [action.label, Date.now()];
      this.hint = action.sure;
    } else if (action.then) action.then();
    else if (action.move) void this.send(action.move);
    else this.hint = action.why ?? '';
  }
}
