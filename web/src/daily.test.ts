// What the page remembers of deals of the day, and what "Is this deal fair?" makes of it.

import { beforeEach, expect, test } from 'vitest';
import { dayAfter, notePromises, promisedFor } from './lib/promises';
import type { DailyInfo, GameInfo, ReplayDeal, TableInfo, View, Welcome } from './lib/wire';
import { seenOf, Witness } from './lib/witness';
import { judged, type MatchRecord } from './replay/fair';
import { storage } from './testing/storage';
import vectors from './vectors.json';

beforeEach(() => storage.clear());

const day = (date: string, commitment: string, next: string, seconds = 60) =>
  ({ date, seconds, games: [{ game: 'president', commitment, next }] }) as unknown as DailyInfo;

test('the commitment that was shown first is remembered, and none of a day that is over', () => {
  notePromises(day('2026-12-31', 'c0', 'c1'));
  notePromises(day('2027-01-01', 'forged', 'c2'));
  notePromises(day('2026-12-30', 'too late', '', 0));
  const found = ['2026-12-30', '2026-12-31', '2027-01-01', '2027-01-02'].map((date) => promisedFor(date, 'president'));
  expect(found).toEqual(['', 'c0', 'c1', 'c2']);
  expect(promisedFor('2026-12-31', 'blitz')).toBe('');
});

test('days follow each other over months and leap years', () => {
  expect(dayAfter('2026-12-31')).toBe('2027-01-01');
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29');
});

const table = { game: 'president', options: {}, phase: 'play', match: 1, seats: [{ name: 'Ann' }], commitment: 'c1' };
const welcome = (daily: string) =>
  ({
    type: 'welcome',
    seq: 2,
    table: { ...table, daily, coming: null } as unknown as TableInfo,
    view: { deal: 0 } as View,
    tail: [
      { type: 'event', seq: 0, happened: { what: 'started', version: '', digest: '' } },
      { type: 'event', seq: 1, happened: { what: 'move', seat: -2, move: 'commit' } },
      { type: 'event', seq: 2, happened: { what: 'move', seat: -2, move: 'deal', steps: [] } },
    ],
  }) as unknown as Welcome;

test('a witness of a deal of the day compares it with the commitment that was seen before', () => {
  notePromises(day('2026-12-31', 'c0', 'c1'));
  new Witness('oak').welcome(welcome('2027-01-01'));
  expect(seenOf('oak', 1)).toMatchObject([{ commitment: 'c1', before: true, gap: false }]);
  new Witness('elm').welcome(welcome('2026-12-31'));
  expect(seenOf('elm', 1)).toMatchObject([{ commitment: 'c0', before: true }]); // not that of the table
  new Witness('fir').welcome(welcome('2027-02-01'));
  expect(seenOf('fir', 1)).toMatchObject([{ commitment: 'c1', before: false }]);
});

const record = vectors.daily_match as unknown as MatchRecord; // of several deals
const game = vectors.games.find(({ name }) => name === record.game) as unknown as GameInfo;
const [first, second] = record.deals as [ReplayDeal, ReplayDeal];
const judgedWith = (more: Partial<MatchRecord>, promised = '') =>
  judged({ ...record, ...more }, game, [], null, promised);

test('a deal of the day that another browser watches is what was promised, though its play was not seen', () => {
  const verdicts = judgedWith({}, first.commitment);
  expect(verdicts.map(({ state }) => state)).toEqual(record.deals.map(() => 'unseen'));
  expect(verdicts[0]!.text).toContain('your browser saw the commitment');
});

test('planted: another commitment than was promised, and a secret that was chosen between deals, are wrong', () => {
  expect(judgedWith({}, second.commitment)[0]!.state).toBe('wrong');
  const chosen = vectors.matches.find((other) => other.game === 'javelin') as unknown as MatchRecord;
  expect(judgedWith({ ...chosen, daily: '' }).every(({ state }) => state === 'unseen')).toBe(true);
  const verdicts = judgedWith({ ...chosen, daily: '2026-11-19' });
  expect(verdicts.slice(1).map(({ text }) => text)).toEqual(
    verdicts
      .slice(1)
      .map(() => 'Its secret does not follow from that of the deal before, as it must in a deal of the day.'),
  );
  expect(verdicts.length).toBeGreaterThan(1);
});
