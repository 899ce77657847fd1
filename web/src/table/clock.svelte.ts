// The clocks: how many seconds a seat has left, counted down between what the house says.

import type { Ground } from './desk.svelte';

const WHOLE_TABLE = -1;

class Clock {
  private now = $state(Date.now());
  private started = false;

  left(ground: Ground & { heardAt?: number }, seat: number): number | null {
    const seconds = ground.presence?.seconds[String(seat)];
    if (seconds === undefined || !ground.heardAt) return null;
    this.start();
    return Math.max(0, Math.ceil(seconds - (Math.max(this.now, ground.heardAt) - ground.heardAt) / 1000));
  }

  pause(ground: Ground & { heardAt?: number }): number | null {
    return this.left(ground, WHOLE_TABLE);
  }

  private start(): void {
    if (this.started) return;
    this.started = true;
    setInterval(() => (this.now = Date.now()), 500);
  }
}

export const clock = new Clock();
