// What a view of any game shows, by the form of its fields: cards in zones, something for each seat, or a fact of the table.

import { isCard } from '../../lib/cards';
import type { GameInfo, View } from '../../lib/wire';
import { ordinal } from '../shedding';
import type { Badge } from '../face';

const COMMON = ['game', 'seat', 'seats', 'deal', 'to_act', 'moves', 'event', 'hand', 'hands', 'counts', 'turn'];
const STOCK = 'stock'; // every game's table has these two places
const DISCARDS = 'discards';
const A_SEAT = /(^|_)(by|dealer|leader|winner)$/; // names of numbers that are seats
const NOBODY = -1;

type Cards = { name: string; cards: string[]; hidden: number };
type Groups = { name: string; groups: string[][]; small: boolean };
export type Zone =
  ({ kind: 'row' } & Cards) | ({ kind: 'pile' } & Cards) | ({ kind: 'seats' } & Groups) | ({ kind: 'groups' } & Groups);
export type Fact = { name: string; text: string; seat: number | null; card: string };

export const inWords = (name: string) => name.replaceAll('_', ' ');

type IsCard = (word: string) => boolean;
const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** All cards in a field, however deep. Of a record, such as a card and what it stands for, the first one counts. */
function cardsIn(value: unknown, known: IsCard): string[] {
  if (isText(value)) return known(value) ? [value] : [];
  if (!value || typeof value !== 'object') return [];
  const parts: unknown[] = Object.values(value);
  const here = parts.filter((one): one is string => isText(one) && known(one));
  const isRow = isList(value) && parts.every((one) => one === '' || (isText(one) && known(one)));
  const deeper = parts.filter((one) => !isText(one)).flatMap((one) => cardsIn(one, known));
  return [...(isRow ? here : here.slice(0, 1)), ...deeper];
}

/** Groups of more than two cards are drawn small. */
const grouped = (kind: 'seats' | 'groups', name: string, groups: string[][], known = false): Zone => ({
  kind,
  name,
  groups,
  small: known || groups.some((cards) => cards.length > 2),
});

/** Lists that had another length than the table has seats are not by seat: a row of cards can have any length. */
export class Forms {
  private others = new Set<string>();
  private zones = new Set<string>();

  learn(view: View): void {
    for (const [name, value] of Object.entries(view))
      if (isList(value) && value.length !== view.seats) this.others.add(name);
  }

  /** Whether cards lie there, or have lain there: an empty zone is shown, a list of something else is not. */
  holdsCards(name: string, now: boolean): boolean {
    if (now) this.zones.add(name);
    return this.zones.has(name);
  }

  bySeat(name: string, value: unknown, seats: number): boolean {
    return isList(value) && value.length === seats && !this.others.has(name);
  }
}

export class Reading {
  zones: Zone[] = [];
  facts: Fact[] = [];
  private known: IsCard;

  constructor(
    private view: View,
    game: GameInfo | undefined,
    private forms: Forms,
  ) {
    const names = new Set(game?.deck.cards.map(({ name }) => name));
    this.known = names.size ? (word) => names.has(word) : isCard;
    const skipped = new Set([...COMMON, ...(game?.options.map(({ name }) => name) ?? [])]);
    forms.learn(view);
    const fields = Object.entries(view).filter(([name]) => !skipped.has(name));
    for (const [name, value] of fields) this.read(name, value);
    this.hands();
  }

  /** What is known of the cards of the others. */
  private hands(): void {
    const { hands = [], seat, seats } = this.view;
    const others = Array.from({ length: seats }, (_, other) => (other === seat ? [] : (hands[other] ?? [])));
    if (seat !== NOBODY && others.some((hand) => hand.length))
      this.zones.push(grouped('seats', 'known cards', others, true));
  }

  private read(name: string, value: unknown): void {
    const { view } = this;
    if (name === STOCK && isNumber(value)) this.zones.unshift({ kind: 'pile', name, cards: [], hidden: value });
    else if (isList(value)) this.list(name, value);
    else if (isNumber(value)) {
      if (name.endsWith('_hidden') && isList((view as Record<string, unknown>)[name.slice(0, -7)])) return;
      const seat = A_SEAT.test(name) ? value : null;
      const told = name.endsWith('_by') && isList((view as Record<string, unknown>)[name.slice(0, -3)]); // under its cards
      if (value !== NOBODY && !told) this.facts.push({ name, text: String(value), seat, card: '' });
    } else if (isText(value) && value)
      this.facts.push({ name, text: value, seat: null, card: this.known(value) ? value : '' });
    else if (value === true) this.facts.push({ name, text: '', seat: null, card: '' });
  }

  private list(name: string, value: unknown[]): void {
    const groups = value.map((one) => cardsIn(one, this.known));
    const cards = groups.flat();
    if (this.forms.bySeat(name, value, this.view.seats)) {
      if (cards.length) this.zones.push(grouped('seats', name, groups));
      return; // numbers, words and flags of each seat are badges
    }
    const more = (this.view as Record<string, unknown>)[`${name}_hidden`];
    const hidden = isNumber(more) ? more : 0;
    const kind = name === DISCARDS ? 'pile' : 'row';
    if (!this.forms.holdsCards(name, cards.length + hidden > 0)) return;
    if (value.some((one) => one && typeof one === 'object')) this.zones.push(grouped('groups', name, groups));
    else this.zones.push({ kind, name, cards, hidden });
  }
}

/** What is told of a seat: its points and places, and every other number, word or flag that is told for each seat. */
export function badges(view: View, seat: number, game: GameInfo | undefined): Badge[] {
  const found: Badge[] = [];
  for (const [name, value] of Object.entries(view as Record<string, unknown>)) {
    if (COMMON.includes(name)) continue;
    const title = inWords(name);
    if (name === 'dealer' && value === seat) found.push({ text: 'dealer', title: 'deals' });
    if (!isList(value) || value.length !== view.seats) continue;
    const here = value[seat];
    if (name === 'places' && isNumber(here)) {
      if (here) found.push({ text: ordinal(here), title: `place ${here}`, good: here === 1 });
    } else if (isNumber(here)) {
      const some = name === 'points' || value.some((one) => isNumber(one) && one > 0);
      const unit = name === 'points' ? (game?.unit?.[Number(here !== 1)] ?? title) : title;
      if (some && here !== NOBODY)
        found.push({ text: name === 'points' ? `${here} ${unit}` : `${title} ${here}`, title });
    } else if (here === true && !value.every(Boolean)) found.push({ text: title, title });
  }
  return found;
}
