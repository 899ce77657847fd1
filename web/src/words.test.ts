// The languages of the page: every key in each of them, the same parts, and no English outside the lists.

import { parse } from 'svelte/compiler';
import { afterEach, expect, test } from 'vitest';
import grammarDe from './generated/words/de.json';
import grammarEn from './generated/words/en.json';
import grammarEs from './generated/words/es.json';
import grammarFr from './generated/words/fr.json';
import { LANGUAGES, isOne, listed, say, speak, written, type Language, type Words } from './words/index.svelte';
import { partsOf, saidIn } from './words/marks';

const LISTS = import.meta.glob<Words>(['./words/??.ts'], { eager: true, import: 'default' });
const SOURCES = import.meta.glob<string>(
  ['./**/*.svelte', './**/*.ts', '!./**/*.test.ts', '!./words/??.ts', '!./generated/*'],
  { eager: true, query: '?raw', import: 'default' },
);
const en: Record<string, string> = LISTS['./words/en.ts']!;
const ONLY_ELSEWHERE = /^(refusal\.|rules\.english$)/; // empty in English: the house says it, or there is nothing to say
const others = Object.entries(LISTS).filter(([path]) => path !== './words/en.ts');
const WELL_FORMED = /\{[^{}]*(\{\w+\}[^{}]*)*\}/g;

afterEach(() => speak('en'));

/** What is wrong in a list of a language, in words. */
function misfits(list: Record<string, string>): string[] {
  const both = Object.keys(en).filter((key) => key in list);
  const wrong = (key: string): string[] => {
    const [here, there] = [list[key]!, en[key]!];
    if (!here) return [`${key} is empty`];
    if (/[{}]/.test(here.replace(WELL_FORMED, ''))) return [`${key} has a broken mark`];
    if (partsOf(here).some((part) => !partsOf(there).includes(part))) return [`${key} has a part of its own`];
    return there && saidIn(here).join() !== saidIn(there).join() ? [`${key} does not say what English says`] : [];
  };
  return [
    ...Object.keys(en).flatMap((key) => (key in list ? [] : [`${key} is missing`])),
    ...Object.keys(list).flatMap((key) => (key in en ? [] : [`${key} is of no use`])),
    ...both.flatMap(wrong),
  ];
}

test('every language of the page has a list, and every list is a language', () => {
  const codes = Object.keys(LISTS).map((path) => path.slice('./words/'.length, -'.ts'.length));
  expect(codes.sort()).toEqual(Object.keys(LANGUAGES).sort());
});

test.each(others)('%s has every key, with the parts of English', (_, list) => {
  expect(misfits(list)).toEqual([]);
});

/** The texts in which a line could break before French punctuation, or whose punctuation has no space at all. */
const badlySpaced = (list: Record<string, string>) =>
  Object.keys(list).filter((key) => /(?<![\u202f\xa0])[;:!?»]|«(?!\u202f)/.test(list[key]!.replace(WELL_FORMED, 'x')));

test('French punctuation has a space before it at which no line breaks', () => {
  expect(badlySpaced(LISTS['./words/fr.ts']!)).toEqual([]);
  expect(badlySpaced({ plain: 'Quoi ?', none: 'oui: {name}', good: 'Quoi\u202f?' }), 'planted').toEqual([
    'plain',
    'none',
  ]);
});

test('only what is said in other languages alone is empty in English', () => {
  const empty = Object.keys(en).filter((key) => !en[key]);
  expect(empty.filter((key) => !ONLY_ELSEWHERE.test(key))).toEqual([]);
  expect(empty.length).toBeGreaterThan(10);
});

test('planted: a key that is missing, of no use, empty, or has other parts is found', () => {
  const { 'home.games': _, ...bad }: Record<string, string> = { ...others[0]![1], 'home.gone': 'x', 'end.won': '' };
  bad['log.sat'] = 'Hallo';
  bad['log.ready'] = '{nam} ist bereit.';
  bad['log.left'] = '{name ist weg.';
  expect(misfits(bad).sort()).toEqual([
    'end.won is empty',
    'home.games is missing',
    'home.gone is of no use',
    'log.left has a broken mark',
    'log.ready has a part of its own',
    'log.sat does not say what English says',
  ]);
});

/** The keys that nothing uses: neither a text in quotes, nor a template such as `deal.${name}`. */
function unused(keys: string[], sources: string): string[] {
  const templates = [...sources.matchAll(/`([a-z]+\.[a-z_.]*)\$\{/g)].map(([, start]) => start!);
  return keys.filter((key) => !sources.includes(`'${key}'`) && !templates.some((start) => key.startsWith(start)));
}

test('every key is used', () => {
  const sources = Object.values(SOURCES).join('\n');
  expect(unused(Object.keys(en), sources)).toEqual([]);
  expect(unused(['home.planted', 'deal.hand'], sources)).toEqual(['home.planted']);
});

const HEARD = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt', 'label', 'help', 'text'];
const OURS = /^((: )?Cardhouse|--host 0\.0\.0\.0|merry-oak-owl-123)$/; // the same in every language
const SENTENCE = /^[A-Z][a-z]|[a-z] [a-z]/;

/** The English texts of a component: text nodes, and texts that are written out in attributes and expressions. */
function literals(source: string): string[] {
  const found: string[] = [];
  const note = (text: string) => {
    if (/[A-Za-z]{2}/.test(text) && !OURS.test(text.trim())) found.push(text.trim());
  };
  /** `shown`: what stands here is read or heard by people. */
  const look = (node: unknown, shown: boolean): void => {
    if (Array.isArray(node)) return node.forEach((one) => look(one, shown));
    if (!node || typeof node !== 'object') return;
    const { type, ...rest } = node as { type?: string; [key: string]: unknown };
    if (['Comment', 'StyleDirective', 'BinaryExpression'].includes(type ?? '')) return;
    if (type === 'Text' && shown) note(String(rest.data));
    else if (type === 'Attribute') return look(rest.value, HEARD.includes(String(rest.name)));
    else if (type === 'CallExpression' && (rest.callee as { name?: string }).name === 'say') return;
    else if (type === 'Literal' && shown && SENTENCE.test(String(rest.value))) note(String(rest.value));
    else if (type === 'TemplateElement' && shown) {
      const { cooked } = rest.value as { cooked: string };
      if (SENTENCE.test(cooked.trim())) note(cooked);
    } else Object.values(rest).forEach((one) => look(one, shown));
  };
  look(parse(source, { modern: true }).fragment, true);
  return found;
}

const components = Object.entries(SOURCES).filter(([path]) => path.endsWith('.svelte'));
test.each(components)('%s has no English text', (_, source) => {
  expect(literals(source)).toEqual([]);
});

/** Sentences in quotes, outside comments. */
const sentencesIn = (source: string) =>
  [...source.replace(/^\s*(\/\/|\*|\/\*).*$/gm, '').matchAll(/['`]([A-Z][a-z]+ [^'`\n]*[a-z.!?…])['`]/g)].map(
    ([, text]) => text!,
  );

test('no sentence of the page is outside the lists', () => {
  const found = Object.entries(SOURCES).flatMap(([path, source]) =>
    sentencesIn(source).map((text) => `${path}: ${text}`),
  );
  expect(found).toEqual([]);
});

test('planted: an English text is found wherever it stands', () => {
  const source = '<p title="Sit here">Deal {n} <b aria-label="To {name}">{n ? "It is over" : say("deal.over")}</b></p>';
  expect(literals(source).sort()).toEqual(['Deal', 'It is over', 'Sit here', 'To']);
  expect(sentencesIn("desk.hint = 'Wait for your turn.';")).toEqual(['Wait for your turn.']);
});

test.each(Object.keys(LANGUAGES) as Language[])('plurals in %s have two forms, as the lists do', async (code) => {
  await speak(code);
  const { singular } = { en: grammarEn, de: grammarDe, es: grammarEs, fr: grammarFr }[code].grammar;
  const rules = new Intl.PluralRules(code);
  const counts = Array.from({ length: 20_001 }, (_, n) => n - 10_000);
  expect(new Set(counts.map((count) => rules.select(count)))).toEqual(new Set(['one', 'other'])); // `many`: from a million on
  const ones = counts.filter((count) => rules.select(count) === 'one').map((count) => String(Math.abs(count)));
  expect(new Set(ones)).toEqual(new Set(singular.split(' '))); // as the Python renderer counts
  expect([0, 1, 2].map((count) => isOne(count))).toEqual([singular.includes('0'), true, false]);
});

test('numbers, lists and declined words are those of the language', async () => {
  expect([say('card.count', { count: 1 }), say('card.count', { count: 2 })]).toEqual(['one card', '2 cards']);
  expect([written(0.8), written(12345), listed(['Ann', 'Ben', 'Cleo'])]).toEqual(['0.8', '12345', 'Ann, Ben and Cleo']);
  await speak('de');
  expect([say('card.count', { count: 1 }), written(0.8)]).toEqual(['eine Karte', '0,8']);
  const story = { you: false, name: 'Ben', deal: 'Runde', them: true, rival: 'Ann', number: 2, ahead: '' };
  expect(say('story.took_lead', story)).toBe('Ben hat dir in Runde 2 die Führung abgenommen und gewonnen.');
  await speak('es');
  expect(listed(['Ann', 'Inés'])).toBe('Ann e Inés');
  await speak('fr');
  expect(say('card.noun', { count: 0 })).toBe('carte');
});

/** Numbers that can be one, as each language says one of them. */
const SINGULAR: Record<Language, string[]> = {
  en: [
    '1 second left',
    'in 1 second, a bot plays for them',
    '1 watching',
    '1 of 4 seats free',
    'One match, 1 won (1).',
  ],
  de: [
    'noch 1 Sekunde',
    'in 1 Sekunde springt ein Bot ein',
    '1 Person schaut zu',
    '1 von 4 Plätzen frei',
    'Eine Partie, 1 gewonnen (1).',
  ],
  es: [
    'queda 1 segundo',
    'en 1 segundo jugará un bot',
    '1 mirando',
    '1 de 4 asientos libres',
    'Una partida, 1 ganada (1).',
  ],
  fr: [
    'encore 1 seconde',
    'dans 1 seconde, un bot jouera',
    '1 spectateur',
    '1 place libre sur 4',
    'Une partie, 1 gagnée (1).',
  ],
};

test.each(Object.keys(SINGULAR) as Language[])(
  'one second, spectator, seat and match is not called many in %s',
  async (code) => {
    await speak(code);
    expect([
      say('time.left', { count: 1 }),
      say('seat.grace', { count: 1 }),
      say('table.watching', { count: 1 }),
      say('home.seats_free', { free: 1, seats: 4 }),
      say('history.sum', { count: 1, won: 1, rate: '1' }),
    ]).toEqual(SINGULAR[code]);
    expect(say('time.left', { count: 2 })).not.toContain(SINGULAR[code][0]);
  },
);

test('what fills a mark is not read again', () => {
  expect(say('log.sat', { name: '{name} $& {x:a|b}' })).toBe('{name} $& {x:a|b} takes a seat.');
});
