// Today's deals of the day, as the house says, and the way to play them.

import * as api from '../lib/api';
import { begin } from '../lib/daily';
import { notePromises } from '../lib/promises';
import type { DailyInfo, Refusal } from '../lib/wire';

export class Day {
  info = $state.raw<DailyInfo | null>(null);
  silent = $state(''); // why nothing is known
  trouble = $state(''); // why a deal was not begun
  busy = $state(''); // the game that is opened

  constructor(private date = '') {}

  async look(): Promise<void> {
    try {
      this.info = await api.daily(this.date);
      notePromises(this.info);
      this.silent = '';
    } catch (refusal) {
      this.silent = (refusal as Refusal).message;
    }
  }

  /** Look now, and then at this interval, in milliseconds, while the page is seen. Returns what ends it. */
  watch(every: number): () => void {
    void this.look();
    const timer = setInterval(() => document.hidden || void this.look(), every);
    return () => clearInterval(timer);
  }

  async play(game: string): Promise<void> {
    this.busy = game;
    this.trouble = '';
    try {
      await begin(this.info!, game);
    } catch (refusal) {
      this.trouble = (refusal as Refusal).message;
    } finally {
      this.busy = '';
    }
  }
}
