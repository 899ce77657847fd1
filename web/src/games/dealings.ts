// The only register of how the games deal: the part of the page that checks a match loads it.

import type { GameInfo } from '../lib/wire';
import { deckOf, Wrong, type Dealing, type Options } from '../replay/dealing';
import { Blitz } from './blitz/dealing';
import { Davenport } from './davenport/dealing';
import { Dynasty } from './dynasty/dealing';
import { Javelin } from './javelin/dealing';
import { President } from './president/dealing';
import { say } from '../words/index.svelte';

const GAMES = { blitz: Blitz, davenport: Davenport, dynasty: Dynasty, javelin: Javelin, president: President };

export const knows = (game: string): game is keyof typeof GAMES => Object.hasOwn(GAMES, game);

export function dealingOf(game: GameInfo, seats: number, options: Options): Dealing {
  if (!knows(game.name)) throw new Wrong(say('fair.unknown_dealing'));
  return new GAMES[game.name](deckOf(game, options), seats, options);
}
