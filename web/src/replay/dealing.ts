// How the five games deal, as their laws in src/cardhouse/games say it: enough to deal a match again from its draws.
//
// A dealing follows all cards of a match. What players do with their cards is taken from the replay; what the dealer does
// is worked out here, from the cards that were drawn. tests/web/vectors.py holds it to the laws.

import type { Game, Happened, Step } from '../lib/wire';

type Options = Record<string, string | number>;

/** What cannot have happened, in a sentence for people. */
export class Wrong extends Error {}

const numbers = (from: number, many: number) => Array.from({ length: many }, (_, i) => from + i);

/** The cards in play with these options, by number. */
export function deckOf(game: Game, options: Options): Map<number, string> {
  const value = (name: string) => {
    const words = game.options.find((option) => option.name === name)?.words ?? [];
    return words.length ? words.indexOf(String(options[name])) : Number(options[name]);
  };
  const inPlay = game.deck.cards.filter(({ option, least = 0 }) => !option || value(option) >= least);
  return new Map(inPlay.map(({ number, name }) => [number, name]));
}

/** Steps in one form, so that they can be compared: where cards were only turned up, nothing has moved. */
export function moved(steps: Step[]): string {
  const ways = new Map<string, string[]>();
  for (const { from, to, cards = [] } of steps)
    if (from !== to && cards.length) ways.set(`${from} > ${to}`, [...(ways.get(`${from} > ${to}`) ?? []), ...cards]);
  return [...ways]
    .map(([way, cards]) => `${way}: ${cards.sort().join(' ')}`)
    .sort()
    .join('\n');
}

export abstract class Dealing {
  due = 0; // how many cards the dealer is to give now
  protected fresh = true; // they begin a deal: it is dealt from the whole pack
  protected deal = 0;
  protected seating: number[] = [];
  private at = new Map<number, string>(); // where each card lies
  private pack: number[];

  constructor(
    private names: Map<number, string>,
    protected seats: number,
    protected options: Options,
  ) {
    this.pack = [...names.keys()];
  }

  begin(seating: number[]): void {
    this.seating = seating;
  }

  /** A deal is committed to: so many of the match come before it. */
  next(deal: number): void {
    this.deal = deal;
    this.fresh = true;
    this.due = this.first();
  }

  /** How many cards a deal begins with; none, if a player has to ask for them. */
  protected abstract first(): number;

  /** Whether the match ends here, before the deal that was committed to. */
  ends(): boolean {
    return false;
  }

  /** The dealer picks up cards: all of them for a deal, otherwise those that renew the stock. */
  collect(): void {
    if (this.fresh) for (const card of this.pack) this.at.set(card, 'stock');
    else this.renew();
  }

  protected renew(): void {}

  /** What is drawn from. */
  get stock(): number[] {
    return this.lying('stock');
  }

  /** The cards that are due have been drawn, in this order. */
  give(drawn: number[]): void {
    const fresh = this.fresh;
    this.due = 0;
    this.fresh = false;
    if (fresh) this.open(drawn);
    else this.serve(drawn);
  }

  /** The cards of a new deal ... */
  protected abstract open(drawn: number[]): void;

  /** ... and those within a deal. */
  protected serve(_drawn: number[]): void {
    throw new Wrong('This game deals no cards within a deal.');
  }

  /** A player does something: it may move cards, but none of the stock. */
  play({ move = '', steps = [] }: Happened, _seat: number): void {
    for (const { from, to, cards = [] } of steps) {
      if (from === to) continue;
      if (from === 'stock' || to === 'stock') throw new Wrong(`“${move}” moves cards of the stock without a draw.`);
      for (const name of cards) {
        const card = this.lying(from).find((one) => this.names.get(one) === name);
        if (card === undefined) throw new Wrong(`“${move}” moves a card that is not there (${name}).`);
        this.put(to, card);
      }
    }
  }

  /** What an act moves, as steps. */
  steps(act: () => void): Step[] {
    const before = new Map(this.at);
    act();
    return [...this.at].flatMap(([card, to]) => {
      const from = before.get(card);
      return from === undefined || from === to
        ? []
        : [{ from: this.shown(from), to: this.shown(to), cards: [this.names.get(card)!] }];
    });
  }

  /** The name that a place has in a replay. */
  protected shown(place: string): string {
    return place;
  }

  protected lying(place: string): number[] {
    return this.pack.filter((card) => this.at.get(card) === place);
  }

  protected put(place: string, ...cards: number[]): void {
    for (const card of cards) this.at.set(card, place);
  }

  protected card(name: string): number {
    return this.pack.find((card) => this.names.get(card) === name) ?? -1;
  }

  protected name(card: number): string {
    return this.names.get(card)!;
  }

  /** One card at a time to each of these seats in turn. */
  protected round(drawn: number[], order: number[]): void {
    drawn.forEach((card, i) => this.put(`hand ${order[i % order.length]}`, card));
  }

  /** All seats in turn, from one on. */
  protected from(first: number): number[] {
    return numbers(first, this.seats).map((seat) => seat % this.seats);
  }
}

class President extends Dealing {
  protected first = () => 52;

  protected open(drawn: number[]): void {
    this.round(drawn, this.from(this.seating[0]! + this.deal)); // rule 2
  }
}

class Javelin extends Dealing {
  private replacing = '';
  protected first = () => 32;

  protected open(drawn: number[]): void {
    const dealer = this.seating[0]! + this.deal;
    drawn.forEach((card, i) => this.put(`row ${(dealer + 1 + i) % 2} ${i >> 1}`, card)); // rule 1
  }

  override play(happened: Happened, seat: number): void {
    super.play(happened, seat);
    const [verb, place] = (happened.move ?? '').split(' ');
    if (verb !== 'replace') return;
    this.replacing = `row ${seat} ${place}`;
    this.due = 1;
  }

  protected override renew(): void {
    if (!this.stock.length) this.put('stock', ...this.lying('discards')); // rule 8
  }

  protected override serve([card]: number[]): void {
    this.put('discards', ...this.lying(this.replacing)); // rule 7
    this.put(this.replacing, card!);
  }
}

class Blitz extends Dealing {
  private dealer = -1;
  private wanted: number[] | null = null; // how many cards each seat gets, while a hand is dealt
  private owner = 0; // whose turn it is
  private pile: number[] = []; // the discards, the top one last ...
  private before: number[] = []; // ... and as they were before this turn
  private reshuffled = false;

  protected first(): number {
    this.reshuffled = false;
    this.wanted = null;
    this.dealer = this.options.dealer === 'rotates' ? (this.seating[0]! + this.deal) % this.seats : -1;
    return this.dealer < 0 ? 0 : this.seats;
  }

  /** Rule 2: the first card says how many you get. */
  protected open(drawn: number[]): void {
    this.round(drawn, this.from(this.dealer + 1));
    this.wanted = [];
    drawn.forEach((card, i) => {
      const rank = Math.min(card % 60, 52) >> 2;
      this.wanted![(this.dealer + 1 + i) % this.seats] = rank <= 8 ? rank + 2 : 10;
    });
    this.due = this.wanted.reduce((sum, wanted) => sum + wanted - 1, 1);
  }

  protected override serve(drawn: number[]): void {
    if (!this.wanted) {
      this.put(`hand ${this.owner}`, drawn[0]!);
      return;
    }
    const cards = [...drawn];
    for (let had = 1; had < 10; had++)
      for (const seat of this.from(this.dealer + 1))
        if (this.wanted[seat]! > had) this.put(`hand ${seat}`, cards.shift()!); // rule 3
    this.put('discards', cards[0]!); // rule 4
    this.wanted = null;
    this.pile = [cards[0]!];
    this.before = [...this.pile];
  }

  override play(happened: Happened, seat: number): void {
    const { move = '' } = happened;
    if (this.fresh) {
      const legal = this.deal ? move === 'deal' : seat === 0 && ['deal', 'deal 1'].includes(move); // rule 3
      if (!legal) throw new Wrong(`“${move}” comes before the cards are dealt.`);
      this.dealer = move === 'deal' ? seat : 1;
      this.due = this.seats;
      return;
    }
    super.play(happened, seat);
    this.owner = seat;
    if (move === 'undo') this.pile = [...this.before];
    else {
      const lying = this.lying('discards');
      this.pile = this.pile.filter((card) => lying.includes(card));
      this.pile.push(...lying.filter((card) => !this.pile.includes(card)));
    }
    if (move === 'complete') this.before = [...this.pile];
    if (move === 'stock' && (this.stock.length || (this.pile.length > 1 && !this.reshuffled))) this.due = 1;
  }

  /** Rule 14: the discards but the top one, once in a hand. */
  protected override renew(): void {
    if (this.stock.length) return;
    this.reshuffled = true;
    this.put('stock', ...this.pile.splice(0, this.pile.length - 1));
    this.before = [...this.pile];
  }
}

const WILD = 13;
const FEWEST_PLAYERS = 3;
const FEWEST_TAXED = 4;

class Dynasty extends Dealing {
  private order: number[] = []; // the turn order of this deal
  private places: number[] = []; // the seats as they finish, the first one first
  private left = new Set<number>();
  private newcomers = new Set<number>();
  protected first = () => 80;

  override begin(seating: number[]): void {
    this.places = [...seating]; // rule 3: as if the seats had finished in it
  }

  /** Rules 3 and 12: the finishing order, less those who left, with newcomers in the middle. */
  private arranged(): number[] {
    const order = this.places.filter((seat) => !this.left.has(seat));
    const middle = order.length >> 1;
    const fresh = [...this.newcomers].filter((seat) => !this.left.has(seat));
    return [...order.slice(0, middle), ...fresh, ...order.slice(middle)];
  }

  override ends(): boolean {
    return this.arranged().length < FEWEST_PLAYERS;
  }

  override collect(): void {
    if (this.ends()) throw new Wrong('It was dealt to fewer than three players.');
    this.order = this.arranged();
    this.places = [];
    super.collect();
  }

  /** Rule 2, and rule 11: from the second deal on taxes are paid at once. */
  protected open(drawn: number[]): void {
    this.round(drawn, this.order);
    const old = this.order.filter((seat) => !this.newcomers.has(seat));
    if (this.options.taxation === 'on' && this.deal > 0 && old.length >= FEWEST_TAXED) {
      this.pay(old.at(-1)!, old[0]!, 2);
      this.pay(old.at(-2)!, old[1]!, 1);
    }
    this.newcomers.clear();
  }

  private pay(poor: number, rich: number, many: number): void {
    const value = (card: number) => Number(this.name(card)) || WILD;
    const naturals = this.lying(`hand ${poor}`).filter((card) => value(card) < WILD);
    const best = naturals.sort((a, b) => value(a) - value(b)).slice(0, many);
    this.put(`hand ${rich}`, ...best);
  }

  override play(happened: Happened, seat: number): void {
    if (happened.move === 'join') this.newcomers.add(seat);
    else if (happened.move === 'leave') this.left.add(seat);
    else {
      super.play(happened, seat);
      this.finish(seat);
    }
  }

  private finish(seat: number): void {
    if (!this.order.includes(seat) || this.places.includes(seat) || this.lying(`hand ${seat}`).length) return;
    this.places.push(seat);
    if (this.places.length === this.order.length - 1)
      this.places.push(this.order.find((other) => !this.places.includes(other))!);
  }
}

const ACE = 1;
const JACK = 11;

/** What a card counts where the ace is low. */
const valueOf = (card: number) => (card >= 48 ? ACE : (card >> 2) + 2);

/** All of it: who gets a card in Davenport depends on what everybody shows. */
class Davenport extends Dealing {
  private playing: number[] = [];
  private chosen = new Set<number>();
  private owed: number[] = [];
  private stage: 'choosing' | 'exchanging' | 'drawing' | 'over' = 'choosing';
  private playingOff = false;
  private won: number[] = [];
  private wins: number[] = [];
  private drawsFrom = 0;

  protected first(): number {
    this.playing = numbers(0, this.seats);
    this.owed = this.playing.map(() => 0);
    this.wins = [...this.owed];
    return 5 * this.seats;
  }

  /** The seat to the dealer's left: rounds begin with it. */
  private get leads(): number {
    return (this.seating[0]! + 1) % this.seats;
  }

  protected override shown(place: string): string {
    return place.replace('retired', 'commitment'); // rule 2: they look alike
  }

  private inTurn(first: number): number[] {
    return this.from(first).filter((seat) => this.playing.includes(seat));
  }

  /** Rules 1 and 11. */
  protected open(drawn: number[]): void {
    this.round(drawn, this.inTurn(this.leads));
    this.stage = 'choosing';
    this.chosen.clear();
  }

  override play(happened: Happened, seat: number): void {
    const [verb = '', name = ''] = (happened.move ?? '').split(' ');
    const card = this.card(name);
    const legal = this.stage === 'choosing' && this.playing.includes(seat) && !this.chosen.has(seat);
    if (!legal || !['commit', 'exchange'].includes(verb) || !this.lying(`hand ${seat}`).includes(card))
      throw new Wrong(`“${happened.move}” cannot have been played.`);
    const steps = this.steps(() => this.choose(seat, verb, card));
    if (moved(steps) !== moved(happened.steps ?? [])) throw new Wrong(`“${happened.move}” moves other cards.`);
  }

  private choose(seat: number, verb: string, card: number): void {
    this.put(`${verb === 'exchange' ? 'retired' : 'commitment'} ${seat}`, card);
    this.chosen.add(seat);
    if (this.chosen.size < this.playing.length) return;
    this.stage = 'exchanging';
    this.owed = this.owed.map((_, other) => this.lying(`retired ${other}`).length);
    this.goOn();
  }

  private goOn(): void {
    this.ask();
    if (this.stage === 'exchanging' && !this.due) {
      this.stage = 'drawing';
      this.reveal();
      this.ask();
    }
    if (this.stage === 'drawing' && !this.due) this.endRound();
  }

  /** Rule 6: as many as are owed, or as there are. */
  private ask(): void {
    const owed = this.owed.reduce((sum, many) => sum + many, 0);
    const retired = numbers(0, this.seats).flatMap((seat) => this.lying(`retired ${seat}`));
    this.due = Math.min(owed, this.stock.length || this.lying('discards').length + retired.length);
    if (!this.due) this.owed.fill(0);
  }

  protected override renew(): void {
    for (const seat of numbers(0, this.seats)) this.put('discards', ...this.lying(`retired ${seat}`)); // rule 3
    if (!this.stock.length) this.put('stock', ...this.lying('discards'));
  }

  /** Rule 3: unseen, as a commitment. Rules 4 and 11: in the hand. */
  protected override serve(drawn: number[]): void {
    for (const card of drawn) {
      const exchanging = this.stage === 'exchanging';
      const seat = this.from(exchanging ? this.leads : this.drawsFrom).find((one) => this.owed[one])!;
      this.owed[seat]!--;
      this.put(`${exchanging ? 'commitment' : 'hand'} ${seat}`, card);
    }
    this.goOn();
  }

  /** Rule 4: the highest value wins. Rules 8 to 10: aces. */
  private reveal(): void {
    const shown = new Map(this.playing.map((seat) => [seat, valueOf(this.lying(`commitment ${seat}`)[0]!)]));
    for (const seat of this.playing) this.put('discards', ...this.lying(`commitment ${seat}`));
    const values = [...shown.values()];
    const [high, low] = [Math.max(...values), Math.min(...values)];
    const aces = low === ACE && this.options.ace_rule === 'on' && !this.playingOff;
    const best = aces && high >= JACK ? ACE : high;
    const worst = !aces ? 0 : high >= JACK ? high : high > ACE ? ACE : 0;
    const order = this.inTurn(this.leads);
    this.won = order.filter((seat) => shown.get(seat) === best);
    for (const seat of order) this.owed[seat] = shown.get(seat) === worst ? 2 : 1;
    for (const seat of this.won) this.owed[seat] = this.playingOff ? 1 : 0;
    this.drawsFrom = (this.won[0]! + 1) % this.seats; // rule 5
    if (this.playingOff)
      this.playOff(
        order.filter((seat) => shown.get(seat) === low),
        Math.min(...this.won),
      );
  }

  /** Rule 11: a single lowest card is eliminated. Rule 12: or a single highest one is a win. */
  private playOff(lows: number[], winner: number): void {
    if (this.options.playoff !== 'elimination') this.wins[winner]! += Number(this.won.length === 1);
    else if (lows.length === 1) {
      this.owed[lows[0]!] = 0;
      this.playing = this.playing.filter((seat) => seat !== lows[0]);
      this.put('discards', ...this.lying(`hand ${lows[0]}`));
    }
    if (this.playing.length === 1 || this.wins[winner] === this.options.playoff_wins) this.finish();
  }

  private endRound(): void {
    this.stage = 'choosing';
    this.chosen.clear();
    const out = numbers(0, this.seats).filter((seat) => !this.lying(`hand ${seat}`).length);
    if (!out.length || this.playingOff) return;
    this.playing = out;
    if (out.length === 1)
      this.finish(); // rule 7
    else {
      this.playingOff = this.fresh = true;
      this.due = 3 * out.length;
    }
  }

  private finish(): void {
    this.owed.fill(0);
    this.stage = 'over';
  }
}

const GAMES = { president: President, javelin: Javelin, blitz: Blitz, dynasty: Dynasty, davenport: Davenport };

export const knows = (game: string): game is keyof typeof GAMES => Object.hasOwn(GAMES, game);

export function dealingOf(game: Game, seats: number, options: Options): Dealing {
  if (!knows(game.name)) throw new Wrong('This page does not know how this game is dealt.');
  return new GAMES[game.name](deckOf(game, options), seats, options);
}
