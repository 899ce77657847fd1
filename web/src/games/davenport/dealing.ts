// How Davenport deals, as its law in src/cardhouse/games/davenport says it.

import type { MatchEvent } from '../../lib/wire';
import { Dealing, Wrong, moved, numbers } from '../../replay/dealing';
import { say } from '../../words/index.svelte';

const ACE = 1;
const JACK = 11;

/** What a card counts where the ace is low. */
const valueOf = (card: number) => (card >= 48 ? ACE : (card >> 2) + 2);

/** All of it: who gets a card in Davenport depends on what everybody shows. */
export class Davenport extends Dealing {
  private playing: number[] = [];
  private chosen = new Set<number>();
  private owed: number[] = [];
  private stage: 'choosing' | 'exchanging' | 'drawing' | 'over' = 'choosing';
  private playingOff = false;
  private won: number[] = [];
  private wins: number[] = [];
  private drawsFrom = 0;

  protected first(): number {
    this.playing = numbers(0, this.seats);
    this.owed = this.playing.map(() => 0);
    this.wins = [...this.owed];
    return 5 * this.seats;
  }

  /** The seat to the dealer's left: rounds begin with it. */
  private get leads(): number {
    return (this.seating[0]! + 1) % this.seats;
  }

  protected override shown(zone: string): string {
    return zone.replace('retired', 'commitment'); // rule 2: they look alike
  }

  private inTurn(first: number): number[] {
    return this.from(first).filter((seat) => this.playing.includes(seat));
  }

  /** Rules 1 and 11. */
  protected open(drawn: number[]): void {
    this.round(drawn, this.inTurn(this.leads));
    this.stage = 'choosing';
    this.chosen.clear();
  }

  override play(happened: MatchEvent, seat: number): void {
    const [verb = '', name = ''] = happened.move.split(' ');
    const card = this.card(name);
    const legal = this.stage === 'choosing' && this.playing.includes(seat) && !this.chosen.has(seat);
    if (!legal || !['commit', 'exchange'].includes(verb) || !this.lying(`hand ${seat}`).includes(card))
      throw new Wrong(say('fair.impossible', { move: happened.move }));
    const steps = this.steps(() => this.choose(seat, verb, card));
    if (moved(steps) !== moved(happened.steps ?? []))
      throw new Wrong(say('fair.moves_others', { move: happened.move }));
  }

  private choose(seat: number, verb: string, card: number): void {
    this.put(`${verb === 'exchange' ? 'retired' : 'commitment'} ${seat}`, card);
    this.chosen.add(seat);
    if (this.chosen.size < this.playing.length) return;
    this.stage = 'exchanging';
    this.owed = this.owed.map((_, other) => this.lying(`retired ${other}`).length);
    this.goOn();
  }

  private goOn(): void {
    this.ask();
    if (this.stage === 'exchanging' && !this.due) {
      this.stage = 'drawing';
      this.reveal();
      this.ask();
    }
    if (this.stage === 'drawing' && !this.due) this.endRound();
  }

  /** Rule 6: as many as are owed, or as there are. */
  private ask(): void {
    const owed = this.owed.reduce((sum, count) => sum + count, 0);
    const retired = numbers(0, this.seats).flatMap((seat) => this.lying(`retired ${seat}`));
    this.due = Math.min(owed, this.stock.length || this.lying('discards').length + retired.length);
    if (!this.due) this.owed.fill(0);
  }

  protected override renew(): void {
    for (const seat of numbers(0, this.seats)) this.put('discards', ...this.lying(`retired ${seat}`)); // rule 3
    if (!this.stock.length) this.put('stock', ...this.lying('discards'));
  }

  /** Rule 3: unseen, as a commitment. Rules 4 and 11: in the hand. */
  protected override serve(drawn: number[]): void {
    for (const card of drawn) {
      const exchanging = this.stage === 'exchanging';
      const seat = this.from(exchanging ? this.leads : this.drawsFrom).find((one) => this.owed[one])!;
      this.owed[seat]!--;
      this.put(`${exchanging ? 'commitment' : 'hand'} ${seat}`, card);
    }
    this.goOn();
  }

  /** Rule 4: the highest value wins. Rules 8 to 10: aces. */
  private reveal(): void {
    const shown = new Map(this.playing.map((seat) => [seat, valueOf(this.lying(`commitment ${seat}`)[0]!)]));
    for (const seat of this.playing) this.put('discards', ...this.lying(`commitment ${seat}`));
    const values = [...shown.values()];
    const [high, low] = [Math.max(...values), Math.min(...values)];
    const aces = low === ACE && this.options.ace_rule === 'on' && !this.playingOff;
    const best = aces && high >= JACK ? ACE : high;
    const worst = !aces ? 0 : high >= JACK ? high : high > ACE ? ACE : 0;
    const order = this.inTurn(this.leads);
    this.won = order.filter((seat) => shown.get(seat) === best);
    for (const seat of order) this.owed[seat] = shown.get(seat) === worst ? 2 : 1;
    for (const seat of this.won) this.owed[seat] = this.playingOff ? 1 : 0;
    this.drawsFrom = (this.won[0]! + 1) % this.seats; // rule 5
    if (this.playingOff)
      this.playOff(
        order.filter((seat) => shown.get(seat) === low),
        Math.min(...this.won),
      );
  }

  /** Rule 11: a single lowest card is eliminated. Rule 12: or a single highest one is a win. */
  private playOff(lows: number[], winner: number): void {
    if (this.options.playoff !== 'elimination') this.wins[winner]! += Number(this.won.length === 1);
    else if (lows.length === 1) {
      this.owed[lows[0]!] = 0;
      this.playing = this.playing.filter((seat) => seat !== lows[0]);
      this.put('discards', ...this.lying(`hand ${lows[0]}`));
    }
    if (this.playing.length === 1 || this.wins[winner] === this.options.playoff_wins) this.finish();
  }

  private endRound(): void {
    this.stage = 'choosing';
    this.chosen.clear();
    const out = numbers(0, this.seats).filter((seat) => !this.lying(`hand ${seat}`).length);
    if (!out.length || this.playingOff) return;
    this.playing = out;
    if (out.length === 1)
      this.finish(); // rule 7
    else {
      this.playingOff = this.fresh = true;
      this.due = 3 * out.length;
    }
  }

  private finish(): void {
    this.owed.fill(0);
    this.stage = 'over';
  }
}
