// The games of the house, and its version: nothing, until it has answered.

import type { GameInfo } from './wire';

class Catalogue {
  games = $state.raw<GameInfo[]>([]);
  version = $state('');

  of(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const catalogue = new Catalogue();
