// What the house is told and says: tools/typescript.py writes this from src/cardhouse/wire.

import type { Fact } from './facts';
import type { View } from './views';

export const VERSION = 1;
export const DEALER = -2;
export const WATCHER = -1;

export type Code = 'closed' | 'closing' | 'content_type' | 'denied' | 'expired' | 'failed' | 'flood' | 'full' | 'handed' | 'kicked' | 'left' | 'limit' | 'misdirected' | 'moved' | 'muted' | 'not_now' | 'old_id' | 'played' | 'refused' | 'replaced' | 'sealed' | 'slow' | 'stale' | 'store' | 'taken' | 'too_large' | 'unknown' | 'unreadable' | 'version';

export type Phase = 'closed' | 'open' | 'over' | 'pause' | 'play';

export type Leave = {
  type: 'leave';
  id: number;
};

/** The creator removes a player from the table. */
export type Kick = {
  type: 'kick';
  id: number;
  seat: number;
};

/** The creator begins the match; bots take the free seats. */
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

/** A player is ready for the next deal. */
export type Deal = {
  type: 'deal';
  id: number;
};

/** A player is ready for another match. */
export type Rematch = {
  type: 'rematch';
  id: number;
};

/** A player contributes entropy to the next deal. */
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

/** The creator mutes or unmutes a player. */
export type Mute = {
  type: 'mute';
  id: number;
  seat: number;
  on?: boolean;
};

/** The creator sets how long bots wait before a move. */
export type Pace = {
  type: 'pace';
  id: number;
  seconds: number;
};

/** The creator sets the level of the bots. */
export type Level = {
  type: 'level';
  id: number;
  level: string;
};

export type Command = Leave | Kick | Start | Play | Deal | Rematch | Entropy | Say | Mute | Pace | Level;

/** A player votes for a bot to take over a seat that keeps the table waiting. */
export type Vote = {
  type: 'vote';
  id: number;
  seat: number;
};

/** A player takes their seat back from the bot that plays for them. */
export type Back = {
  type: 'back';
  id: number;
};

export type Notice = Vote | Back;

/** Draw this round, and open its tables. */
export type DrawRound = {
  type: 'draw';
  round: number;
};

/** Break off the tables of this round that still play, and count the others. */
export type CloseRound = {
  type: 'close';
  round: number;
};

/** End the evening before its last round. A round that is not over does not count. */
export type EndEvening = {
  type: 'end';
};

/** Take no part in the rounds that are drawn from now on. */
export type LeaveEvening = {
  type: 'leave';
};

/** Take part again. */
export type ReturnToEvening = {
  type: 'return';
};

/** The creator removes a player from the rounds that are drawn from now on. The player cannot return. */
export type RemovePlayer = {
  type: 'remove';
  player: number;
};

export type EveningCommand = DrawRound | CloseRound | EndEvening | LeaveEvening | ReturnToEvening | RemovePlayer;

/** A player asks what a bot would do. */
export type Suggest = {
  type: 'suggest';
  id: number;
};

/** The first message of a socket, whose address names the table. Without a token, the client is a watcher. */
export type Hello = {
  type: 'hello';
  v?: number;
  token?: string;
  last?: number;
  reasons?: boolean;
};

/** An event of a match, redacted for its viewer: a move of a seat or of the dealer, and its effects. */
export type MatchEvent = {
  what: 'move';
  seat: number;
  move: string;
  steps?: StepInfo[];
  facts?: Fact[];
  fault?: string;
  by?: string;
};

/** Cards that moved from one zone to another; if both are the same, they were turned up there. */
export type StepInfo = {
  from: string;
  to: string;
  cards?: string[];
  hidden?: number;
};

/** A player takes a seat: at once, or after the deal if a bot plays it now or the seat is new in the match. */
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

/** A player is ready for the next deal, or for a rematch. */
export type Readied = {
  what: 'ready';
  seat: number;
};

/** A player has contributed entropy to the next deal. */
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

/** Bots wait this long before a move from now on. */
export type Paced = {
  what: 'paced';
  seconds: number;
};

/** Bots play at this level from now on. */
export type Levelled = {
  what: 'levelled';
  level: string;
};

export type Happened = MatchEvent | Sat | Left | Started | Readied | Contributed | Said | Muted | Paced | Levelled;

/** The whole state of the table, and the events since `last`, as far as the house still has them. */
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
  tip: TipInfo | null;
};

/** What is public about a table, except for the cards. */
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
  lesson: boolean;
  onward: boolean;
  daily: string;
  phase: Phase;
  seats: SeatInfo[];
  creator: number | null;
  match: number;
  commitment: string;
  coming: Coming | null;
  full: '' | 'at_once' | 'in_all' | 'seats';
  result: ResultInfo | null;
  sheet: number[][];
  evening: OfEvening | null;
};

export type SeatInfo = {
  name?: string;
  kind?: 'bot' | 'person' | 'remote' | '';
  heir?: string;
  gone?: boolean;
  ready?: boolean;
  muted?: boolean;
};

/** The next deal, between its commitment and the dealing, while players can contribute entropy. */
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

/** The evening that a table belongs to: it seats the people, for one match. */
export type OfEvening = {
  id: string;
  round: number;
  rounds: number;
};

/** Who is connected, and how many seconds are left to move. It has no number, and is not stored. */
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

/** Something that happened. It has the same number for all viewers, but only what each may know. */
export type EventFrame = {
  type: 'event';
  seq: number;
  happened: Happened;
  draft?: number;
  names?: string[];
  table?: TableInfo;
  view?: View;
  reasons?: Record<string, Fact>;
  tip?: TipInfo;
};

/** Where the student of a lesson is. The game's guide has the tips. */
export type TipInfo = {
  number: number;
  strayed: boolean;
  as_planned: boolean;
};

export type Ack = {
  type: 'ack';
  id: number;
  seq: number;
  draft: number;
};

/** A move that is legal at this version, sent only to the player who asked. */
export type Suggestion = {
  type: 'suggestion';
  id: number;
  move: string;
  seq: number;
  draft: number;
  compared: ComparedInfo[];
};

/** Another move, and in how many trials the suggested one came out better than it, or worse. */
export type ComparedInfo = {
  move: string;
  better: number;
  worse: number;
  trials: number;
};

/** A command was denied, and nothing has changed. */
export type Nak = {
  type: 'nak';
  code: Code;
  reason: string;
  about?: '' | 'calls_clock' | 'calls_none' | 'calls_service' | 'coach_busy' | 'coach_failed' | 'coach_none' | 'daily_changed' | 'daily_date' | 'daily_full' | 'daily_left' | 'daily_opening' | 'daily_table' | 'evening_creator' | 'evening_full' | 'evening_lead' | 'evening_moved' | 'evening_options' | 'evening_over' | 'evening_players' | 'evening_removed' | 'evening_round' | 'evening_table' | 'evening_token' | 'evening_visits' | 'level_none' | 'match_runs' | 'name_accents' | 'name_alphabets' | 'name_length' | 'name_letters' | 'onward_left' | 'onward_moment' | 'onward_table' | 'table_creator' | 'table_id' | 'table_law' | 'table_log' | 'table_token' | 'table_visits' | 'table_watchers';
  id?: number;
  rule?: number;
  fact?: Fact;
  suggestion?: string;
  url?: string;
};

/** The last message of a socket. */
export type Bye = {
  type: 'bye';
  code: Code;
  reason: string;
  about?: '' | 'calls_clock' | 'calls_none' | 'calls_service' | 'coach_busy' | 'coach_failed' | 'coach_none' | 'daily_changed' | 'daily_date' | 'daily_full' | 'daily_left' | 'daily_opening' | 'daily_table' | 'evening_creator' | 'evening_full' | 'evening_lead' | 'evening_moved' | 'evening_options' | 'evening_over' | 'evening_players' | 'evening_removed' | 'evening_round' | 'evening_table' | 'evening_token' | 'evening_visits' | 'level_none' | 'match_runs' | 'name_accents' | 'name_alphabets' | 'name_length' | 'name_letters' | 'onward_left' | 'onward_moment' | 'onward_table' | 'table_creator' | 'table_id' | 'table_law' | 'table_log' | 'table_token' | 'table_visits' | 'table_watchers';
  url?: string;
};

export type Sent = Welcome | EventFrame | Presence | Ack | Suggestion | Nak | Bye;

/** A request to open a table. The creator gets seat 0; if bots take all other seats, the match begins at once. */
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
  lesson?: boolean;
  onward?: Onward;
};

/** A moment of a finished match, and the seat that the caller takes there. */
export type Onward = {
  table: string;
  match: number;
  frame: number;
  seat: number;
};

/** A request to take a seat. The entropy goes into the next deal; `remote` marks a bot. */
export type NewPlayer = {
  name: string;
  seat?: number;
  entropy?: string;
  remote?: boolean;
};

export type SeatCode = {
  code: string;
  seconds: number;
};

/** A request to move a seat to the device that sends this. It gets a new token, and the old one is void. The key, if there is one, becomes the token. So the request can be sent again if its answer is lost. */
export type UsedCode = {
  code: string;
  key?: string;
};

/** A seat and its token, which is the only key to it: store it, and send it to nobody but this house. */
export type Seated = {
  table: TableInfo;
  seat: number;
  token: string;
};

/** A table as the lobby shows it. */
export type TableListing = {
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
  lesson: boolean;
  onward: boolean;
  daily: string;
  phase: Phase;
  seats: SeatInfo[];
  creator: number | null;
  match: number;
  commitment: string;
  coming: Coming | null;
  full: '' | 'at_once' | 'in_all' | 'seats';
  result: ResultInfo | null;
  sheet: number[][];
  evening: OfEvening | null;
  to_act: number[];
};

export type GameInfo = {
  name: string;
  title: string;
  language: string;
  aim: string;
  least: number;
  most: number;
  default_seats: number;
  options: OptionInfo[];
  levels: Record<string, string>;
  net: NetInfo | null;
  guests: GuestsInfo | null;
  deck: DeckInfo;
  unit: [string, string] | null;
  lowest_wins: boolean;
  hidden_turns: boolean;
  deal_moves_on: boolean;
  fields: FieldInfo[];
  sentences: SentencesInfo;
  lesson: boolean;
  coach: string;
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
  rare: boolean;
};

/** What the net of a game's `master` bots can play: numbers of seats and, of each option, values or a range. */
export type NetInfo = {
  seats: number[];
  options: Record<string, (string | number)[]>;
};

export type GuestsInfo = {
  at_once: number;
  in_all: number;
};

export type DeckInfo = {
  cards: CardInfo[];
  spoken: Record<string, string>;
};

/** A card; if it is not always in play, an option and the smallest value of it for which the card is. */
export type CardInfo = {
  number: number;
  name: string;
  option?: string;
  least?: number;
};

/** A field of a game's views, for clients that show a game that they do not know. */
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

/** The sentence of a kind of fact, and the types of its parts: see docs/add-a-language.md. */
export type SentenceInfo = {
  says: string;
  parts: Record<string, string>;
  ends?: boolean;
};

/** How a game is taught: diagrams in sections, and the tips of its lesson, if it has one. */
export type GuideInfo = {
  language: string;
  sections: SectionInfo[];
  tips: TipText[];
};

export type SectionInfo = {
  title: string;
  says: string;
  diagrams: DiagramInfo[];
};

export type DiagramInfo = {
  says: string;
  rows: DiagramRowInfo[];
  allowed: boolean | null;
};

/** Cards of a diagram, and what they are. A face-down card is an empty text. */
export type DiagramRowInfo = {
  label: string;
  cards: string[];
  sideways?: boolean;
  best?: boolean;
};

/** A tip of a lesson: a sentence, and the move that it asks for; a verb alone asks for any move with it. */
export type TipText = {
  says: string;
  move: string;
  general: string;
};

export type Replay = {
  game: string;
  match: number;
  matches: number;
  seats: number;
  names: string[];
  kinds: ('bot' | 'person' | 'remote')[];
  options: Record<string, string | number>;
  result: ResultInfo;
  daily: string;
  frames: ReplayFrame[];
  deals: ReplayDeal[];
  onward: boolean;
  playable: number[];
};

/** An event, and the changed fields of the view after it, with every card face up. */
export type ReplayFrame = {
  happened: MatchEvent;
  view: Record<string, unknown>;
};

/** A deal that begins at `frame`. `draws` follow from `reveal`, whose hash is `commitment`. */
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

/** What the coach says about a finished match, as far as it has come. */
export type Analysis = {
  match: number;
  level: string;
  of: number;
  done: number;
  ahead: number;
  choices: JudgedMove[];
};

/** What a choice of a player was worth, judged from what that player knew. Chances are from 0 to 1. */
export type JudgedMove = {
  frame: number;
  seat: number;
  move: string;
  best: string;
  chance: number;
  lost: number;
  error: number;
};

/** A request to open an evening. Its creator is its first player. */
export type NewEvening = {
  game: string;
  name: string;
  options?: Record<string, string | number>;
  rounds?: number;
  size?: number;
  level?: string;
  clock?: number;
  grace?: number;
  pace?: number;
  chat?: boolean;
};

/** A request to take part in an evening. The key, if there is one, becomes the token. So the request can be sent again if its answer is lost. */
export type NewEveningPlayer = {
  name: string;
  key?: string;
};

/** A player of an evening, and their token. It is the key to their seats at all tables of the evening, too. */
export type Entered = {
  evening: EveningInfo;
  player: number;
  token: string;
};

/** What everybody who has the link may know about an evening. */
export type EveningInfo = {
  id: string;
  game: string;
  options: Record<string, string | number>;
  rounds: number;
  size: number;
  level: string;
  clock: number;
  grace: number;
  chat: boolean;
  phase: 'open' | 'over' | 'pause' | 'play';
  creator: number | null;
  players: EveningPlayer[];
  drawn: EveningRound[];
  standings: Standing[];
  everybody_in: number;
};

export type EveningPlayer = {
  number: number;
  name: string;
  state: 'here' | 'left' | 'removed';
};

export type EveningRound = {
  tables: EveningTable[];
};

export type EveningTable = {
  id: string;
  people: number[];
  bots: number;
  state: 'off' | 'over' | 'play';
  places: number[];
};

/** A player's place so far. At equal points the next fields decide, in their order. */
export type Standing = {
  player: number;
  place: number;
  points: number;
  wins: number;
  strength: number;
  direct: number;
};

/** The public key with which a browser subscribes to calls; empty if this house calls nobody. */
export type CallKey = {
  key: string;
};

/** A request to be called on a device when it is the turn of the seat: a subscription of its browser. */
export type CallMe = {
  endpoint: string;
  p256dh: string;
  auth: string;
};

export type CalledOn = {
  devices: number;
};

/** A request to play the deal of the day of a game, or to go on with it. It cannot be begun twice under a name. The key is a secret of the client. The same name and key get the same seat again, with a new token. */
export type NewAttempt = {
  name: string;
  key: string;
  pace?: number;
};

/** The deals of a day. A day begins and ends at midnight UTC, by the clock of the house. */
export type DailyInfo = {
  date: string;
  seconds: number;
  oldest: string;
  games: DailyGame[];
};

/** The deal of the day of a game. */
export type DailyGame = {
  game: string;
  seats: number;
  options: Record<string, string | number>;
  level: string;
  commitment: string;
  committed_at: number;
  next: string;
  begun: number;
  finished: number;
  ranking: DailyResult[];
  best: string;
};

/** A line of the ranking of a day: equal results share a rank. */
export type DailyResult = {
  rank: number;
  name: string;
  place: number;
  points: number;
  turns: number;
};
