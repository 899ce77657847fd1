// Entropy of this player for the chance of the coming deal: with it, the house cannot have prepared it.

import { WATCHER, type EventFrame, type Welcome } from './wire';
import { cleaned, randomEntropy, Witness } from './witness';

/** Sends entropy to the house. Returns whether they were taken. */
type Send = (entropy: string) => Promise<boolean>;

export class Luck {
  private witness: Witness;
  private seat = WATCHER; // as it was heard last; what is shown may come later
  private answered = ''; // the last commitment for which random entropy were sent

  constructor(
    id: string,
    private seated: boolean,
  ) {
    this.witness = new Witness(id);
  }

  welcome(welcome: Welcome): void {
    this.witness.welcome(welcome);
    this.seat = welcome.seat;
  }

  event(frame: EventFrame): void {
    this.witness.event(frame);
    if (frame.view && frame.view.seat !== WATCHER) this.seat = frame.view.seat;
  }

  /** Add entropy. Returns them as the house has taken them, or nothing. */
  async add(entropy: string, send: Send): Promise<string> {
    const line = cleaned(entropy);
    return (await this.sent(line, send)) ? line : '';
  }

  /** Add random entropy, once for every deal that is coming. It may be too late for that. */
  async addRandom(send: Send): Promise<void> {
    const commitment = this.seated && this.seat >= 0 && !this.witness.mine ? this.witness.coming : '';
    if (!commitment || commitment === this.answered) return;
    this.answered = commitment;
    await this.sent(randomEntropy(), send);
  }

  private async sent(entropy: string, send: Send): Promise<boolean> {
    const [commitment, seat] = [this.witness.coming, this.seat];
    const taken = await send(entropy);
    if (taken) this.witness.said(commitment, seat, entropy);
    return taken;
  }
}
