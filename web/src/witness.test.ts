// What the page remembers of a deal that it sees coming.

import { beforeEach, expect, test } from 'vitest';
import {
  DEALER,
  type Coming,
  type EventFrame,
  type Happened,
  type TableInfo,
  type View,
  type Welcome,
} from './lib/wire';
import { cleaned, isRandom, randomEntropy, seen, seenOf, sentEntropy, Witness } from './lib/witness';
import { storage } from './testing/storage';

beforeEach(() => storage.clear());

const SEATS = [{ name: 'Ann' }, { name: 'Ben' }, { name: 'Cleo' }];

const tableOf = (commitment: string, coming: Coming | null, more: Partial<TableInfo> = {}): TableInfo =>
  ({
    game: 'president',
    options: { deals: 2 },
    phase: 'pause',
    match: 1,
    seats: SEATS,
    commitment,
    coming,
    ...more,
  }) as TableInfo;

const comingTo = (match: number, deal: number, ...entropy: string[]): Coming => ({ match, deal, entropy });

const event = (seq: number, happened: Happened, more: Partial<EventFrame> = {}): EventFrame => ({
  type: 'event',
  seq,
  happened,
  ...more,
});
const welcome = (seq: number, table: TableInfo, view: Partial<View> | null = null, ...tail: EventFrame[]): Welcome =>
  ({ type: 'welcome', seq, table, view, tail }) as unknown as Welcome;
const entropy = (seq: number, seat: number, text: string) => event(seq, { what: 'entropy', seat, text });
const dealt = (seq: number, ...cards: string[]) =>
  event(seq, { what: 'move', seat: DEALER, move: 'deal', steps: [{ from: 'stock', to: 'hand 0', cards }] });

test('a witness records the commitment before the deal, the entropy, and the cards up to the first move', () => {
  const witness = new Witness('our-table');
  witness.welcome(welcome(4, tableOf('c0', comingTo(1, 0, '2 luck'))));
  expect(witness.coming).toBe('c0');
  witness.event(entropy(5, 1, 'more luck'));
  witness.event(entropy(6, 2, 'better luck'));
  witness.said('c0', 0, 'mine');
  witness.event(entropy(7, 0, 'mine'));
  witness.event(event(8, { what: 'move', seat: DEALER, move: 'gather' }));
  witness.event(dealt(9, '4c', '9d'));
  expect(witness.coming).toBe('');
  witness.event(event(10, { what: 'move', seat: 0, move: 'play 4c' }));
  witness.event(dealt(11, '2s'));
  expect(seenOf('our-table', 1)).toEqual([
    expect.objectContaining({
      deal: 0,
      commitment: 'c0',
      before: true,
      entropy: ['0 mine', '1 more luck', '2 better luck'],
      mine: '0 mine',
      gap: false,
      stay: [true, true, true],
      shown: { 9: [{ from: 'stock', to: 'hand 0', cards: ['4c', '9d'] }] },
    }),
  ]);
  expect(seenOf('our-table', 2)).toEqual([]);
  expect(seenOf('other-table', 1)).toEqual([]);
});

test('a second commitment for the same deal does not replace the first', () => {
  const witness = new Witness('our-table');
  witness.welcome(welcome(4, tableOf('c0', comingTo(1, 0))));
  witness.event(event(5, { what: 'ready', seat: 1 }, { table: tableOf('c1', comingTo(1, 0)) }));
  new Witness('our-table').welcome(welcome(5, tableOf('c1', comingTo(1, 0))));
  expect(seen().map(({ commitment }) => commitment)).toEqual(['c0']);
});

test('what the house says of a deal after it is dealt changes nothing, and entropy that was received stays', () => {
  const witness = new Witness('our-table');
  witness.welcome(welcome(4, tableOf('c0', comingTo(1, 0, '1 luck'))));
  witness.event(event(5, { what: 'ready', seat: 1 }, { table: tableOf('c0', comingTo(1, 0)) }));
  witness.event(dealt(6, '4c'));
  witness.event(event(7, { what: 'ready', seat: 1 }, { table: tableOf('c0', comingTo(1, 0, '2 invented')) }));
  witness.event(entropy(8, 2, 'invented'));
  expect(seen()).toEqual([expect.objectContaining({ entropy: ['1 luck'], gap: false })]);
});

test('a page that is opened when the cards are dealt has not seen the commitment before', () => {
  new Witness('our-table').welcome(welcome(9, tableOf('c0', null, { phase: 'play' }), { deal: 1 }));
  expect(seen()).toEqual([expect.objectContaining({ match: 1, deal: 1, commitment: 'c0', before: false })]);
});

test('what was missed before the deal is a gap, unless the table is told again before it', () => {
  const witness = new Witness('our-table');
  witness.welcome(welcome(4, tableOf('c0', comingTo(1, 0))));
  witness.event(entropy(7, 1, 'luck'));
  expect(seen()[0]).toMatchObject({ gap: true, entropy: ['1 luck'] });
  witness.welcome(welcome(9, tableOf('c0', comingTo(1, 0, '1 luck', '2 more'))));
  expect(seen()[0]).toMatchObject({ gap: false, entropy: ['1 luck', '2 more'] });
  witness.welcome(welcome(30, tableOf('c0', null, { phase: 'play' }), { deal: 0 }, dealt(28, '4c')));
  expect(seen()).toEqual([expect.objectContaining({ before: true, gap: true, shown: {} })]);
});

test('a page that is loaded again and hears the tail has missed nothing', () => {
  new Witness('our-table').welcome(welcome(4, tableOf('c0', comingTo(1, 0))));
  const tail = [entropy(5, 1, 'luck'), event(6, { what: 'started', version: '1.0', digest: 'd16e57' }), dealt(7, '4c')];
  new Witness('our-table').welcome(welcome(7, tableOf('c0', null, { phase: 'play' }), { deal: 0 }, ...tail));
  expect(seen()).toEqual([
    expect.objectContaining({ gap: false, entropy: ['1 luck'], shown: { 7: expect.anything() } }),
  ]);
});

test('a watcher who takes a seat is told more of the same deal', () => {
  const watcher = new Witness('our-table');
  watcher.welcome(welcome(4, tableOf('c0', comingTo(1, 0))));
  watcher.event(
    event(5, { what: 'move', seat: DEALER, move: 'deal', steps: [{ from: 'stock', to: 'hand 0', hidden: 2 }] }),
  );
  new Witness('our-table').welcome(
    welcome(5, tableOf('c0', null, { phase: 'play' }), { deal: 0 }, dealt(5, '4c', '9d')),
  );
  expect(seen()[0]!.shown[5]![0]!.cards).toEqual(['4c', '9d']);
});

test('entropy that was sent with a request for a seat is your own once it is received', () => {
  const mine = sentEntropy();
  const witness = new Witness('our-table');
  witness.welcome(welcome(4, tableOf('c0', comingTo(1, 0))));
  expect(witness.mine).toBe('');
  witness.event(entropy(5, 2, mine));
  expect(witness.mine).toBe(`2 ${mine}`);
});

test('at a rematch entropy moves with its seat, and that of seats that are gone is dropped', () => {
  const seats = [{ name: 'Ann' }, { name: 'Ben', gone: true }, { name: 'Cleo' }, { name: 'Dan', gone: true }];
  const witness = new Witness('our-table');
  witness.welcome(welcome(4, tableOf('c0', comingTo(2, 0), { seats, phase: 'over' })));
  for (const [n, seat] of [1, 2, 3].entries()) witness.event(entropy(5 + n, seat, `of ${seat}`));
  witness.said('c0', 2, 'of 2');
  witness.event(event(8, { what: 'sat', seat: 3, player: 4, name: 'Ada' }));
  witness.event(event(9, { what: 'started', version: '1.0', digest: 'd16e57' }));
  expect(seen()[0]).toMatchObject({
    match: 2,
    entropy: ['1 of 2', '2 of 3'],
    mine: '1 of 2',
    stay: [true, true, true],
  });
});

test('in Blitz somebody has to deal first, and no more entropy is recorded', () => {
  const witness = new Witness('our-table');
  witness.welcome(welcome(4, tableOf('c0', comingTo(1, 0))));
  witness.event(
    event(5, { what: 'started', version: '1.0', digest: 'd16e57' }, { table: tableOf('c0', null, { phase: 'play' }) }),
  );
  expect(witness.coming).toBe('');
  witness.event(event(6, { what: 'move', seat: 0, move: 'deal' }));
  witness.event(dealt(7, '4c'));
  witness.event(dealt(8, '9d'));
  witness.event(event(9, { what: 'move', seat: 0, move: 'stock' }));
  witness.event(dealt(10, '2s'));
  expect(Object.keys(seen()[0]!.shown)).toEqual(['7', '8']);
});

test('no more than 200 deals are remembered, and what is not a list is forgotten', () => {
  for (let deal = 0; deal < 210; deal++)
    new Witness('our-table').welcome(welcome(4, tableOf(`c${deal}`, comingTo(1, deal))));
  expect(seen().map(({ deal }) => deal)).toEqual(Array.from({ length: 200 }, (_, n) => n + 10));
  storage.set('cardhouse deals', '{"deal": 1}');
  expect(seen()).toEqual([]);
});

test('random entropy is recognised, and chosen text is cleaned as the house does', () => {
  expect(isRandom(randomEntropy())).toBe(true);
  expect(randomEntropy()).not.toBe(randomEntropy());
  expect(isRandom('random luck')).toBe(false);
  expect(cleaned('  my own\u200b\t luck ﬁ ')).toBe('my own luck fi');
});
