// The parts of a visit, each by itself: the journal, the attendance, the queue of events, and words for a deal.

import { beforeEach, expect, test, vi } from 'vitest';
import { Attendance } from './lib/attendance.svelte';
import { Journal } from './lib/journal.svelte';
import { Luck } from './lib/luck';
import type { Company } from './lib/moves';
import { EventQueue } from './lib/queue';
import { seatsAt } from './lib/visit.svelte';
import { seenOf } from './lib/witness';
import {
  DEALER,
  type EventFrame,
  type Happened,
  type MatchEvent,
  type Presence,
  type SeatInfo,
  type TableInfo,
  type View,
  type Welcome,
} from './lib/wire';
import { storage } from './testing/storage';

beforeEach(() => storage.clear());

const SEATS: SeatInfo[] = [
  { name: 'Ann', kind: 'person' },
  { name: 'Ben', kind: 'person' },
  { name: 'Bot 1', kind: 'bot', heir: 'Cleo' },
];
const table = { game: 'president', phase: 'play', seats: SEATS } as TableInfo;
const company: Company = { table, view: null, me: 0, name: (seat) => table.seats[seat]?.name ?? '' };
const frame = (seq: number, happened: Happened, more: Partial<EventFrame> = {}): EventFrame => ({
  type: 'event',
  seq,
  happened,
  ...more,
});
const said = (seq: number, seat: number, text: string) => frame(seq, { what: 'said', seat, text });
const passed = (seq: number, seat = 0) => frame(seq, { what: 'move', seat, move: 'pass' });
const texts = (lines: { name: string; text: string }[]) => lines.map(({ name, text }) => `${name}: ${text}`);

const announced = (journal: Journal) => journal.news.map(({ text }) => text);

// The journal

test('moves are in the log and chat is not', () => {
  const journal = new Journal('T1');
  journal.note(passed(1), company);
  journal.note(said(2, 1, 'Hello!'), company);
  journal.see([passed(1).happened as MatchEvent]);
  expect(texts(journal.log)).toEqual(['Ann: Ann passes.']);
  expect(texts(journal.chat)).toEqual(['Ben: Hello!']);
  expect(journal.recent).toEqual([passed(1).happened]);
});

test('an event that is told again, after a new connection, is noted once', () => {
  const journal = new Journal('T1');
  expect(journal.note(passed(1), company)).toHaveLength(1);
  expect(journal.note(passed(1), company)).toEqual([]);
  expect(journal.log).toHaveLength(1);
});

test('the log is still there after the page is loaded again', () => {
  new Journal('T1').note(passed(1), company);
  expect(texts(new Journal('T1').log)).toEqual(['Ann: Ann passes.']);
  expect(new Journal('T2').log).toEqual([]);
});

test('a long log keeps its last lines', () => {
  const journal = new Journal('T1');
  for (let seq = 1; seq <= 410; seq++) {
    journal.note(passed(seq), company);
    journal.see([passed(seq).happened as MatchEvent]);
  }
  expect([journal.log.length, journal.log[0]?.at, journal.recent.length]).toEqual([400, 11, 40]);
});

test('a line names who had the seat then, not who has it now', () => {
  const journal = new Journal('T1');
  const names = ['Dora', 'Ben', 'Bot 1'];
  const left = frame(1, { what: 'left', seat: 0, kicked: true }, { names });
  expect(texts(journal.note(left, company))).toEqual(['Dora: Dora is removed.']);
  expect(texts(journal.note({ ...passed(2), names }, company))).toEqual(['Dora: Dora passes.']);
  journal.resume([{ ...said(3, 0, 'Hello!'), names }, said(4, 0, 'Hi!')], company);
  expect(texts(journal.chat)).toEqual(['Dora: Hello!', 'Ann: Hi!']);
});

test('a deal is told once, and facts stand for a move that is not told itself', () => {
  const journal = new Journal('T1');
  const blitz = { ...company, table: { ...table, game: 'blitz' } };
  const steps = (cards: number) => [{ from: 'stock', to: 'hand 0', hidden: cards }];
  const first = { what: 'move', seat: DEALER, move: 'deal', steps: steps(5), facts: [{ kind: 'hand_dealt', seat: 0 }] };
  const rest = { what: 'move', seat: DEALER, move: 'deal', steps: steps(25) };
  const turn = { what: 'move', seat: 1, move: 'complete', facts: [{ kind: 'drew', seat: 1, cards: 1 }] };
  [first, rest, turn].forEach((happened, n) => journal.note(frame(n, happened as Happened), blitz));
  expect(journal.log.filter(({ text }) => text === 'Cards are dealt.')).toHaveLength(1);
  expect(journal.log.map(({ kind }) => kind)).toEqual(['move', 'move', 'move']);
});

test('messages that a player hides are neither shown nor announced, also after the page is loaded again', () => {
  const journal = new Journal('T1');
  journal.turn('Ben', { hidden: true });
  const told = [said(1, 1, 'Hi'), said(2, 0, 'Well played')].flatMap((frame) => journal.note(frame, company));
  journal.announce(told);
  expect([texts(journal.heard), announced(journal)]).toEqual([['Ann: Well played'], ['Ann says: Well played']]);
  expect([new Journal('T1').hidden, new Journal('T2').hidden]).toEqual([['Ben'], []]);
  journal.turn('Ben', { hidden: false });
  expect(texts(journal.heard)).toEqual(['Ben: Hi', 'Ann: Well played']);
});

test('a house that comes back tells the chat as a whole', () => {
  const journal = new Journal('T1');
  journal.note(said(1, 0, 'One'), company);
  journal.resume([said(1, 0, 'One'), said(2, 1, 'Two')], company);
  expect(texts(journal.chat)).toEqual(['Ann: One', 'Ben: Two']);
});

test('announcements follow each other, the same text too', () => {
  const journal = new Journal('T1');
  const told = journal.note(said(1, 1, 'Hi'), company);
  journal.announce(told);
  journal.announce(told);
  journal.announce([]);
  journal.announce([], ['Your turn.']);
  expect(announced(journal)).toEqual(['Ben says: Hi', 'Ben says: Hi', 'Your turn.']);
  expect(new Set(journal.news.map(({ number }) => number)).size).toBe(3);
});

// Who played

test('a deal that is over was played by those who had the seats then', () => {
  const names = ['Ann', 'Ada', 'Bot 1'];
  expect(seatsAt({ ...passed(1), names }, SEATS)).toEqual([SEATS[0], { name: 'Ada', kind: 'bot' }, SEATS[2]]);
  expect(seatsAt(passed(1), SEATS)).toEqual(SEATS);
});

// The attendance

const present = (more: Partial<Presence> = {}): Presence => ({
  type: 'presence',
  here: [true, true, true],
  away: [false, false, false],
  watchers: 0,
  seconds: {},
  votes: {},
  ...more,
});

test('who comes and goes is told, but not on arrival', () => {
  const attendance = new Attendance();
  const gone = present({ here: [true, false, true] });
  expect(attendance.hear(gone, company)).toEqual([]);
  expect(attendance.hear({ ...gone, watchers: 1 }, company)).toEqual([]);
  expect(texts(attendance.hear(present(), company))).toEqual(['Ben: Ben is here.']); // perhaps for the first time
  expect(texts(attendance.hear(gone, company))).toEqual(['Ben: Ben is offline.']);
  expect(texts(attendance.hear(present(), company))).toEqual(['Ben: Ben is back.']);
});

test('the time since a player has gone does not begin again with every message', () => {
  vi.useFakeTimers({ now: 1000 });
  const attendance = new Attendance();
  attendance.hear(present(), company);
  attendance.hear(present({ here: [true, false, true] }), company);
  vi.setSystemTime(5000);
  attendance.hear(present({ here: [true, false, true], watchers: 1 }), company);
  expect([attendance.goneSince, attendance.heardAt]).toEqual([[0, 1000, 0], 5000]);
  vi.useRealTimers();
});

test('of a seat that has another player nothing is told', () => {
  const attendance = new Attendance();
  attendance.hear(present(), company);
  const other = { ...company, table: { ...table, seats: [SEATS[0]!, { name: 'Eve', kind: 'person' }, SEATS[2]!] } };
  expect(attendance.hear(present({ here: [true, false, true] }), other as Company)).toEqual([]);
  expect(attendance.goneSince).toEqual([0, 0, 0]);
});

test('a player who has just taken a seat is not back when their browser connects', () => {
  const attendance = new Attendance();
  const alone = { ...company, table: { ...table, seats: [SEATS[0]!, {}, SEATS[2]!] } } as Company;
  const waiting = present({ here: [true, false, true] });
  attendance.hear(waiting, alone);
  for (const presence of [waiting, { ...waiting, watchers: 1 }, present()])
    expect(attendance.hear(presence, company)).toEqual([]);
  expect(texts(attendance.hear(waiting, company))).toEqual(['Ben: Ben is offline.']);
  expect(texts(attendance.hear(present(), company))).toEqual(['Ben: Ben is back.']);
});

test('votes are about others, and a player who is away has none', () => {
  const attendance = new Attendance();
  const votes = { 0: { by: [], needed: 1 }, 1: { by: [0], needed: 2 } };
  attendance.hear(present({ votes, away: [false, false, true] }), company);
  expect(attendance.votesAbout(0)).toBeNull();
  expect(attendance.votesAbout(1)).toEqual({ by: [0], needed: 2 });
  expect(attendance.ballotsFor(0)).toEqual([{ by: [0], needed: 2, seat: 1 }]);
  expect([attendance.isAway(2), attendance.ballotsFor(2)]).toEqual([true, []]);
});

// The queue of events

const view = {} as View;
const settled = () => vi.advanceTimersByTimeAsync(0);

test('events without a view wait for the one that has it, and all are shown together', async () => {
  vi.useFakeTimers();
  const shown: number[][] = [];
  const queue = new EventQueue((burst) => Promise.resolve(shown.push(burst.map(({ seq }) => seq)) * 0));
  queue.push(passed(1));
  queue.push(passed(2));
  await settled();
  expect(shown).toEqual([]);
  queue.push({ ...passed(3), view });
  queue.push(said(4, 0, 'Hi'));
  await settled();
  expect(shown).toEqual([[1, 2, 3], [4]]);
  vi.useRealTimers();
});

test('what is to be looked at holds up what follows, until it is skipped or a new connection tells everything', async () => {
  vi.useFakeTimers();
  const shown: number[] = [];
  const queue = new EventQueue((_, last) => Promise.resolve(shown.push(last.seq) && 500));
  for (const seq of [1, 2, 3]) queue.push({ ...passed(seq), view });
  await settled();
  expect([shown, queue.length]).toEqual([[1], 2]);
  await vi.advanceTimersByTimeAsync(500);
  expect(shown).toEqual([1, 2]);
  queue.skip();
  await settled();
  expect(shown).toEqual([1, 2, 3]);
  queue.push({ ...passed(4), view });
  queue.clear();
  await vi.advanceTimersByTimeAsync(5000);
  expect(shown).toEqual([1, 2, 3]);
  queue.push({ ...passed(9), view });
  await settled();
  expect(shown).toEqual([1, 2, 3, 9]);
  vi.useRealTimers();
});

// Words for a deal

const welcome = (commitment: string, deal: number, seat = 0) =>
  ({
    type: 'welcome',
    seq: 1,
    seat,
    table: { ...table, phase: 'pause', match: 1, options: {}, commitment, coming: { match: 1, deal, entropy: [] } },
    view: null,
    tail: [],
    chat: [],
  }) as unknown as Welcome;

test('random words are sent once for each deal that is coming, and only by a player', async () => {
  const sent: string[] = [];
  const send = (words: string) => Promise.resolve(sent.push(words) > 0);
  const luck = new Luck('T1', true);
  luck.welcome(welcome('first', 0));
  await luck.addRandom(send);
  await luck.addRandom(send);
  expect(sent).toHaveLength(1);
  luck.welcome(welcome('second', 1));
  await luck.addRandom(send);
  expect(sent).toHaveLength(2);
  const watcher = new Luck('T2', false);
  watcher.welcome(welcome('first', 0, -1));
  await watcher.addRandom(send);
  expect(sent).toHaveLength(2);
});

test('words are remembered as the house has taken them, and not if it refused them', async () => {
  const luck = new Luck('T1', true);
  luck.welcome(welcome('first', 0));
  expect(await luck.add('  seven   swans ', () => Promise.resolve(false))).toBe('');
  expect(JSON.stringify(seenOf('T1', 1))).not.toContain('swans');
  expect(await luck.add('  seven   swans ', () => Promise.resolve(true))).toBe('seven swans');
  expect(JSON.stringify(seenOf('T1', 1))).toContain('seven swans');
});
