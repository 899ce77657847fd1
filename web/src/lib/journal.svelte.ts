// The journal of a table: the log, the chat, the last events, and what is announced to those who hear the page.

import { heard } from './cards';
import { hiddenAt, hide, keepLog, keptLog } from './memory.svelte';
import type { Company } from './moves';
import { sentences, type LogLine } from './words';
import type { EventFrame, MatchEvent } from './wire';
import { say } from '../words/index.svelte';

const MOST_LINES = 400;
const MOST_RECENT = 40;
const MOST_NEWS = 20;

export class Journal {
  log = $state.raw<LogLine[]>([]); // as it was told at the time, also after the page is loaded again
  chat = $state.raw<LogLine[]>([]);
  recent = $state.raw<MatchEvent[]>([]); // what happened last, for those who show it
  hidden = $state.raw<string[]>([]); // whose messages this player does not want to see
  news = $state.raw<{ number: number; text: string }[]>([]); // what is announced, in its order

  constructor(
    private id: string,
    private whose = '', // of several people at this device, each of whom has seen something else
  ) {
    this.log = keptLog(this.key);
    this.hidden = hiddenAt(id);
  }

  private get key(): string {
    return this.whose ? `${this.id} ${this.whose}` : this.id;
  }

  /** Announce nothing of what has happened so far: somebody else hears the page now. */
  hush(): void {
    this.news = [];
  }

  /** The chat, without those whose messages are hidden. */
  get heard(): LogLine[] {
    return this.chat.filter((line) => !this.hides(line));
  }

  hides({ kind, name }: Pick<LogLine, 'kind' | 'name'>): boolean {
    return kind === 'said' && this.hidden.includes(name);
  }

  /** Hide or show the messages of another player, for this player alone. */
  turn(name: string, how: { hidden: boolean }): void {
    this.hidden = [...this.hidden.filter((other) => other !== name), ...(how.hidden ? [name] : [])];
    hide(this.id, this.hidden);
  }

  /** Add lines to the log. */
  add(lines: LogLine[]): void {
    this.log = [...this.log, ...lines].slice(-MOST_LINES);
  }

  /** Replace the chat by what the house tells of it. */
  resume(chat: EventFrame[], company: Company): void {
    this.chat = chat.flatMap((frame) => lines(frame, company));
  }

  /** Keep what happened, for those who show it. */
  see(happened: MatchEvent[]): void {
    this.recent = [...this.recent, ...happened].slice(-MOST_RECENT);
  }

  /** Note what happened, in the log or in the chat. Return the lines that are new. */
  note(frame: EventFrame, company: Company): LogLine[] {
    const known = new Set([...this.log, ...this.chat].map(({ key }) => key));
    const told = lines(frame, company).filter(({ key }) => !known.has(key));
    if (frame.happened.what === 'said') {
      this.chat = [...this.chat, ...told].slice(-MOST_LINES);
      return told;
    }
    this.add(told);
    keepLog(this.key, this.log);
    return told;
  }

  /** Announce lines, and more, to those who hear the page, after what was announced before. */
  announce(told: LogLine[], more: string[] = []): void {
    const lines = told
      .filter((line) => !this.hides(line))
      .map((one) => (one.kind === 'said' ? say('chat.says', { name: one.name, text: one.text }) : heard(one.text)));
    const text = [...lines, ...more].filter(Boolean).join(' ');
    const number = (this.news.at(-1)?.number ?? 0) + 1;
    if (text) this.news = [...this.news, { number, text }].slice(-MOST_NEWS);
  }
}

/** The lines of an event, with the names that the seats had then. */
function lines(frame: EventFrame, company: Company): LogLine[] {
  const name = (seat: number) => frame.names?.[seat] || company.name(seat);
  return sentences(frame, { ...company, name });
}
