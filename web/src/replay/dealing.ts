// How a game deals: enough to deal a match again from its draws. games/dealings.ts lists the games that have one.
//
// A dealing follows all cards of a match. What players do with their cards is taken from the replay; what the dealer does
// is worked out from the cards that were drawn. tests/web/vectors.py holds it to the laws.

import type { GameInfo, MatchEvent, StepInfo } from '../lib/wire';
import { say } from '../words/index.svelte';

export type Options = Record<string, string | number>;

/** What cannot have happened, in a sentence for people. */
export class Wrong extends Error {}

export const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i);

/** The cards in play with these options, by number. */
export function deckOf(game: GameInfo, options: Options): Map<number, string> {
  const value = (name: string) => {
    const values = game.options.find((option) => option.name === name)?.values ?? [];
    return values.length ? values.indexOf(String(options[name])) : Number(options[name]);
  };
  const inPlay = game.deck.cards.filter(({ option, least = 0 }) => !option || value(option) >= least);
  return new Map(inPlay.map(({ number, name }) => [number, name]));
}

/** Steps in one form, so that they can be compared: where cards were only turned up, nothing has moved. */
export function moved(steps: StepInfo[]): string {
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

  /** A deal is committed to, after this number of deals in the match. */
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
    throw new Wrong(say('fair.no_draws'));
  }

  /** A player does something: it may move cards, but none of the stock. */
  play({ move, steps = [] }: MatchEvent, _seat: number): void {
    for (const { from, to, cards = [] } of steps) {
      if (from === to) continue;
      if (from === 'stock' || to === 'stock') throw new Wrong(say('fair.without_draw', { move }));
      for (const name of cards) {
        const card = this.lying(from).find((one) => this.names.get(one) === name);
        if (card === undefined) throw new Wrong(say('fair.not_there', { move, card: name }));
        this.put(to, card);
      }
    }
  }

  /** What an act moves, as steps. */
  steps(act: () => void): StepInfo[] {
    const before = new Map(this.at);
    act();
    return [...this.at].flatMap(([card, to]) => {
      const from = before.get(card);
      return from === undefined || from === to
        ? []
        : [{ from: this.shown(from), to: this.shown(to), cards: [this.names.get(card)!] }];
    });
  }

  /** The name that a zone has in a replay. */
  protected shown(zone: string): string {
    return zone;
  }

  protected lying(zone: string): number[] {
    return this.pack.filter((card) => this.at.get(card) === zone);
  }

  protected put(zone: string, ...cards: number[]): void {
    for (const card of cards) this.at.set(card, zone);
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
