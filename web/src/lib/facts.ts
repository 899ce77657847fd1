// Facts in sentences: the page's one renderer, the twin of `cardhouse.cards.facts`. twins.test.ts compares them.

import type { Fact } from '../generated/facts';
import shared from '../generated/words.json';
import { letter, short } from './cards';
import { catalogue } from './catalogue.svelte';
import type { SentencesInfo } from './wire';

export type { Fact };
type Value = number | number[] | string | string[] | boolean;
/** How a fact is said: the names of the seats, how cards and positions are written, and which seat is you. */
export interface Saying {
  name(seat: number): string;
  card?: (card: string) => string;
  index?: (index: number) => string;
  you?: number;
}

const { grammar } = shared;
const MARK = /\{(\w+)('s)?(?::([^{}|]*)\|([^{}|]*))?\}/g;

/** The list that has the sentence: the game's own, which the house serves, or the one that all games share. */
function listOf(kind: string, game: string): SentencesInfo | undefined {
  const lists: (SentencesInfo | undefined)[] = [catalogue.of(game)?.sentences, shared as SentencesInfo];
  return lists.find((list) => list?.facts[kind]);
}

/** Whether a deal, or the match, is over with this fact. */
export const ends = (fact: Fact, game: string): boolean => !!listOf(fact.kind, game)?.facts[fact.kind]!.ends;

/** `5♠`; a joker that stands for it is `joker (as 5♠)`. */
export function written(card: string): string {
  const [name = '', means] = card.split('=');
  if (means === undefined) return short(name);
  return `${short(name)} (as ${/^\d+$/.test(means) ? letter(`${means}c`) : short(means)})`;
}

/** What moves count from 0, people count from 1. */
export const counted = (index: number) => String(index + 1);

/** Whether the second of two words is said: for you, for any number but one, for a flag that is not set. */
function takesSecond(type: string, value: Value, you: number | undefined): boolean {
  if (type === 'seat') return value === you;
  return type === 'number' ? value !== 1 : !value;
}

/** `Ann, Ben and Cleo` */
export function listed(names: string[]): string {
  const last = names.at(-1) ?? '';
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} ${grammar.and} ${last}` : last;
}

/** A fact as a part of a sentence. One that this page does not know is told by its kind. */
export function clause(fact: Fact, game: string, saying: Saying): string {
  const list = listOf(fact.kind, game);
  if (!list) return (fact as { kind: string }).kind.replaceAll('_', ' ');
  const { says, parts } = list.facts[fact.kind]!;
  const { card = written, index = counted, you } = saying;
  const values = fact as unknown as Record<string, Value>;
  const person = (seat: number) => (seat === you ? grammar.you : saying.name(seat));
  return says.replace(MARK, (_, part: string, owner?: string, first?: string, second?: string) => {
    const type = parts[part]!;
    const value = values[part]!;
    if (first !== undefined) return takesSecond(type, value, you) ? second! : first;
    if (owner) return value === you ? grammar.your : grammar.owner.split('{name}').join(saying.name(value as number));
    switch (type) {
      case 'seat':
        return person(value as number);
      case 'seats':
        return listed((value as number[]).map(person));
      case 'card':
        return card(value as string);
      case 'cards':
        return (value as string[]).map(card).join(' ');
      case 'index':
        return index(value as number);
      case 'gain':
        return (value as number) < 0 ? String(value) : `+${value}`;
      case 'word':
        return list.words[value as string]!;
      case 'place':
        return list.words[String(value)] ?? String(value);
      default:
        return String(value);
    }
  });
}

/** A fact as a whole sentence. */
export const sentence = (fact: Fact, game: string, saying: Saying) => whole(clause(fact, game, saying));

export const whole = (said: string) => `${said.charAt(0).toUpperCase()}${said.slice(1)}.`;
