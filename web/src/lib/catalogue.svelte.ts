// What the house serves of its games: nothing, until it has answered.

import type { GameInfo } from './wire';

class Catalogue {
  games = $state.raw<GameInfo[]>([]);

  of(name: string): GameInfo | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const catalogue = new Catalogue();
