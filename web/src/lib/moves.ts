// Moves in words, for people.

import { prettified } from './cards';
import type { TableInfo, View } from './wire';

/** Who is at a table, for sentences about them. */
export type Company = { table: TableInfo | null; view: View | null; me: number; name(seat: number): string };

/** The first word of moves: what is done. */
export type Verb<Move extends string> = Move extends `${infer First} ${string}` ? First : Move;

/** The words of a move, the verb first. */
export const wordsOf = <Move extends string>(move: Move) => move.split(' ') as [Verb<Move>, ...string[]];

const thirdPerson = (verb: string) => (/(s|x|ch|sh)$/.test(verb) ? `${verb}es` : verb && `${verb}s`);

/** `play 9c 9d` as `plays 9♣ 9♦`. */
export function moveInWords(move: string): string {
  const [verb = '', ...rest] = move.split(' ');
  return [thirdPerson(verb), prettified(rest.join(' '))].filter(Boolean).join(' ');
}
