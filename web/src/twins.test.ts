// What the page works out for itself is compared with what the law says (tests/web/vectors.py writes the file).

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Melding, type End } from './games/blitz/melds';
import type { Meld } from './generated/views';
import { verbs, type JavelinView, type Spot } from './games/javelin';
import shared from './generated/words/en.json';
import { catalogue } from './lib/catalogue.svelte';
import { clause, sentence, type Fact } from './lib/facts';
import type { GameInfo } from './lib/wire';
import vectors from './vectors.json';
import { LANGUAGES, language, speak, type Language } from './words/index.svelte';

type Case = { wild: string; board: Meld[]; cards: string[]; lines: string[] };
type Position = { seat: number; rows: Spot[][]; moves: string[]; legal: string[] };
type Saying = { game: string; fact: Fact; says: string; says_to_you: string };
const { melds, rows, facts, games, translated } = vectors as unknown as {
  melds: Case[];
  rows: Position[];
  facts: Saying[];
  games: GameInfo[];
  translated: { language: Language; games: GameInfo[]; facts: Saying[] }[];
};
catalogue.games = games;

const ENDS: End[] = ['low', 'high', 'book'];

test.each(melds)('the melds of $cards with $wild wild', ({ wild, board, cards, lines }) => {
  const melding = new Melding(wild);
  const added = board.flatMap((meld, number) => ENDS.map((end) => melding.add(cards, number, meld, end)?.move));
  const proposed = [...melding.news(cards).map(({ move }) => move), ...added.filter((move) => move !== undefined)];
  expect(proposed.sort()).toEqual(lines);
});

test('the vectors have additions at both ends, and books', () => {
  const lines = melds.flatMap((one) => one.lines).join('\n');
  for (const start of [/^new book/m, /^new run/m, /^add \d+ low/m, /^add \d+ high/m, /^add \d+ book/m])
    expect(lines).toMatch(start);
});

test.each(rows)('what cards of Javelin can do, in a position with %#', ({ seat, rows: spots, moves, legal }) => {
  const places = Array.from({ length: 16 }, (_, place) => place);
  const view = { rows: spots, moves } as unknown as JavelinView;
  const found = new Set<string>();
  for (const own of places) {
    for (const target of places) {
      for (const verb of verbs(view, seat, own, target)) {
        if (verb === 'replace') found.add(`replace ${own}`);
        else if (verb === 'attack') found.add(`attack ${own} ${target}`);
        else for (const way of ['higher', 'lower']) found.add(`guess ${own} ${target} ${way}`);
      }
    }
  }
  expect([...found].sort()).toEqual([...legal].sort());
});

const NAMES = ['Ann', 'Ben', 'Cleo'];
const ann = {
  name: (seat: number) => NAMES[seat] ?? `seat ${seat}`,
  card: (card: string) => `<${card}>`,
  index: String,
};

test.each(facts)('$game says $fact as the terminal does', ({ game, fact, says, says_to_you }) => {
  expect(sentence(fact, game, ann)).toBe(says);
  expect(sentence(fact, game, { ...ann, you: 0 })).toBe(says_to_you);
});

describe.each(translated)('in $language', ({ language: code, games: served, facts: told }) => {
  beforeAll(async () => {
    catalogue.games = served;
    await speak(code);
  });
  afterAll(async () => {
    catalogue.games = games;
    await speak('en');
  });

  test('both renderers say all facts alike', () => {
    expect(language.code).toBe(code);
    const said = (you?: number) => told.map(({ game, fact }) => sentence(fact, game, { ...ann, you }));
    expect(said()).toEqual(told.map(({ says }) => says));
    expect(said(0)).toEqual(told.map(({ says_to_you }) => says_to_you));
    expect(told.length).toBeGreaterThan(200);
  });
});

test('the vectors have every language', () => {
  expect(['en', ...translated.map(({ language }) => language)].sort()).toEqual(Object.keys(LANGUAGES).sort());
});

test('the vectors have every fact that has a sentence', () => {
  const lists = [...games.map(({ name, sentences }) => ({ name, facts: sentences.facts })), { ...shared, name: '' }];
  expect(lists.map(({ name }) => name)).toContain('hearts'); // a game that this page does not know
  for (const list of lists) {
    const told = new Set(facts.filter((one) => one.game === list.name).map(({ fact }) => fact.kind as string));
    expect(Object.keys(list.facts).filter((kind) => !told.has(kind))).toEqual([]);
  }
});

test('a fact that the page does not know is told by its kind', () => {
  expect(clause({ kind: 'nobody_knows' } as unknown as Fact, 'president', ann)).toBe('nobody knows');
});
