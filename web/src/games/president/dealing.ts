// How President deals, as its law in src/cardhouse/games/president says it.

import { Dealing } from '../../replay/dealing';

export class President extends Dealing {
  protected first = () => 52;

  protected open(drawn: number[]): void {
    this.round(drawn, this.from(this.seating[0]! + this.deal)); // rule 2
  }
}
