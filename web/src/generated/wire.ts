// What the house is told and says: tools/typescript.py writes this from src/cardhouse/wire.

import type { Fact } from './facts';
import type { View } from './views';

export const VERSION = 1;
export const DEALER = -2;
export const WATCHER = -1;

export type Code = 'closed' | 'closing' | 'content_type' | 'denied' | 'failed' | 'flood' | 'full' | 'kicked' | 'left' | 'limit' | 'misdirected' | 'muted' | 'not_now' | 'old_id' | 'refused' | 'replaced' | 'slow' | 'stale' | 'store' | 'taken' | 'too_large' | 'unknown' | 'unreadable' | 'version';

export type Phase = 'closed' | 'open' | 'over' | 'pause' | 'play';

export type Leave = {
  type: 'leave';
  id: number;
};

/** The creator: send somebody away. */
export type Kick = {
  type: 'kick';
  id: number;
  seat: number;
};

/** The creator: bots take the seats that are free, and the match begins. */
export type Start = {
  type: 'start';
  id: number;
};

export type Play = {
  type: 'play';
  id: number;
  move: string;
  base: number;
  draft?: number;
};

/** Ready for the next deal. */
export type Deal = {
  type: 'deal';
  id: number;
};

/** Ready for another match. */
export type Rematch = {
  type: 'rematch';
  id: number;
};

/** A line for the chance of the coming deal. */
export type Entropy = {
  type: 'entropy';
  id: number;
  text: string;
};

export type Say = {
  type: 'say';
  id: number;
  text: string;
};

/** The creator: let somebody talk no longer, or again. */
export type Mute = {
  type: 'mute';
  id: number;
  seat: number;
  on?: boolean;
};

/** The creator: how long bots wait. */
export type Pace = {
  type: 'pace';
  id: number;
  seconds: number;
};

/** The creator: how well bots play. */
export type Level = {
  type: 'level';
  id: number;
  level: string;
};

export type Command = Leave | Kick | Start | Play | Deal | Rematch | Entropy | Say | Mute | Pace | Level;

/** Let a bot play for somebody who keeps the table waiting, if most others want that too. */
export type Vote = {
  type: 'vote';
  id: number;
  seat: number;
};

/** Take your seat back from the bot that plays for you. */
export type Back = {
  type: 'back';
  id: number;
};

export type Notice = Vote | Back;

/** What would a bot do? */
export type Suggest = {
  type: 'suggest';
  id: number;
};

/** The first message of a socket. Without a token one watches. */
export type Hello = {
  type: 'hello';
  table: string;
  v?: number;
  token?: string;
  last?: number;
  reasons?: boolean;
};

/** An event of a match, as its viewer may know it: a move of a seat or of the dealer, and what it did. */
export type MatchEvent = {
  what: 'move';
  seat: number;
  move: string;
  steps?: StepInfo[];
  facts?: Fact[];
  fault?: string;
  by?: string;
};

/** Cards that went from a place to another; from a place to itself, they were turned up there. */
export type StepInfo = {
  from: string;
  to: string;
  cards?: string[];
  hidden?: number;
};

/** A seat is taken: at once, or, where a bot plays, or the game has no such seat yet, when the deal is over. */
export type Sat = {
  what: 'sat';
  seat: number;
  player: number;
  name: string;
  kind?: 'bot' | 'person' | 'remote';
};

export type Left = {
  what: 'left';
  seat: number;
  kicked?: boolean;
  bot?: string;
};

/** A match begins, the first of the table or a rematch. */
export type Started = {
  what: 'started';
  version: string;
  digest: string;
};

/** Ready for the next deal, or for a rematch. */
export type Readied = {
  what: 'ready';
  seat: number;
};

/** A line of a player for the chance of the coming deal. */
export type Contributed = {
  what: 'entropy';
  seat: number;
  text: string;
};

export type Said = {
  what: 'said';
  seat: number;
  text: string;
};

export type Muted = {
  what: 'muted';
  seat: number;
  on: boolean;
};

/** How long bots wait before a move from now on. */
export type Paced = {
  what: 'paced';
  seconds: number;
};

/** How well bots play from now on. */
export type Levelled = {
  what: 'levelled';
  level: string;
};

export type Happened = MatchEvent | Sat | Left | Started | Readied | Contributed | Said | Muted | Paced | Levelled;

/** All there is, and the events since `last`, as far as they are kept. */
export type Welcome = {
  type: 'welcome';
  v: number;
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

/** What everybody may know of a table, the cards apart. */
export type TableInfo = {
  id: string;
  game: string;
  options: Record<string, string | number>;
  listed: boolean;
  chat: boolean;
  clock: number;
  grace: number;
  pace: number;
  level: string;
  suggestions: boolean;
  phase: Phase;
  seats: SeatInfo[];
  creator: number | null;
  match: number;
  commitment: string;
  coming: Coming | null;
  full: '' | 'at_once' | 'in_all' | 'seats';
  result: ResultInfo | null;
  sheet: number[][];
};

export type SeatInfo = {
  name?: string;
  kind?: 'bot' | 'person' | 'remote' | '';
  heir?: string;
  gone?: boolean;
  ready?: boolean;
  muted?: boolean;
};

/** The next deal, after its commitment and before it is dealt: the time in which players can add entropy. */
export type Coming = {
  match: number;
  deal: number;
  entropy: string[];
};

/** How a match ended, by seat. */
export type ResultInfo = {
  places: number[];
  points: number[];
};

/** Who is there, and how many seconds who has to move. It has no number, and is not kept. */
export type Presence = {
  type: 'presence';
  here: boolean[];
  away: boolean[];
  watchers: number;
  seconds: Record<string, number>;
  votes: Record<string, Ballot>;
};

/** The votes to let a bot play for a seat. */
export type Ballot = {
  by: number[];
  needed: number;
};

/** Something that happened. All viewers get it under the same number, each as much of it as they may know. */
export type EventFrame = {
  type: 'event';
  seq: number;
  happened: Happened;
  draft?: number;
  table?: TableInfo;
  view?: View;
  reasons?: Record<string, Fact>;
};

export type Ack = {
  type: 'ack';
  id: number;
  seq: number;
  draft: number;
};

/** A move that is legal as of this version, for whom it was asked for alone. */
export type Suggestion = {
  type: 'suggestion';
  id: number;
  move: string;
  seq: number;
  draft: number;
};

/** Nothing has changed. */
export type Nak = {
  type: 'nak';
  code: Code;
  reason: string;
  id?: number;
  rule?: number;
  fact?: Fact;
  suggestion?: string;
};

/** The last message of a socket. */
export type Bye = {
  type: 'bye';
  code: Code;
  reason: string;
};

export type Sent = Welcome | EventFrame | Presence | Ack | Suggestion | Nak | Bye;

/** A table to be opened. The creator gets seat 0; if bots take all the others, the match begins at once. */
export type NewTable = {
  game: string;
  name: string;
  id?: string;
  seats?: number;
  options?: Record<string, string | number>;
  bots?: number;
  clock?: number;
  grace?: number;
  pace?: number;
  level?: string;
  suggestions?: boolean;
  listed?: boolean;
  chat?: boolean;
  remote?: boolean;
};

/** Somebody who takes a seat. The entropy goes into the chance of the deal; `remote` marks a bot. */
export type NewPlayer = {
  name: string;
  seat?: number;
  entropy?: string;
  remote?: boolean;
};

/** The token is the only key to the seat: keep it, and send it to nobody but this house. */
export type Seated = {
  table: TableInfo;
  seat: number;
  token: string;
};

export type GameInfo = {
  name: string;
  title: string;
  aim: string;
  least: number;
  most: number;
  default_seats: number;
  options: OptionInfo[];
  levels: Record<string, string>;
  guests: GuestsInfo | null;
  deck: DeckInfo;
  unit: [string, string] | null;
  lowest_wins: boolean;
  hidden_turns: boolean;
  deal_moves_on: boolean;
  fields: FieldInfo[];
  sentences: SentencesInfo;
};

/** An option: `name` and `values` are for programs, `label`, `meaning` and `labels` are for people. */
export type OptionInfo = {
  name: string;
  label: string;
  meaning: string;
  rule: number;
  default: string | number;
  values: string[];
  labels: string[];
  least: number | null;
  most: number | null;
};

export type GuestsInfo = {
  at_once: number;
  in_all: number;
};

export type DeckInfo = {
  cards: CardInfo[];
  spoken: Record<string, string>;
};

/** A card, and where it is not always in play: an option and its smallest value for which it is. */
export type CardInfo = {
  number: number;
  name: string;
  option?: string;
  least?: number;
};

/** What a field of a game's views is, for those who show a game that they do not know. */
export type FieldInfo = {
  name: string;
  kind: 'card' | 'cards' | 'flag' | 'number' | 'other' | 'pile' | 'seat' | 'suits' | 'word';
  by_seat?: boolean;
  row?: boolean;
  covered?: boolean;
};

export type SentencesInfo = {
  words: Record<string, string>;
  facts: Record<string, SentenceInfo>;
};

/** How a kind of fact is said, and the types of its parts: docs/add-a-language.md. */
export type SentenceInfo = {
  says: string;
  parts: Record<string, string>;
  ends?: boolean;
};

export type Replay = {
  game: string;
  match: number;
  matches: number;
  seats: number;
  names: string[];
  options: Record<string, string | number>;
  result: ResultInfo;
  frames: ReplayFrame[];
  deals: ReplayDeal[];
};

/** An event, and what a watcher would see after it if every card lay face up: the fields that have changed. */
export type ReplayFrame = {
  happened: MatchEvent;
  view: Record<string, unknown>;
};

/** A deal: `draws` follow from `reveal`, which `commitment` promised. `frame` is where it begins. */
export type ReplayDeal = {
  frame: number;
  commitment: string;
  draws: ReplayDraw[];
  reveal?: string;
};

export type ReplayDraw = {
  of: number[];
  drew: number[];
};
