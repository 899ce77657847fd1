// What the page adds to the types of the wire, which are generated from the house's own.

import type { Fact } from '../generated/facts';
import type { Command, Notice } from '../generated/wire';

export * from '../generated/wire';
export type { View } from '../generated/views';

/** A command that has no number yet. */
export type Unnumbered = Command | Notice extends infer Each
  ? Each extends unknown
    ? Omit<Each, 'id'>
    : never
  : never;

/** What the house does not do, in a sentence for people. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    sentence: string,
    readonly suggestion = '',
    readonly fact?: Fact,
  ) {
    super(sentence);
  }
}
