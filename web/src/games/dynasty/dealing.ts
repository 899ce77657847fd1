// How Dynasty deals, as its law in src/cardhouse/games/dynasty says it.

import type { MatchEvent } from '../../lib/wire';
import { Dealing, Wrong } from '../../replay/dealing';
import { say } from '../../words/index.svelte';

const WILD = 13;
const FEWEST_PLAYERS = 3;
const FEWEST_TAXED = 4;

export class Dynasty extends Dealing {
  private order: number[] = []; // the turn order of this deal
  private places: number[] = []; // the seats as they finish, the first one first
  private left = new Set<number>();
  private newcomers = new Set<number>();
  protected first = () => 80;

  override begin(seating: number[]): void {
    this.places = [...seating]; // rule 3: as if the seats had finished in it
  }

  /** Rules 3 and 12: the finishing order, less those who left, with newcomers in the middle. */
  private arranged(): number[] {
    const order = this.places.filter((seat) => !this.left.has(seat));
    const middle = order.length >> 1;
    const fresh = [...this.newcomers].filter((seat) => !this.left.has(seat));
    return [...order.slice(0, middle), ...fresh, ...order.slice(middle)];
  }

  override ends(): boolean {
    return this.arranged().length < FEWEST_PLAYERS;
  }

  override collect(): void {
    if (this.ends()) throw new Wrong(say('fair.three_players'));
    this.order = this.arranged();
    this.places = [];
    super.collect();
  }

  /** Rule 2, and rule 11: from the second deal on taxes are paid at once. */
  protected open(drawn: number[]): void {
    this.round(drawn, this.order);
    const old = this.order.filter((seat) => !this.newcomers.has(seat));
    if (this.options.taxation === 'on' && this.deal > 0 && old.length >= FEWEST_TAXED) {
      this.pay(old.at(-1)!, old[0]!, 2);
      this.pay(old.at(-2)!, old[1]!, 1);
    }
    this.newcomers.clear();
  }

  private pay(poor: number, rich: number, count: number): void {
    const value = (card: number) => Number(this.name(card)) || WILD;
    const naturals = this.lying(`hand ${poor}`).filter((card) => value(card) < WILD);
    const best = naturals.sort((a, b) => value(a) - value(b)).slice(0, count);
    this.put(`hand ${rich}`, ...best);
  }

  override play(happened: MatchEvent, seat: number): void {
    if (happened.move === 'join') this.newcomers.add(seat);
    else if (happened.move === 'leave') this.left.add(seat);
    else {
      super.play(happened, seat);
      this.finish(seat);
    }
  }

  private finish(seat: number): void {
    if (!this.order.includes(seat) || this.places.includes(seat) || this.lying(`hand ${seat}`).length) return;
    this.places.push(seat);
    if (this.places.length === this.order.length - 1)
      this.places.push(this.order.find((other) => !this.places.includes(other))!);
  }
}
