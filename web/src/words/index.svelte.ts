// The languages of the page. English is a part of it; the others are loaded when they are asked for.

import sharedEnglish from '../generated/words/en.json';
import type { SentencesInfo } from '../lib/wire';
import en from './en';
import { filled } from './marks';

export const LANGUAGES = { en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français' } as const;
export type Language = keyof typeof LANGUAGES;
const LOCALES: Record<Language, string> = { en: 'en-GB', de: 'de', es: 'es', fr: 'fr' }; // for `Intl`

export type Key = keyof typeof en;
export type Words = Record<Key, string>;
/** The sentences that all games share, as `tools/words.py` writes them. */
export type Shared = SentencesInfo & { grammar: { you: string; your: string; owner: string } };

type Name<Mark> = Mark extends `${infer First}{${infer Inner}`
  ? Name<First> | Name<Inner>
  : Mark extends `${infer Part}:${string}` | `${infer Part}'s`
    ? Part
    : Mark;
type Names<Text> = Text extends `${string}{${infer Mark}}${infer Rest}` ? Name<Mark> | Names<Rest> : never;
/** A text, a number, or a flag: whether the first of two alternatives is meant, such as `you`. */
export type Part = string | number | boolean;
type PartsOf<K extends Key> = Names<(typeof en)[K]> & string;
/** The keys of texts without parts. */
export type PlainKey = { [K in Key]: [PartsOf<K>] extends [never] ? K : never }[Key];
type Parts<K extends Key> = [PartsOf<K>] extends [never] ? [] : [parts: Record<PartsOf<K>, Part>];

const WORDS = import.meta.glob<Words>(['./??.ts', '!./en.ts'], {
  import: 'default',
});
const SHARED = import.meta.glob<Shared>(['../generated/words/*.json', '!../generated/words/en.json'], {
  import: 'default',
});

class Spoken {
  code = $state<Language>('en');
  words = $state.raw<Words>(en);
  shared = $state.raw<Shared>(sharedEnglish as unknown as Shared);
}

/** The language that the page speaks now. */
export const language = new Spoken();

export const isLanguage = (code: string): code is Language => Object.hasOwn(LANGUAGES, code);

/** The first language of the browser that the page speaks. */
export const preferred = (): Language =>
  navigator.languages.map((tag) => tag.split('-')[0]!.toLowerCase()).find(isLanguage) ?? 'en';

async function listsOf(code: Language): Promise<[Words, Shared]> {
  if (code === 'en') return [en, sharedEnglish as unknown as Shared];
  return Promise.all([WORDS[`./${code}.ts`]!(), SHARED[`../generated/words/${code}.json`]!()]);
}

let wanted: Language = 'en';

/** Speak a language as soon as its lists are here. If they do not come, the page goes on in the one before. */
export async function speak(code: Language): Promise<void> {
  wanted = code;
  try {
    const [words, shared] = await listsOf(code);
    if (wanted !== code) return;
    [language.code, language.words, language.shared] = [code, words, shared];
    if (typeof document !== 'undefined') document.documentElement.lang = code;
  } catch {
    // there is no connection, or a newer page
  }
}

/** The shared sentences and the grammar of a game's language: a game from outside may have English alone. */
export const sharedIn = (code: string): Shared =>
  code === language.code ? language.shared : (sharedEnglish as unknown as Shared);

const localeOf = (code: string) => (isLanguage(code) ? LOCALES[code] : code);

/** Whether a number takes the singular. */
export const isOne = (count: number, code: string = language.code) =>
  new Intl.PluralRules(localeOf(code)).select(count) === 'one';

/** A number as it is written; scores have no separators. */
export const written = (count: number) =>
  new Intl.NumberFormat(localeOf(language.code), { useGrouping: false }).format(count);

/** A number with its sign. */
export const signed = (count: number) =>
  new Intl.NumberFormat(localeOf(language.code), { useGrouping: false, signDisplay: 'exceptZero' }).format(count);

/** A part of a whole. */
export const percent = (part: number) =>
  new Intl.NumberFormat(localeOf(language.code), { style: 'percent', maximumFractionDigits: 0 }).format(part);

/** A day, in milliseconds since the epoch. */
export const dated = (at: number) =>
  new Intl.DateTimeFormat(localeOf(language.code), { dateStyle: 'medium' }).format(at);

/** A day, by its date, such as 2026-11-19. */
export const dayNamed = (date: string) =>
  new Intl.DateTimeFormat(localeOf(language.code), { dateStyle: 'full', timeZone: 'UTC' }).format(
    Date.parse(`${date}T12:00:00Z`),
  );

/** A time of day, in milliseconds since the epoch, where the reader is. */
export const clockTime = (at: number) =>
  new Intl.DateTimeFormat(localeOf(language.code), { timeStyle: 'short' }).format(at);

/** A moment, in milliseconds since the epoch, where the reader is. */
export const momentNamed = (at: number) =>
  new Intl.DateTimeFormat(localeOf(language.code), { dateStyle: 'medium', timeStyle: 'short' }).format(at);

/** The one of two nouns that a number takes. */
export const noun = (count: number, [one, more]: readonly [string, string]) => (isOne(count) ? one : more);

/** A number with its noun. */
export const amount = (count: number, unit: readonly [string, string]) => `${written(count)} ${noun(count, unit)}`;

/** `Ann, Ben and Cleo` */
export const listed = (names: readonly string[], code: string = language.code) =>
  new Intl.ListFormat(localeOf(code), { type: 'conjunction' }).format(names);

/** What a key says, with its parts. */
export function say<K extends Key>(key: K, ...parts: Parts<K>): string {
  const given: Record<string, Part> = parts[0] ?? {};
  return filled(language.words[key], {
    says(part) {
      const value = given[part]!;
      return typeof value === 'number' ? written(value) : String(value);
    },
    takesFirst(part) {
      const value = given[part];
      return typeof value === 'number' ? isOne(value) : !!value;
    },
  });
}

/** Whether there is such a key: for words that come from a game. */
export const isKey = (key: string): key is Key => Object.hasOwn(en, key);
