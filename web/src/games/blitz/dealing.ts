// How Blitz deals, as its law in src/cardhouse/games/blitz says it.

import type { MatchEvent } from '../../lib/wire';
import { Dealing, Wrong } from '../../replay/dealing';
import { say } from '../../words/index.svelte';

export class Blitz extends Dealing {
  private dealer = -1;
  private wanted: number[] | null = null; // how many cards each seat gets, while a hand is dealt
  private owner = 0; // whose turn it is
  private pile: number[] = []; // the discards, the top one last ...
  private before: number[] = []; // ... and as they were before this turn
  private reshuffled = false;

  protected first(): number {
    this.reshuffled = false;
    this.wanted = null;
    this.dealer = this.options.dealer === 'rotates' ? (this.seating[0]! + this.deal) % this.seats : -1;
    return this.dealer < 0 ? 0 : this.seats;
  }

  /** Rule 2: the first card says how many you get. */
  protected open(drawn: number[]): void {
    this.round(drawn, this.from(this.dealer + 1));
    this.wanted = [];
    drawn.forEach((card, i) => {
      const rank = Math.min(card % 60, 52) >> 2;
      this.wanted![(this.dealer + 1 + i) % this.seats] = rank <= 8 ? rank + 2 : 10;
    });
    this.due = this.wanted.reduce((sum, wanted) => sum + wanted - 1, 1);
  }

  protected override serve(drawn: number[]): void {
    if (!this.wanted) {
      this.put(`hand ${this.owner}`, drawn[0]!);
      return;
    }
    const cards = [...drawn];
    for (let had = 1; had < 10; had++)
      for (const seat of this.from(this.dealer + 1))
        if (this.wanted[seat]! > had) this.put(`hand ${seat}`, cards.shift()!); // rule 3
    this.put('discards', cards[0]!); // rule 4
    this.wanted = null;
    this.pile = [cards[0]!];
    this.before = [...this.pile];
  }

  override play(happened: MatchEvent, seat: number): void {
    const { move } = happened;
    if (this.fresh) {
      const legal = this.deal ? move === 'deal' : seat === 0 && ['deal', 'deal 1'].includes(move); // rule 3
      if (!legal) throw new Wrong(say('fair.before_deal', { move }));
      this.dealer = move === 'deal' ? seat : 1;
      this.due = this.seats;
      return;
    }
    super.play(happened, seat);
    this.owner = seat;
    if (move === 'undo') this.pile = [...this.before];
    else {
      const lying = this.lying('discards');
      this.pile = this.pile.filter((card) => lying.includes(card));
      this.pile.push(...lying.filter((card) => !this.pile.includes(card)));
    }
    if (move === 'complete') this.before = [...this.pile];
    if (move === 'stock' && (this.stock.length || (this.pile.length > 1 && !this.reshuffled))) this.due = 1;
  }

  /** Rule 14: the discards but the top one, once in a hand. */
  protected override renew(): void {
    if (this.stock.length) return;
    this.reshuffled = true;
    this.put('stock', ...this.pile.splice(0, this.pile.length - 1));
    this.before = [...this.pile];
  }
}
