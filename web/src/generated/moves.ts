// How moves are spelled: tools/moves.py writes this from the games' declared moves.

export type BlitzMove =
  | 'deal'
  | 'deal 1'
  | 'stock'
  | `take ${number}`
  | `new book ${string}`
  | `new run ${string}`
  | `add ${number} low ${string}`
  | `add ${number} high ${string}`
  | `add ${number} book ${string}`
  | `discard ${string}`
  | 'undo'
  | 'complete';

export type DavenportMove =
  | `commit ${string}`
  | `exchange ${string}`;

export type DynastyMove =
  | 'pass'
  | `play ${string}`
  | `give ${string}`;

export type JavelinMove =
  | `guess ${number} ${number} higher`
  | `guess ${number} ${number} lower`
  | `attack ${number} ${number}`
  | `replace ${number}`
  | 'forfeit';

export type PresidentMove =
  | 'pass'
  | `play ${string}`;
