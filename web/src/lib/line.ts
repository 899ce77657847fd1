// A line to the house: one socket that comes back by itself, and commands that are done exactly once.

import {
  Refusal,
  VERSION,
  type Ack,
  type Bye,
  type Command,
  type Hello,
  type Nak,
  type Notice,
  type Sent,
  type Suggest,
  type Suggestion,
  type Unnumbered,
} from './wire';
import { say } from '../words/index.svelte';
import { reasonOf } from '../words/house.svelte';

const FIRST_WAIT = 400; // milliseconds until the first new try
const LONGEST_WAIT = 8_000;
const PATIENCE = 6_000; // for an answer, then the line counts as lost
const SILENCE = 30_000; // nothing heard for so long, and the house is asked whether it is still there
const ASLEEP = 20_000; // hidden for longer than this, and the line is opened again: nobody knows whether it still works
const COME_BACK = ['closing', 'slow', 'flood', 'moved'];
const QUESTIONS = 2 ** 50; // they are numbered from here on: no command has such a number

type Waiting = { message: Unnumbered; id: number; done: (ack: Ack) => void; refused: (why: Refusal) => void };
type Asked = { id: number; done: (found: Suggestion) => void; refused: (why: Refusal) => void };
export type LineState = 'connecting' | 'live' | 'lost' | 'ended';
type Heard = {
  message: (message: Sent) => void;
  state: (state: LineState, bye: Bye | null) => void;
};

export class Line {
  private socket: WebSocket | null = null;
  private tries = 0;
  private lastId = 0;
  private queue: Waiting[] = [];
  private sent = false;
  private asked: Asked | null = null;
  private questions = QUESTIONS;
  private retry = 0;
  private impatience = 0;
  private hiddenAt = 0;
  private over: Bye | null = null; // why the line has ended
  private welcomed = false;
  private silence = 0;

  constructor(
    private table: string,
    private hello: () => Pick<Hello, 'token' | 'last'>,
    private heard: Heard,
    private probe: () => Promise<boolean>, // does the house answer?
  ) {
    heard.state('connecting', null);
    addEventListener('online', this.online);
    addEventListener('offline', this.lose);
    document.addEventListener('visibilitychange', this.awake);
    this.connect();
  }

  private online = () => {
    if (!this.over) this.connect();
  };

  private awake = () => {
    if (document.hidden) this.hiddenAt = Date.now();
    else if (!this.over && Date.now() - this.hiddenAt > ASLEEP) this.connect();
  };

  connect(): void {
    this.drop();
    this.over = null;
    const house = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;
    const socket = new WebSocket(`${house}/socket/${encodeURIComponent(this.table)}`);
    this.socket = socket;
    this.impatience = window.setTimeout(this.lose, PATIENCE);
    socket.onopen = () => this.send({ type: 'hello', v: VERSION, reasons: true, ...this.hello() });
    socket.onmessage = (event) => this.hear(JSON.parse(event.data));
    socket.onclose = this.lose;
  }

  private send(message: Hello | Command | Notice | Suggest): void {
    this.socket?.send(JSON.stringify(message));
  }

  private drop(): void {
    clearTimeout(this.retry);
    clearTimeout(this.impatience);
    clearTimeout(this.silence);
    if (this.socket) {
      this.socket.onopen = this.socket.onmessage = this.socket.onclose = null;
      this.socket.close();
    }
    this.socket = null;
    this.sent = this.welcomed = false;
    this.asked?.refused(new Refusal('unreachable', say('table.lost_suggestion')));
    this.asked = null;
  }

  private lose = () => {
    if (this.over) return;
    this.drop();
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 1.7 ** this.tries++) * (0.7 + 0.6 * Math.random());
    this.heard.state('lost', null);
    this.retry = window.setTimeout(() => this.connect(), wait);
  };

  /** A line that died without a word looks like one on which nobody speaks. */
  private listen(): void {
    clearTimeout(this.silence);
    this.silence = window.setTimeout(async () => {
      const answers = document.hidden || (await this.probe());
      if (answers && !this.over) this.listen();
      else this.lose();
    }, SILENCE);
  }

  private hear(message: Sent): void {
    this.listen();
    switch (message.type) {
      case 'welcome':
        clearTimeout(this.impatience);
        this.tries = 0;
        this.welcomed = true;
        this.lastId = Math.max(this.lastId, message.id);
        this.heard.message(message);
        this.heard.state('live', null);
        this.next();
        return;
      case 'bye':
        this.end(message);
        return;
      case 'ack':
      case 'nak':
      case 'suggestion':
        if (this.asked && message.id === this.asked.id) this.settle(message);
        else if (message.type !== 'suggestion') this.answered(message);
        return;
      default:
        this.heard.message(message);
    }
  }

  private end(bye: Bye): void {
    if (COME_BACK.includes(bye.code)) {
      this.lose();
      return;
    }
    this.close(bye);
    this.heard.state('ended', bye);
  }

  private close(bye: Bye): void {
    this.over = bye;
    this.drop();
    for (const { refused } of this.queue.splice(0)) refused(new Refusal(bye.code, reasonOf(bye)));
  }

  release(): void {
    this.close({ type: 'bye', code: 'left', reason: say('table.left_page') });
    removeEventListener('online', this.online);
    removeEventListener('offline', this.lose);
    document.removeEventListener('visibilitychange', this.awake);
  }

  // Commands: one at a time. What was not answered is sent again with its number when the line stands again.

  command(message: Unnumbered): Promise<Ack> {
    if (this.over) return Promise.reject(new Refusal(this.over.code, reasonOf(this.over)));
    return new Promise((done, refused) => {
      this.queue.push({ message, id: 0, done, refused });
      this.next();
    });
  }

  private next(): void {
    const first = this.queue[0];
    if (!first || this.sent || !this.welcomed || this.socket?.readyState !== WebSocket.OPEN) return;
    first.id ||= this.lastId + 1;
    this.sent = true;
    clearTimeout(this.impatience);
    this.impatience = window.setTimeout(this.lose, PATIENCE);
    this.send({ ...first.message, id: first.id });
  }

  private answered(answer: Ack | Nak): void {
    const first = this.queue[0];
    if (!first || (answer.id !== undefined && answer.id !== first.id)) return;
    this.queue.shift();
    this.sent = false;
    clearTimeout(this.impatience);
    if (answer.type === 'ack') {
      this.lastId = first.id;
      first.done(answer);
    } else first.refused(new Refusal(answer.code, reasonOf(answer), answer.suggestion, answer.fact));
    this.next();
  }

  // Suggestions: one at a time. Commands do not wait for them, and what was lost is not asked again.

  suggestion(): Promise<Suggestion> {
    return new Promise((done, refused) => {
      if (this.asked || !this.welcomed) return refused(new Refusal('not_now', say('table.not_now')));
      this.asked = { id: this.questions++, done, refused };
      this.send({ type: 'suggest', id: this.asked.id });
    });
  }

  private settle(answer: Ack | Nak | Suggestion): void {
    const { done, refused } = this.asked!;
    this.asked = null;
    if (answer.type === 'suggestion') done(answer);
    else if (answer.type === 'nak') refused(new Refusal(answer.code, reasonOf(answer)));
  }
}
