// What a seat may know of each game: tools/typescript.py writes this from the games' tables.

export type View = {
  game: string;
  seat: number;
  seats: number;
  deal: number;
  turn: number;
  to_act: number[];
  moves: string[];
};

export type BlitzView = {
  game: string;
  seat: number;
  seats: number;
  deal: number;
  turn: number;
  to_act: number[];
  moves: string[];
  stock: number;
  hand: string[];
  counts: number[];
  hands: string[][];
  decks: number;
  jokers: number;
  target: number;
  max_hands: number;
  dealing: string;
  dealer: number;
  stage: string;
  wanted: number[];
  wild_rank: string;
  hidden: boolean;
  drawn: string;
  duty: string;
  old_melds: number;
  discarded: string;
  reshuffled: boolean;
  lap: number;
  reached: boolean;
  ending: string;
  gained: number[];
  points: number[];
  board: Meld[];
  discards: string[];
  taken: string[];
  laid: string[];
  may_undo: boolean;
};

export type Meld = [kind: string, cards: Laid[]];

export type Laid = [card: string, means: string, by: number];

export type DavenportView = {
  game: string;
  seat: number;
  seats: number;
  deal: number;
  turn: number;
  to_act: number[];
  moves: string[];
  stock: number;
  discards: string[];
  discards_hidden: number;
  hand: string[];
  counts: number[];
  hands: string[][];
  ace_rule: string;
  playoff: string;
  playoff_wins: number;
  dealer: number;
  stage: string;
  playing_off: boolean;
  playing: boolean[];
  committed: boolean[];
  first: number;
  shown: string[];
  exchanged: boolean[];
  won: boolean[];
  wins: number[];
  places: number[];
  commitment: string;
};

export type DynastyView = {
  game: string;
  seat: number;
  seats: number;
  deal: number;
  turn: number;
  to_act: number[];
  moves: string[];
  monarchies: number;
  taxation: string;
  hand: string[];
  table: string[];
  table_by: number;
  discards: string[];
  counts: number[];
  hands: string[][];
  order: number[];
  passed: boolean[];
  places: number[];
  crowns: number[];
  monarch: number;
  owes: number[];
  partner: number[];
  shared: string[];
  left: boolean[];
  cleared: boolean;
};

export type JavelinView = {
  game: string;
  seat: number;
  seats: number;
  deal: number;
  turn: number;
  to_act: number[];
  moves: string[];
  stock: number;
  discards: string[];
  peek: string;
  reshuffle: string;
  target: number;
  dealer: number;
  turns: number;
  replacing: number;
  winner: number;
  ending: string;
  points: number[];
  ended: boolean;
  rows: Spot[][];
};

export type Spot = [card: string, state: 'down' | 'empty' | 'sideways' | 'up', least: number, most: number];

export type PresidentView = {
  game: string;
  seat: number;
  seats: number;
  deal: number;
  turn: number;
  to_act: number[];
  moves: string[];
  stock: number;
  discards: string[];
  hand: string[];
  counts: number[];
  hands: string[][];
  table: string[];
  skip_on: string;
  full_circle: string;
  deals: number;
  first: number;
  opening: boolean;
  direction: number;
  many: number;
  rank: number;
  last: number;
  skipped: number;
  cleared: boolean;
  out: number;
  places: number[];
  points: number[];
};
