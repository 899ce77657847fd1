// The events that wait to be shown. Those that came at once are shown together, for only the last one has a view.

import type { EventFrame } from './wire';

/** Shows events, and returns for how many milliseconds they should be looked at. */
type Show = (burst: EventFrame[], last: EventFrame) => Promise<number>;

export class EventQueue {
  private waiting: EventFrame[] = [];
  private burst: EventFrame[] = []; // what came at once, until its view has come
  private shows = false;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private show: Show) {}

  get length(): number {
    return this.waiting.length;
  }

  push(frame: EventFrame): void {
    this.waiting.push(frame);
    if (!this.shows && this.resting === undefined) void this.run();
  }

  /** Forget what waits. */
  clear(): void {
    clearTimeout(this.resting);
    this.resting = undefined;
    this.waiting = [];
    this.burst = [];
  }

  /** Show what waits at once: nobody wants to look at the last one any longer. */
  skip(): void {
    if (this.resting === undefined) return;
    clearTimeout(this.resting);
    void this.run();
  }

  private async run(): Promise<void> {
    this.shows = true;
    this.resting = undefined;
    let rest = 0;
    try {
      while (this.waiting.length && !rest) {
        const frame = this.waiting.shift()!;
        this.burst.push(frame);
        if (frame.happened.what !== 'move' || frame.view) rest = await this.show(this.burst.splice(0), frame);
      }
    } finally {
      this.shows = false;
      if (rest) this.resting = setTimeout(() => void this.run(), rest);
    }
  }
}
