// What a view of any game shows, by what the game declares of its fields: cards in zones, something for each seat, or a
// fact of the table.

import { isCard, signs } from '../../lib/cards';
import type { FieldInfo, GameInfo, View } from '../../lib/wire';
import { ordinal } from '../story';
import type { Badge } from '../ui';
import { amount, say } from '../../words/index.svelte';

const DISCARDS = 'discards'; // every game has this zone: what lies there is a pile
const GAINED = 'gained'; // what the last deal brought: the score sheet has it
const NOBODY = -1;

type Cards = { name: string; cards: string[]; hidden: number };
type Groups = { name: string; groups: string[][] };
export type Zone =
  ({ kind: 'row' } & Cards) | ({ kind: 'pile' } & Cards) | ({ kind: 'seats' } & Groups) | ({ kind: 'groups' } & Groups);
export type Fact = { name: string; text: string; card: string };

export const inWords = (name: string) => name.replaceAll('_', ' ');

/** The fields of a view by their names: which there are, and of what types, only the game says. */
const fieldsOf = (view: View) => view as unknown as Record<string, unknown>;

export class Reading {
  zones: Zone[] = [];
  facts: Fact[] = [];
  private isCard: (word: string) => boolean;

  constructor(
    private view: View,
    game: GameInfo | undefined,
  ) {
    const names = new Set(game?.deck.cards.map(({ name }) => name));
    this.isCard = names.size ? (word) => names.has(word) : isCard;
    for (const field of game?.fields ?? []) this.read(field, fieldsOf(view)[field.name]);
    this.hands();
  }

  /** What is known of the cards of the others. */
  private hands(): void {
    const { hands = [], seat, seats } = this.view;
    const others = Array.from({ length: seats }, (_, other) => (other === seat ? [] : (hands[other] ?? [])));
    if (seat !== NOBODY && others.some((hand) => hand.length))
      this.zones.push({ kind: 'seats', name: say('plain.known_cards'), groups: others });
  }

  private read(field: FieldInfo, value: unknown): void {
    const { name, kind, by_seat: bySeat, row } = field;
    if (kind === 'pile') this.pile(name, [], value as number);
    else if (kind === 'other') this.other(name, value, !!bySeat);
    else if (kind === 'cards') this.cards(field, value);
    else if (kind === 'card' && bySeat)
      this.zones.push({ kind: 'seats', name, groups: (value as string[]).map((card) => (card ? [card] : [])) });
    else if (kind === 'card' && row) this.zones.push({ kind: 'row', name, cards: value as string[], hidden: 0 });
    else if (!bySeat && !row) this.fact(name, kind, value); // what is told of a seat is a badge
  }

  /** Piles that a game does not use are empty for ever, so an empty one is not shown. */
  private pile(name: string, cards: string[], hidden: number): void {
    if (cards.length + hidden) this.zones.push({ kind: 'pile', name, cards, hidden });
  }

  private cards({ name, by_seat: bySeat, covered }: FieldInfo, value: unknown): void {
    const hidden = covered ? (fieldsOf(this.view)[`${name}_hidden`] as number) : 0;
    if (bySeat) this.zones.push({ kind: 'seats', name, groups: value as string[][] });
    else if (name === DISCARDS) this.pile(name, value as string[], hidden);
    else this.zones.push({ kind: 'row', name, cards: value as string[], hidden });
  }

  private fact(name: string, kind: FieldInfo['kind'], value: unknown): void {
    const fact = { name, text: '', card: '' };
    if (kind === 'card' && value) this.facts.push({ ...fact, text: String(value), card: String(value) });
    else if (kind === 'flag' && value) this.facts.push(fact);
    else if (kind === 'suits' && value) this.facts.push({ ...fact, text: signs(String(value)) });
    else if ((kind === 'number' || kind === 'word') && value && value !== NOBODY)
      this.facts.push({ ...fact, text: String(value) });
  }

  /** What a game shows in a form of its own: the cards in it, however deep, group by group. */
  private other(name: string, value: unknown, bySeat: boolean): void {
    if (!Array.isArray(value)) return;
    const groups = value.map((one) => this.cardsIn(one));
    if (groups.some((cards) => cards.length)) this.zones.push({ kind: bySeat ? 'seats' : 'groups', name, groups });
  }

  /** Of a record, such as a card and what it stands for, the first card counts. */
  private cardsIn(value: unknown): string[] {
    if (typeof value === 'string') return this.isCard(value) ? [value] : [];
    if (!value || typeof value !== 'object') return [];
    const parts: unknown[] = Object.values(value);
    const texts = parts.filter((one) => typeof one === 'string');
    const cards = texts.filter(this.isCard);
    const isRow = Array.isArray(value) && texts.length === parts.length && cards.length === texts.length;
    const deeper = parts.filter((one) => typeof one !== 'string').flatMap((one) => this.cardsIn(one));
    return [...(isRow ? cards : cards.slice(0, 1)), ...deeper];
  }
}

/** What is told of a seat: its points and places, and every other number or flag that is told for each seat. */
export function badges(view: View, seat: number, game: GameInfo | undefined): Badge[] {
  return (game?.fields ?? []).flatMap((field) => badge(field, fieldsOf(view)[field.name], seat, game!.unit) ?? []);
}

function badge(
  { name, kind, by_seat: bySeat }: FieldInfo,
  value: unknown,
  seat: number,
  unit: GameInfo['unit'],
): Badge | null {
  const title = inWords(name);
  if (kind === 'seat' && value === seat) return { text: title, title };
  if (!bySeat || !Array.isArray(value)) return null;
  const here: unknown = value[seat];
  if (kind === 'flag') return here && !value.every(Boolean) ? { text: title, title } : null;
  if (name === GAINED) return null;
  if (kind !== 'number' || typeof here !== 'number' || here === NOBODY) return null;
  if (name === 'places')
    return here ? { text: ordinal(here), title: say('plain.place', { place: here }), good: here === 1 } : null;
  if (name === 'points') return { text: unit ? amount(here, unit) : `${here} ${title}`, title };
  return value.some(Boolean) ? { text: `${title} ${here}`, title } : null;
}
