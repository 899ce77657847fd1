// Moves in words, for people.

import { prettified } from './cards';
import type { TableInfo, View } from './wire';
import { isKey, say } from '../words/index.svelte';

/** Who is at a table, for sentences about them. */
export type Company = {
  table: TableInfo | null;
  view: View | null;
  me: number;
  all?: boolean; // hidden moves are told, too, as in a replay
  name(seat: number): string;
};

/** The first word of moves: what is done. */
export type Verb<Move extends string> = Move extends `${infer First} ${string}` ? First : Move;

/** The words of a move, the verb first. */
export const wordsOf = <Move extends string>(move: Move) => move.split(' ') as [Verb<Move>, ...string[]];

const thirdPerson = (verb: string) => (/(s|x|ch|sh)$/.test(verb) ? `${verb}es` : verb && `${verb}s`);

/** `play 9c 9d` as `plays 9♣ 9♦`. The verbs of a game that the page does not know stay as they are, in English. */
export function moveInWords(move: string): string {
  const [verb = '', ...words] = move.split(' ');
  const rest = prettified(words.join(' '));
  const known = `move.does.${verb}`;
  if (isKey(known)) return say(known as 'move.does.play', { rest }).trim();
  return [thirdPerson(verb), rest].filter(Boolean).join(' ');
}

/** A move as advice: `play 9♣ 9♦`. */
export function advised(move: string): string {
  const [verb = '', ...words] = move.split(' ');
  const known = `move.do.${verb}`;
  return isKey(known) ? say(known as 'move.do.play', { rest: prettified(words.join(' ')) }).trim() : prettified(move);
}
