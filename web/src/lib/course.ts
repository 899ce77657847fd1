// What this browser has seen of the play of each deal. "Is this deal fair?" compares it with the replay: otherwise a
// house could deal other players any cards it likes, and later tell of a course of play that fits the commitment.

import { read, write } from './memory.svelte';
import { DEALER, type EventFrame, type MatchEvent, type ResultInfo, type StepInfo } from './wire';

export type Play = {
  seat: number;
  move: string; // empty, if it was not told
  cards: Record<string, string[]>; // those that were named, by where they went: `hand 1 > table`
};
export type Course = {
  plays: Play[];
  at: number; // the number of the last event
  lost: boolean; // some events were not heard
  over: boolean;
  result: ResultInfo | null; // of the match, if this deal was the last
};

const INDEX = 'cardhouse courses';
const MOST_KEPT = 60;

export const wayOf = ({ from, to }: StepInfo) => `${from} > ${to}`;
const keyOf = (table: string, match: number, deal: number) => `cardhouse course ${table} ${match} ${deal}`;

export function courseOf(table: string, match: number, deal: number): Course | null {
  const found = read<Partial<Course>>(keyOf(table, match, deal), {});
  return Array.isArray(found.plays) ? (found as Course) : null;
}

function keep(key: string, course: Course): void {
  const keys = read<string[]>(INDEX, []);
  if (!keys.includes(key)) {
    const all = [...keys, key];
    for (const old of all.slice(0, -MOST_KEPT)) localStorage.removeItem(old);
    write(INDEX, all.slice(-MOST_KEPT));
  }
  write(key, course);
}

const isDeal = ({ seat, move }: MatchEvent) => seat === DEALER && move === 'deal';

/** Follows one deal, from the moment when it is dealt until its secret is revealed. */
export class Follower {
  private key: string;
  private course: Course | null;

  constructor(
    table: string,
    readonly match: number,
    readonly deal: number,
  ) {
    this.key = keyOf(table, match, deal);
    this.course = courseOf(table, match, deal);
  }

  /** `whole`: nothing was missed before. */
  hear({ happened, seq, draft }: EventFrame, whole: boolean): void {
    if (draft || this.course?.over || (this.course && seq <= this.course.at)) return;
    this.course ??= { plays: [], at: seq - 1, lost: !whole, over: false, result: null };
    const { course } = this;
    course.lost ||= seq > course.at + 1;
    course.at = seq;
    if (happened.what !== 'move') return;
    course.over = happened.seat === DEALER && happened.move === 'reveal';
    if (happened.seat !== DEALER || isDeal(happened)) course.plays.push(playOf(happened));
    this.save();
  }

  ended(result: ResultInfo): void {
    if (!this.course) return;
    this.course.result = result;
    this.save();
  }

  private save(): void {
    keep(this.key, this.course!);
  }
}

function playOf({ seat, move, steps = [] }: MatchEvent): Play {
  const cards: Record<string, string[]> = {};
  for (const step of steps) {
    if (step.cards?.length) cards[wayOf(step)] = [...(cards[wayOf(step)] ?? []), ...step.cards];
  }
  return { seat, move, cards };
}
