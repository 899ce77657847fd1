// What the house serves of its games: nothing, until it has answered.

import type { Game } from './wire';

class Catalogue {
  games = $state.raw<Game[]>([]);

  of(name: string): Game | undefined {
    return this.games.find((game) => game.name === name);
  }
}

export const catalogue = new Catalogue();
