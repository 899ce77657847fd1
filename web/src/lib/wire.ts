// What the house says and is told: docs/protocol.md, in types.

import type { View as AnyView } from '../generated/views';

import type { Fact } from '../generated/facts';

export type Seat = { name?: string; kind?: string; heir?: string; gone?: boolean; ready?: boolean; muted?: boolean };
export type Phase = 'open' | 'play' | 'pause' | 'over' | 'closed';
/** The deal that a table has committed to, until it is dealt: words are heard so long. */
export type Coming = { match: number; deal: number; words: string[] };
export type Result = { places: number[]; points: number[] };
export type TableInfo = {
  id: string;
  game: string;
  options: Record<string, string | number>;
  listed: boolean;
  chat: boolean;
  clock: number;
  grace: number;
  pace?: number;
  level?: string;
  suggestions?: boolean;
  phase: Phase;
  seats: Seat[];
  creator: number | null;
  match: number;
  commitment: string;
  coming: Coming | null;
  full: '' | 'seats' | 'at_once' | 'in_all'; // why nobody can take a seat
  sheet?: number[][];
  result: Result | null;
};
export type Option = {
  name: string;
  meaning: string;
  rule: number;
  default: string | number;
  words: string[];
  least: number | null;
  most: number | null;
};
/** A card; `option` and `least` say when it is in play, if not always. */
export type CardInfo = { number: number; name: string; option?: string; least?: number };
export type Game = {
  name: string;
  title: string;
  aim: string;
  least: number;
  most: number;
  usual: number;
  options: Option[];
  levels: Record<string, string>; // how well bots can play, in words
  guests: { at_once: number; in_all: number } | null; // how many may play, if people can join between deals
  deck: { cards: CardInfo[]; spoken: Record<string, string> };
  unit: [one: string, many: string] | null; // what its scores count, if players care
  lowest_wins: boolean; // the fewest points win
  hidden_turns: boolean; // the others see a turn only when it is completed
  deal_moves_on: boolean; // a rematch draws no seats: the deal moves on by one seat
};

/** What every view has, and what most games have; each game's own fields are in generated/views.ts. */
export type View = AnyView & {
  hand?: string[];
  hands?: string[][];
  counts?: number[];
  points?: number[];
  places?: number[];
};
export type Step = { from: string; to: string; cards?: string[]; hidden?: number };
export type Happened = {
  seat?: number;
  move?: string;
  steps?: Step[];
  facts?: Fact[];
  fault?: string;
  by?: string;
  what?: string;
  name?: string;
  kind?: string;
  kicked?: boolean;
  bot?: string;
  text?: string;
  words?: string;
  on?: boolean;
  seconds?: number;
  level?: string;
};
export type EventFrame = {
  type: 'event';
  seq: number;
  happened: Happened;
  draft?: number;
  table?: TableInfo;
  view?: View;
  reasons?: Record<string, Fact>;
};
export type Ballot = { by: number[]; needed: number }; // the seats that have voted, and how many votes it takes
export type Presence = {
  type: 'presence';
  here: boolean[];
  away: boolean[];
  watchers: number;
  seconds: Record<string, number>;
  votes: Record<string, Ballot>; // by seat: those for whom the others can let a bot play
};
export type Welcome = {
  type: 'welcome';
  seat: number;
  id: number;
  seq: number;
  draft: number;
  table: TableInfo;
  view: View | null;
  presence: Presence;
  tail: EventFrame[];
  missed: boolean;
  chat: EventFrame[];
  reasons: Record<string, Fact> | null;
};
export type Ack = { type: 'ack'; id: number; seq: number; draft: number };
export type Suggestion = { type: 'suggestion'; id: number; move: string; seq: number; draft: number };
export type Nak = {
  type: 'nak';
  code: string;
  reason: string;
  id?: number;
  rule?: number;
  fact?: Fact;
  suggestion?: string;
};
export type Bye = { type: 'bye'; code: string; reason: string };
export type Message = Welcome | EventFrame | Presence | Ack | Suggestion | Nak | Bye;
export type Seated = { table: TableInfo; seat: number; token: string };

export const DEALER = -2;
export const WATCHER = -1;

/** When a part of the page cannot be loaded: there is a newer one. */
export const CHANGED = 'This page has changed since you opened it, or the house does not answer: load it again.';

/** What the house does not do, in a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly suggestion = '',
    readonly fact?: Fact,
  ) {
    super(sentence);
  }
}
