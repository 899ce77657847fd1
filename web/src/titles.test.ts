// Titles at the seats, and what is celebrated.

import { expect, test } from 'vitest';
import { uiOf } from './games';
import type { Fact } from './lib/facts';
import type { MatchEvent, View } from './lib/wire';
import type { Ground } from './table/desk.svelte';
import { badgesAt, titleAt } from './table/titles';

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan'];
const saying = { name: (seat: number) => NAMES[seat]!, you: 0 };
const common = { seat: 0, seats: 4, deal: 1, turn: 0, to_act: [], moves: [], points: [0, 0, 0, 0], deals: 1 };
const president = (places: number[]) => ({ ...common, game: 'president', places, skipped: -1 }) as View;
const ground = (view: View, lastDeal: number[] = []) => ({ view, table: null, lastDeal }) as unknown as Ground;
const titles = (at: Ground) => NAMES.map((_, seat) => titleAt(at, seat)?.text ?? '');

function moments(game: string, view: View, facts: Fact[]): string[] {
  const happened = { what: 'move', seat: 0, move: 'play 4c', facts } as MatchEvent;
  return uiOf(game)
    .moments(happened, view, saying)
    .map(({ text, crown }) => (crown ? `♛ ${text}` : text));
}

test('titles of the last deal stay, until this deal has given them to somebody', () => {
  const last = [2, 1, 4, 3];
  expect(titles(ground(president([0, 0, 0, 0]), last))).toEqual(['Vice President', 'President', 'Last place', '']);
  expect(titles(ground(president([0, 0, 1, 0]), last))).toEqual(['Vice President', '', 'President', '']);
  expect(titles(ground(president([3, 2, 1, 4])))).toEqual(['3rd', 'Vice President', 'President', 'Last place']);
});

test('the last place of a match is forgotten when the next match begins', () => {
  const at = (sheet: number[][]) => ({
    ...ground(president([0, 0, 0, 0]), [2, 1, 4, 3]),
    table: { phase: 'play', sheet },
  });
  expect(titles(at([]) as unknown as Ground)).toEqual(['Vice President', 'President', '', '']);
  expect(titles(at([[1, 2, 0, 0]]) as unknown as Ground)).toEqual(['Vice President', 'President', 'Last place', '']);
});

test('the winner of a deal is called so until the next one begins', () => {
  const at = (phase: string) => ({ ...ground({ ...common, game: 'blitz' } as View, [2, 1, 3, 4]), table: { phase } });
  expect(titles(at('pause') as Ground)).toEqual(['', 'Winner', '', '']);
  expect(titles(at('play') as Ground)).toEqual(['', '', '', '']);
});

test('a title is the first badge, and says when it was earned', () => {
  const [badge] = badgesAt(ground(president([0, 0, 0, 0]), [1, 2, 3, 4]), 0);
  expect(badge).toEqual({ text: 'President', title: 'place 1 in the last deal', good: true });
});

test('any game has a winner of the last deal', () => {
  expect(uiOf('unheard-of').title(1, 4)).toMatchObject({ text: 'Winner', crown: true });
  expect(uiOf('unheard-of').title(4, 4)).toBeNull();
});

test('going out, the presidency and the last place are celebrated', () => {
  const first = moments('president', president([1, 0, 0, 0]), [{ kind: 'out', seat: 0, place: 1 }]);
  expect(first).toEqual(['♛ You are President!']);
  const end: Fact[] = [{ kind: 'out', seat: 2, place: 3 }, { kind: 'deal_over' }];
  expect(moments('president', president([1, 2, 3, 4]), end)).toEqual(['Cleo is out!', 'Dan is last!']);
});

test('a monarch is crowned, and is not told to be out as well', () => {
  const facts: Fact[] = [
    { kind: 'out', seat: 1, place: 1 },
    { kind: 'monarch', seat: 1, crowns: 1, monarchies: 3 },
  ];
  expect(moments('dynasty', { ...common, game: 'dynasty' } as View, facts)).toEqual(['♛ Ben is the monarch!']);
});
