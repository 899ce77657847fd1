// What the house says in plain sentences: refusals and farewells. They are English; the page has its own for most codes,
// and for what a code is about, where the sentence of the code would be wrong.

import type { Nak } from '../lib/wire';
import { catalogue } from '../lib/catalogue.svelte';
import { isKey, language, say } from './index.svelte';

const english = new Set<string>(); // sentences of the house that were shown as they are

/** Why the house does not do something: the page's own sentence, or else the house's. */
export function reasonOf({ code, about, reason }: Pick<Nak, 'code' | 'about' | 'reason'>): string {
  const key = about ? `refusal.${code}.${about}` : `refusal.${code}`;
  const own = isKey(key) ? say(key as 'refusal.taken') : '';
  if (!own) english.add(reason);
  return own || reason;
}

/** For the attribute `lang` of a text: `en` if it is a sentence of the house on a page in another language. */
export const langOf = (text: string) => (language.code !== 'en' && english.has(text) ? 'en' : undefined);

/** For the attribute `lang` of a game's own texts, which it may have in English alone. */
export function langOfGame(game: string): string | undefined {
  const spoken = catalogue.of(game)?.language ?? language.code;
  return spoken === language.code ? undefined : spoken;
}
