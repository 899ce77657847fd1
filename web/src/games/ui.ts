// What a game tells the table: its own parts, words and buttons. The shell does the rest, the same for all.

import type { Component } from 'svelte';
import { named, rankOf } from '../lib/cards';
import { sentence, type Fact, type Saying } from '../lib/facts';
import type { MatchEvent, View } from '../lib/wire';
import { advised, moveInWords, wordsOf, type Company, type Verb } from '../lib/moves';
import type { Action, Desk } from '../table/desk.svelte';
import { storyOf, type DealName, type Ended } from './story';
import { outs, winner, type Moment, type Title } from './titles';
import { listed, say } from '../words/index.svelte';

/** Whether a card can stand for others, and whether the player has just drawn it. */
export type Marks = { wild: boolean; drawn: boolean };

export type Badge = { text: string; title: string; good?: boolean };

/** What a player has just done, for the bubble at their seat: a word or two, cards, or both. */
export type Bubble = {
  text: string;
  cards: string[];
  mood: '' | 'good' | 'bad';
  after?: number; // milliseconds until it is shown
};

export const bubbled = (text: string, cards: string[] = [], mood: Bubble['mood'] = ''): Bubble => ({
  text,
  cards,
  mood,
});

/** A move that is made for the player at every turn, as long as it is open to them. */
export type Repeated = { move: string; label(): string; open(view: View): boolean };

/** The first of some events, and the view that is shown for some milliseconds, until the others are told. */
export type Unfolding = { count: number; view: View; ms: number };

export interface GameUi {
  Centre: Component<{ desk: Desk }>;
  hasHand(view: View): boolean;
  /** Whether one card is picked at a time. */
  single(view: View): boolean;
  repeats: Repeated | null; // a move that the page may make again and again for its player
  deal: DealName; // what a deal is called
  between(): string; // what changes with the next deal; nothing, if all stays as it is
  sign: string[]; // cards for its picture; without any, some of its deck
  actions(desk: Desk): Action[];
  /** What is to be done now, in a sentence, for the player whose turn it is. */
  task(desk: Desk): string;
  /** Whether cards of the hand can be played at all, as things stand. */
  ready(desk: Desk): boolean;
  /** Where a card stands in a hand that is sorted by rank. */
  rank(card: string): number;
  /** Why a card of the hand is not for now; nothing if it is. */
  dim(desk: Desk, card: string): string;
  /** What is special about a card of the hand. */
  marks(desk: Desk, card: string): Marks;
  says(happened: MatchEvent, company: Company): string;
  /** Whether two moves say the same. */
  alike(one: string, other: string): boolean;
  /** A move as advice: `play 9♣ 9♦`. */
  advice(desk: Desk, move: string): string;
  /** Pick whatever else than cards a move is about. */
  aim(desk: Desk, move: string): void;
  /** Where on the board a move still wants something to be chosen, by the names of zones, in this order. */
  places(desk: Desk, move: string): string[];
  /** What followed, as far as it is worth a line of the log. */
  tells(happened: MatchEvent, company: Company): Fact[];
  badges(view: View, seat: number): Badge[];
  /** What an event looks like at a seat, whoever made it; nothing, if it is not worth a bubble there. */
  bubble(happened: MatchEvent, seat: number): Bubble | null;
  /** The seats, in the order in which they sit. */
  order(view: View): number[];
  /** The places of the current deal, as far as they are known. */
  standing(view: View): readonly number[];
  /** The places of the deal before; nothing, if the scores tell them. */
  standingBefore(view: View): readonly number[];
  /** What a place in a deal makes of a player, if anything. */
  title(place: number, players: number): Title | null;
  /** What is to be celebrated in an event. */
  moments(happened: MatchEvent, view: View, saying: Saying): Moment[];
  /** How a deal or a match went, in one sentence. */
  story(ended: Ended): string;
  /** What is seen before all of these events is, such as cards that are turned over one by one; null, if nothing is. */
  unfolding(events: readonly MatchEvent[], before: View | null, after: View): Unfolding | null;
  /** Milliseconds that an event needs to be seen, before the next is shown. */
  rest(happened: MatchEvent): number;
}

const FEW = 2; // more cards from the stock at once are a deal

/** The cards that came to the player last, if that was not a deal. A card that comes back by an undo was not drawn. */
export function drawnCards({ ground: { recent }, me }: Pick<Desk, 'ground' | 'me'>): string[] {
  const came = recent
    .filter(({ move }) => move !== 'undo')
    .map(({ steps = [] }) => steps.filter(({ to, cards }) => to === `hand ${me}` && cards?.length));
  const last = came.findLast((steps) => steps.length) ?? [];
  return last.flatMap(({ from, cards = [] }) => (from === 'stock' && cards.length > FEW ? [] : cards));
}

/** Whether two moves have the same words, in whatever order. */
export function sameWords(one: string, other: string): boolean {
  const words = (move: string) => move.split(' ').sort().join(' ');
  return words(one) === words(other);
}

export const defaults = {
  hasHand: () => true,
  single: () => false,
  repeats: null,
  deal: 'deal' as DealName,
  between: () => '',
  ready: () => true,
  rank: rankOf,
  marks: (): Marks => ({ wild: false, drawn: false }),
  dim(desk: Desk, card: string): string {
    const fact = desk.ground.reasons[card];
    return fact ? sentence(fact, desk.view.game, { name: (seat) => desk.ground.name(seat), you: desk.me }) : '';
  },
  bubble({ seat: actor, move, steps = [] }: MatchEvent, seat: number): Bubble | null {
    if (actor !== seat || !move) return null;
    const cards = steps.flatMap(({ cards = [] }) => cards);
    return cards.length ? bubbled(moveInWords(wordsOf(move)[0]), cards) : bubbled(moveInWords(move));
  },
  says: (happened: MatchEvent) => moveInWords(happened.move),
  alike: sameWords,
  advice: (_: Desk, move: string) => advised(move),
  aim: () => {},
  places: () => [] as string[],
  tells: (happened: MatchEvent) => happened.facts ?? [],
  order: (view: View) => Array.from({ length: view.seats }, (_, seat) => seat),
  standing: () => [],
  standingBefore: () => [],
  title: winner,
  moments: (happened: MatchEvent, view: View, saying: Saying) => outs(happened, view, saying, winner),
  story: storyOf,
  unfolding: () => null,
  rest: () => 0,
};

/** The move of the list that these cards make, whichever of equal cards they are. */
function matching(moves: readonly string[], verb: string, cards: string[], equal: (card: string) => string): boolean {
  const wanted = cards.map(equal).sort().join(' ');
  return moves.some((move) => {
    const [said, ...listed] = wordsOf(move);
    return said === verb && listed.map(equal).sort().join(' ') === wanted;
  });
}

/** Select, then Play: the button that says what the picked cards would do. */
export function playing<Move extends string>(
  desk: Desk,
  verb: Verb<Move> & ('play' | 'give'),
  equal: (card: string) => string,
): Action {
  const what: 'play' | 'give' = verb;
  const { moves } = desk.view;
  const cards = desk.picked.map(named);
  const good = cards.length > 0 && matching(moves, verb, cards, equal);
  return {
    label: say(`shed.${what}`, { count: good ? cards.length : 1 }),
    move: cards.length ? `${verb} ${cards.join(' ')}` : undefined, // the house says why not
    wrong: !good,
    why: say(`shed.choose_${what}`),
    key: 'Enter',
    main: good,
    picks: true,
  };
}
