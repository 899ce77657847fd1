// A small climbing game for four on a boardgame.io server: `node server.cjs 8000`, or with PORT=8000 around it.
// It never ends: the move that takes somebody out deals again. bench/boardgame_load.py plays it.

const { INVALID_MOVE, PlayerView } = require('boardgame.io/core');
const { Origins, Server } = require('boardgame.io/server');

const SEATS = 4;
const RANKS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14];
const DECK = RANKS.flatMap((rank) => [...'cdhs'].map((suit) => `${rank}${suit}`));

const rank = (card) => parseInt(card, 10);
const after = (seat) => String((Number(seat) + 1) % SEATS);

function clear(G) {
  G.pile = [];
  G.owner = null; // the seat whose cards the pile is
}

function deal(G, random) {
  const cards = random.Shuffle(DECK);
  for (let seat = 0; seat < SEATS; seat++) {
    G.players[seat] = cards.filter((_, place) => place % SEATS === seat);
    G.counts[seat] = G.players[seat].length;
  }
  G.deals += 1;
  clear(G);
}

const set = (cards, hand) =>
  Array.isArray(cards) &&
  cards.length > 0 &&
  new Set(cards).size === cards.length &&
  cards.every((card) => hand.includes(card) && rank(card) === rank(cards[0]));

const beats = (cards, pile) =>
  pile.length === 0 || (cards.length === pile.length && rank(cards[0]) > rank(pile[0]));

function play({ G, playerID, random }, cards) {
  const hand = G.players[playerID];
  if (!set(cards, hand) || !beats(cards, G.pile)) return INVALID_MOVE;
  G.players[playerID] = hand.filter((card) => !cards.includes(card));
  G.counts[playerID] -= cards.length;
  G.pile = cards;
  G.owner = playerID;
  if (G.counts[playerID] === 0) deal(G, random);
}

function pass({ G, playerID }) {
  if (G.pile.length === 0) return INVALID_MOVE;
  if (after(playerID) === G.owner) clear(G);
}

const climb = {
  name: 'climb',
  minPlayers: SEATS,
  maxPlayers: SEATS,
  setup: ({ random }) => {
    const G = { players: {}, counts: [], deals: 0 };
    deal(G, random);
    return G;
  },
  // Of `players`, the hands, a seat gets its own; but who connects gets the first deal unstripped, as `initialState`.
  playerView: PlayerView.STRIP_SECRETS,
  moves: { play, pass },
  turn: { minMoves: 1, maxMoves: 1 },
};

const port = Number(process.argv[2] ?? process.env.PORT ?? 8000);
Server({ games: [climb], origins: [Origins.LOCALHOST] }).run(port, () => console.log(`ready on port ${port}`));
