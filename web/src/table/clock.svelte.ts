// The clocks: how many seconds a seat has left, counted down between what the house says.

import type { Attendance } from '../lib/attendance.svelte';

const WHOLE_TABLE = -1;

class Clock {
  private now = $state(Date.now());
  private started = false;

  left(attendance: Attendance | null, seat: number): number | null {
    const seconds = attendance?.presence?.seconds[String(seat)];
    return seconds === undefined ? null : this.rest(seconds, attendance!.heardAt);
  }

  /** How long a player who has gone has left, before a bot plays for them. */
  grace(attendance: Attendance | null, seat: number, grace: number): number | null {
    const since = attendance?.goneSince[seat];
    return since ? this.rest(grace, since) : null;
  }

  pause(attendance: Attendance | null): number | null {
    return this.left(attendance, WHOLE_TABLE);
  }

  /** What is left of these seconds, which began then. */
  private rest(seconds: number, since: number): number {
    this.start();
    return Math.max(0, Math.ceil(seconds - (Math.max(this.now, since) - since) / 1000));
  }

  private start(): void {
    if (this.started) return;
    this.started = true;
    setInterval(() => (this.now = Date.now()), 500);
  }
}

export const clock = new Clock();
