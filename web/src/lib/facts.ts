// Facts in sentences: the page's one renderer, the twin of `cardhouse.cards.facts`. twins.test.ts compares them.

import type { Fact } from '../generated/facts';
import { isOne, language, listed, say, sharedIn } from '../words/index.svelte';
import { capital, filled } from '../words/marks';
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

type Lists = { lists: (SentencesInfo | undefined)[]; code: string };

/** The lists of a game, its own and the one that all games share, in the language that it has. */
function listsOf(game: string): Lists {
  const info = catalogue.of(game);
  const code = info?.language ?? language.code;
  return { lists: [info?.sentences, sharedIn(code)], code };
}

/** The list that has the sentence: the game's own, which the house serves, or the one that all games share. */
const listOf = (kind: string, game: string) => listsOf(game).lists.find((list) => list?.facts[kind]);

/** Whether a deal, or the match, is over with this fact. */
export const ends = (fact: Fact, game: string): boolean => !!listOf(fact.kind, game)?.facts[fact.kind]!.ends;

/** `5♠`; a joker that stands for it is `joker (as 5♠)`. */
export function written(card: string): string {
  const [name = '', means] = card.split('=');
  if (means === undefined) return short(name);
  return say('card.as', { card: short(name), means: /^\d+$/.test(means) ? letter(`${means}c`) : short(means) });
}

/** What moves count from 0, people count from 1. */
export const counted = (index: number) => String(index + 1);

/** A fact as a part of a sentence. One that this page does not know is told by its kind. */
export function clause(fact: Fact, game: string, saying: Saying): string {
  const { lists, code } = listsOf(game);
  const list = lists.find((one) => one?.facts[fact.kind]);
  if (!list) return (fact as { kind: string }).kind.replaceAll('_', ' ');
  const { grammar } = sharedIn(code);
  const { says, parts } = list.facts[fact.kind]!;
  const { card = written, index = counted, you } = saying;
  const values = fact as unknown as Record<string, Value>;
  const person = (seat: number) => (seat === you ? grammar.you : saying.name(seat));
  return filled(says, {
    takesFirst(part) {
      const value = values[part]!;
      if (parts[part] === 'seat') return value !== you;
      return parts[part] === 'number' ? isOne(value as number, code) : !!value;
    },
    says(part, possessive) {
      const value = values[part]!;
      if (possessive)
        return value === you ? grammar.your : grammar.owner.split('{name}').join(saying.name(value as number));
      switch (parts[part]) {
        case 'seat':
          return person(value as number);
        case 'seats':
          return listed((value as number[]).map(person), code);
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
    },
  });
}

/** A fact as a whole sentence. */
export const sentence = (fact: Fact, game: string, saying: Saying) => whole(clause(fact, game, saying));

export const whole = (said: string) => `${capital(said)}.`;
