// Moves in words, for people.

import { prettified } from './cards';
import type { TableInfo, View } from './wire';

/** Who is at a table, for sentences about them. */
export type Company = { table: TableInfo | null; view: View | null; me: number; name(seat: number): string };

const VERBS: Record<string, string> = {
  play: 'plays',
  pass: 'passes',
  give: 'gives',
  commit: 'commits',
  exchange: 'exchanges',
};

/** `play 9c 9d` as `plays 9♣ 9♦`. */
export function moveInWords(move: string): string {
  const [verb = '', ...rest] = move.split(' ');
  return [VERBS[verb] ?? verb, prettified(rest.join(' '))].filter(Boolean).join(' ');
}
