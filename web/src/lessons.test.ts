// Every lesson can be followed on the page: what it points at leads to the move that the tip asks for (tests/web/vectors.py).

import { expect, test } from 'vitest';
import { uiOf } from './games';
import { lessonText, markOf, pointers, selectorOf, type Pointer } from './lib/lesson';
import type { TipText, View } from './lib/wire';
import { Desk, type Ground } from './table/desk.svelte';
import vectors from './vectors.json';

type Moment = { view: View; tip: TipText; move: string };
const lessons = vectors.lessons as unknown as { game: string; moments: Moment[] }[];

function deskFor(view: View): Desk {
  const ground: Ground = {
    id: 'our-table',
    view,
    table: null,
    reasons: {},
    attendance: null,
    me: view.seat,
    myTurn: true,
    busy: false,
    recent: [],
    lastDeal: [],
    name: (seat) => `Player ${seat}`,
    play: async () => true,
  };
  return new Desk(ground);
}

/** Do what a pointer points at, as a player would. */
function tap(desk: Desk, pointer: Pointer): void {
  if (pointer.kind === 'card') desk.toggle(pointer.key);
  else if (pointer.kind === 'place') {
    const [zone, seat, slot] = pointer.zone.split(' ');
    if (zone === 'discard') desk.target = Number(seat);
    else if (Number(seat) === desk.me) desk.own = Number(slot);
    else desk.target = Number(slot);
  }
}

/** Follow the pointers to the button; the move that it makes, or nothing if they lead nowhere. */
function followed(view: View, tip: TipText): string {
  const desk = deskFor(view);
  for (let taps = 0; taps < 10; taps++) {
    const all = pointers(desk, tip);
    const button = all.find((pointer) => pointer.kind === 'button');
    if (button) return button.move;
    if (!all.length) return '';
    tap(desk, all[0]!);
  }
  return '';
}

const alike = (game: string, one: string, other: string) => uiOf(game).alike(one, other);

test.each(lessons)('the lesson of $game leads its student to every move', ({ game, moments }) => {
  expect(moments.length).toBeGreaterThanOrEqual(4);
  for (const { view, tip, move } of moments) expect(alike(game, followed(view, tip), move), tip.says).toBe(true);
});

test.each(lessons)('planted: a tip of $game that asks for a move that cannot be made leads nowhere', ({ moments }) => {
  for (const { view, tip } of moments) expect(followed(view, { ...tip, move: 'dance' })).toBe('');
});

test('a card that does not belong to the move is pointed at, to be put back', () => {
  const { view, tip } = lessons.find(({ game }) => game === 'president')!.moments[1]!;
  const desk = deskFor(view);
  desk.toggle('9d#0');
  expect(pointers(desk, tip)).toContainEqual({ kind: 'card', key: '9d#0' });
  expect(selectorOf({ kind: 'card', key: '9d#0' })).toBe('.hand button[data-key="9d#0"]');
});

test('what comes later is marked from the beginning, too', () => {
  const { view, tip } = lessons.find(({ game }) => game === 'javelin')!.moments[1]!;
  const desk = deskFor(view);
  expect(pointers(desk, tip).map((one) => [selectorOf(one), markOf(one)])).toEqual([
    ['[data-anchor="row 0 13"]', 'data-wanted'],
    ['[data-anchor="row 1 0"]', 'data-wanted-later'],
  ]);
  desk.own = 13;
  expect(pointers(desk, tip).map(markOf)).toEqual(['data-wanted']);
});

test('a verb alone asks for any move with it', () => {
  const { view, tip } = lessons.find(({ game }) => game === 'president')!.moments[1]!;
  expect(followed(view, { ...tip, move: 'pass' })).toBe('pass');
  const desk = deskFor(view);
  desk.toggle('2s#0');
  expect(pointers(desk, { move: 'play' })).toEqual([{ kind: 'button', move: 'play 2s' }]);
});

test('the lesson says kindly that something else was done, and when it is over', () => {
  const tips = lessons[0]!.moments.map(({ tip }) => tip);
  const at = (number: number, strayed: boolean, acts: boolean, players = 4) =>
    lessonText({ number, strayed, as_planned: !strayed }, tips, players, acts);
  expect(at(0, false, true)).toBe(tips[0]!.says);
  expect(at(0, true, true)).toBe(`That was allowed, too. ${tips[0]!.general}`);
  expect(lessonText({ number: 1, strayed: false, as_planned: false }, tips, 4, true)).toBe(tips[1]!.general);
  expect(at(0, true, false)).toBe('That is allowed, too. Watch what the others do.');
  expect(at(1, false, false)).toBe('Well done! Watch what the others do.');
  expect(at(0, false, false, 2)).toBe('Watch what your opponent does.');
  expect(at(tips.length, false, true)).toMatch(/^That was the lesson\./);
});
