// The clocks: how many seconds a seat has left, counted down between what the house says.

import type { Ground } from './desk.svelte';

const WHOLE_TABLE = -1;
export type Timed = Ground & { heardAt?: number; goneSince?: number[] };

class Clock {
  private now = $state(Date.now());
  private started = false;

  left(ground: Timed, seat: number): number | null {
    const seconds = ground.presence?.seconds[String(seat)];
    if (seconds === undefined || !ground.heardAt) return null;
    this.start();
    return Math.max(0, Math.ceil(seconds - (Math.max(this.now, ground.heardAt) - ground.heardAt) / 1000));
  }

  /** How long somebody who has gone has left, before a bot plays for him. */
  grace(ground: Timed, seat: number): number | null {
    const since = ground.goneSince?.[seat];
    if (!since || !ground.table) return null;
    this.start();
    return Math.max(0, Math.ceil(ground.table.grace - (Math.max(this.now, since) - since) / 1000));
  }

  pause(ground: Timed): number | null {
    return this.left(ground, WHOLE_TABLE);
  }

  private start(): void {
    if (this.started) return;
    this.started = true;
    setInterval(() => (this.now = Date.now()), 500);
  }
}

export const clock = new Clock();
