// How Javelin deals, as its law in src/cardhouse/games/javelin says it.

import type { MatchEvent } from '../../lib/wire';
import { Dealing } from '../../replay/dealing';

export class Javelin extends Dealing {
  private replacing = '';
  protected first = () => 32;

  protected open(drawn: number[]): void {
    const dealer = this.seating[0]! + this.deal;
    drawn.forEach((card, i) => this.put(`row ${(dealer + 1 + i) % 2} ${i >> 1}`, card)); // rule 1
  }

  override play(happened: MatchEvent, seat: number): void {
    super.play(happened, seat);
    const [verb, slot] = happened.move.split(' ');
    if (verb !== 'replace') return;
    this.replacing = `row ${seat} ${slot}`;
    this.due = 1;
  }

  protected override renew(): void {
    if (!this.stock.length) this.put('stock', ...this.lying('discards')); // rule 8
  }

  protected override serve([card]: number[]): void {
    this.put('discards', ...this.lying(this.replacing)); // rule 7
    this.put(this.replacing, card!);
  }
}
