// Forged matches are found, and true ones of all games are confirmed (tests/web/vectors.py plays them).

import { expect, test } from 'vitest';
import { courseOf as seenCourse, Follower, type Course } from './lib/course';
import { DEALER, type GameInfo, type MatchEvent, type ReplayDeal, type StepInfo } from './lib/wire';
import { rulesOf, type Seen, type Witnessed } from './lib/witness';
import { deckOf } from './replay/dealing';
import { commitmentTo, judged, Stream, summed, type MatchRecord } from './replay/fair';
import { storage } from './testing/storage';
import vectors from './vectors.json';

const matches = vectors.matches as unknown as MatchRecord[];
const games = vectors.games as unknown as GameInfo[];
const gameOf = ({ game }: MatchRecord) => games.find(({ name }) => name === game)!;
const titled = matches.map((record): [string, MatchRecord] => [
  `${record.game} of ${record.seats}${record.match > 1 ? ', a rematch' : ''}`,
  record,
]);

const linesOf = ({ reveal = '' }: ReplayDeal) => reveal.split('\n').slice(1);
const isDeal = ({ seat, move }: MatchEvent) => seat === DEALER && move === 'deal';
const courseOf = ({ frames }: MatchRecord, deal: number) => {
  const commitments = frames.flatMap(({ happened }, at) =>
    happened.move === 'commit' && happened.seat === DEALER ? [at] : [],
  );
  return frames.slice(commitments[deal], commitments[deal + 1]).map(({ happened }) => happened);
};

/** What the browser of the player of seat 1 is told of these events: hidden turns of Blitz only when they are over. */
function toldOf(game: string, events: MatchEvent[]): MatchEvent[] {
  let open = false; // a hidden turn is
  return events.flatMap(({ seat, move, steps = [], facts }): MatchEvent[] => {
    open = game === 'blitz' && (seat === DEALER ? open : !/^(complete|deal)/.test(move));
    if (open) return [];
    const hidden = seat >= 0 && seat !== 1 && (game === 'davenport' || move.startsWith('give'));
    const known = steps.map((step) => (step.from === 'stock' ? { from: step.from, to: step.to } : step));
    return [hidden ? { what: 'move', seat, move: '' } : { what: 'move', seat, move, steps: known, facts }];
  });
}

function followed(record: MatchRecord, deal: number): Course | null {
  storage.clear();
  const follower = new Follower('our-table', record.match, deal);
  const all = courseOf(record, deal);
  const events = toldOf(record.game, all.slice(Math.max(0, all.findIndex(isDeal))));
  for (const [seq, happened] of events.entries()) follower.hear({ type: 'event', seq, happened }, true);
  if (deal === record.deals.length - 1) follower.ended(record.result);
  return seenCourse('our-table', record.match, deal);
}

/** What the browser of the player of seat 1 has seen of a match. */
function witnessed(record: MatchRecord): Witnessed[] {
  return record.deals.map((deal, n) => {
    const dealt = courseOf(record, n).filter(isDeal);
    const first = (dealt[0]?.steps ?? []).map(({ from, to, cards = [] }): StepInfo => {
      return to === 'hand 1' ? { from, to, cards } : { from, to, hidden: cards.length };
    });
    const lines = linesOf(deal);
    return {
      table: 'our-table',
      match: record.match,
      deal: n,
      rules: rulesOf(record.game, record.options),
      stay: record.names.map(() => true),
      commitment: deal.commitment,
      before: true,
      entropy: lines,
      mine: lines.find((line) => line.startsWith('1 ')) ?? '',
      gap: false,
      seq: 7,
      stage: dealt.length ? 'dealt' : 'coming',
      shown: (dealt.length ? { 9: first } : {}) as Seen['shown'],
      course: followed(record, n),
    };
  });
}

const earlier = ({ game, match, options }: MatchRecord) =>
  match === 1
    ? null
    : matches.find(
        (one) => one.game === game && one.match === 1 && rulesOf(game, one.options) === rulesOf(game, options),
      )!;

const verdictsOn = (record: MatchRecord, saw = witnessed(record)) =>
  judged(record, gameOf(record), saw, earlier(record));

test.each(titled)('a true match is confirmed: %s', (_, record) => {
  const verdicts = verdictsOn(record);
  expect(verdicts.map(({ text }) => text).filter((_, n) => verdicts[n]!.state !== 'fair')).toEqual([]);
  expect(verdicts).toHaveLength(record.deals.length);
  expect(summed(verdicts)).toBe('fair');
});

test('the matches have all that makes dealing difficult', () => {
  const said = (game: string) =>
    new Set(
      matches
        .filter((one) => one.game === game)
        .flatMap(({ frames }) => frames.map(({ happened }) => happened.move.split(' ')[0])),
    );
  expect([...new Set(matches.map(({ game }) => game))].sort()).toEqual([
    'blitz',
    'davenport',
    'dynasty',
    'javelin',
    'president',
  ]);
  for (const move of ['give', 'join', 'leave', 'end']) expect(said('dynasty')).toContain(move);
  for (const move of ['stock', 'take', 'undo', 'gather']) expect(said('blitz')).toContain(move);
  for (const move of ['replace', 'gather']) expect(said('javelin')).toContain(move);
  for (const move of ['exchange', 'gather']) expect(said('davenport')).toContain(move);
});

test.each(titled)('a browser that saw nothing confirms nothing: %s', (_, record) => {
  const verdicts = verdictsOn(record, []);
  expect(new Set(verdicts.map(({ state }) => state))).toEqual(new Set(['unseen']));
  expect(verdicts[0]!.text).toBe('Your browser did not see its commitment before the deal.');
  expect(summed(verdicts)).toBe('unseen');
});

test.each(titled)('a commitment that was seen only after the deal confirms nothing: %s', (_, record) => {
  const late = witnessed(record).map((one): Witnessed => ({
    ...one,
    before: false,
    stage: 'dealt',
    seq: -1,
    shown: {},
  }));
  expect(summed(verdictsOn(record, late))).toBe('unseen');
});

test('a browser that was shown other plays than the replay has says so', () => {
  const [record] = matches as [MatchRecord];
  const saw = witnessed(record);
  const play = saw[0]!.course!.plays.find(({ seat, move }) => seat === 2 && move.startsWith('play'))!;
  for (const way of Object.keys(play.cards)) play.cards[way] = play.cards[way]!.map(() => '2c');
  expect(verdictsOn(record, saw)[0]).toEqual({ state: 'wrong', text: OTHER_PLAY });
});

test('a browser that missed a part of the play does not confirm the deal', () => {
  const [record] = matches as [MatchRecord];
  const saw = witnessed(record);
  saw[0]!.course = {
    ...saw[0]!.course!,
    plays: saw[0]!.course!.plays.slice(0, 5).concat(saw[0]!.course!.plays.slice(9)),
    lost: true,
  };
  expect(verdictsOn(record, saw)[0]).toEqual({
    state: 'unseen',
    text: 'Your browser was not connected all the time while it was played.',
  });
  expect(verdictsOn(record, saw)[1]!.state).toBe('fair');
});

test('the commitments of another table, match or deal are not those of this one', () => {
  const record = matches[0]!;
  const saw = witnessed(record);
  const swapped = saw.map((one, n): Witnessed => ({ ...one, commitment: saw[1 - n]!.commitment }));
  expect(verdictsOn(record, swapped)[0]).toEqual({
    state: 'wrong',
    text: 'This is not the commitment that your browser was shown for this deal.',
  });
});

/** The same match of a game that this page does not know. */
function stranger(record: MatchRecord): { record: MatchRecord; game: GameInfo } {
  return { record: { ...structuredClone(record), game: 'toy' }, game: { ...gameOf(record), name: 'toy' } };
}

test.each(titled)('of a game that this page does not know, draws are checked, and not confirmed: %s', (_, known) => {
  const { record, game } = stranger(known);
  const saw = witnessed(known).map((one): Witnessed => ({ ...one, rules: rulesOf('toy', record.options) }));
  const verdicts = judged(record, game, saw, earlier(known) && { ...earlier(known)!, game: 'toy' });
  expect(verdicts.map(({ state }) => state)).not.toContain('wrong');
  expect(verdicts[0]!.text).toMatch(/follow from the deal secret.* This page does not know how this game is dealt/);
});

test('of a game that this page does not know, a forged deal is found', () => {
  const forged = (forge: (record: MatchRecord, game: GameInfo) => void) => {
    const { record, game } = stranger(matches[0]!);
    forge(record, game);
    return judged(record, game, [])[0]!;
  };
  const wrong = (text: string | RegExp) => ({ state: 'wrong', text: expect.stringMatching(text) });
  expect(forged(({ deals }) => deals[0]!.draws[1]!.drew.reverse())).toEqual(wrong(/Draw 2 does not follow/));
  expect(forged(({ deals }) => deals[0]!.draws[0]!.of.reverse())).toEqual(wrong(/Draw 1/));
  expect(forged(({ deals }) => deals[0]!.draws.pop())).toEqual(wrong(/The house lists 1 draws/));
  expect(forged((_, game) => (game.deck = { ...game.deck, cards: game.deck.cards.slice(1) }))).toEqual(
    wrong(/Draw 2 is not from the cards of this game/),
  );
  const swapped = (record: MatchRecord) => (courseOf(record, 0).find(isDeal)!.steps![0]!.cards![0] = '99x');
  expect(forged(swapped)).toEqual(wrong(/A card was dealt that was not drawn \(99x\)/));
});

test('a deck is that of the options of a table', () => {
  const blitz = games.find(({ name }) => name === 'blitz')!;
  const count = (options: MatchRecord['options']) => deckOf(blitz, options).size;
  expect([count({ decks: 1, jokers: 0 }), count({ decks: 1, jokers: 2 }), count({ decks: 2, jokers: 6 })]).toEqual([
    52, 54, 110,
  ]);
  const named = { ...blitz, options: [{ ...blitz.options[0]!, name: 'decks', values: ['none', 'one', 'two'] }] };
  expect(deckOf(named, { decks: 'two', jokers: 0 }).size).toBe(104);
  expect(deckOf(named, { decks: 'one', jokers: 0 }).size).toBe(52);
});

// Forgeries

type Forgery = [string, string | RegExp, (record: MatchRecord) => void];

const cardsTo = (record: MatchRecord, deal: number, to: string) =>
  courseOf(record, deal)
    .find(isDeal)!
    .steps!.find((step) => step.to === to)!;

const WITHIN = /went elsewhere than the rules say|cannot have been played|moves other cards|not there/;

/** Deals again from another secret, or with other draws: what a house would do that wants other cards, in all that it tells. */
function redealt(record: MatchRecord, deal: number, secret: Uint8Array, lines: string[]): void {
  const told = record.deals[deal]!;
  const stream = new Stream(secret, lines);
  for (const draw of told.draws) draw.drew = stream.draw(draw.of, draw.drew.length);
  const seedText = Array.from(secret, (byte) => byte.toString(16).padStart(2, '0')).join('');
  told.reveal = [seedText, ...lines].join('\n');
  for (const happened of courseOf(record, deal))
    if (happened.move === 'reveal') happened.facts = [{ kind: 'revealed', revealed: told.reveal }];
}

const seedOf = ({ reveal = '' }: ReplayDeal) =>
  Uint8Array.from(reveal.slice(0, 64).match(/../g)!, (pair) => parseInt(pair, 16));

/** President dealt again as it is drawn, from a first seat on. */
function handsOut(record: MatchRecord, deal: number, first: number): void {
  const drew = record.deals[deal]!.draws.at(-1)!.drew;
  courseOf(record, deal).find(isDeal)!.steps = [0, 1, 2, 3].map((seat) => ({
    from: 'stock',
    to: `hand ${seat}`,
    cards: drew
      .filter((_, i) => (first + i) % 4 === seat)
      .map((card) => deckOf(gameOf(record), record.options).get(card)!),
  }));
}

/** What players have done with the cards of a deal does not fit others. */
function unplay(record: MatchRecord, deal: number): void {
  const moves = courseOf(record, deal).filter(({ seat }) => seat !== DEALER);
  record.frames = record.frames.filter(({ happened }) => !moves.includes(happened));
}

const playsOf = (record: MatchRecord, seat?: number) =>
  courseOf(record, 0).filter((one) => one.seat! >= 0 && (seat === undefined || one.seat === seat));
const without = (record: MatchRecord, some: MatchEvent[]) => {
  record.frames = record.frames.filter(({ happened }) => !some.includes(happened));
};
const swapPlays = (one: MatchEvent, other: MatchEvent) => {
  [one.move, other.move, one.steps, other.steps] = [other.move, one.move, other.steps, one.steps];
};
const OTHER_PLAY = 'At the table your browser saw other moves than these.';

const OF_PRESIDENT: Forgery[] = [
  ['all plays of a deal left out', OTHER_PLAY, (record) => without(record, playsOf(record))],
  ['the last ten plays of a deal left out', OTHER_PLAY, (record) => without(record, playsOf(record).slice(-10))],
  [
    'the first and the last play of a seat exchanged',
    /other moves than these|not there/,
    (record) => {
      const plays = playsOf(record, 1).filter(({ move }) => move !== 'pass');
      swapPlays(plays[0]!, plays.at(-1)!);
    },
  ],
  [
    'a pass of one seat said to be that of another',
    OTHER_PLAY,
    (record) => {
      const pass = playsOf(record).find(({ move }) => move === 'pass')!;
      pass.seat = (pass.seat! + 1) % 4;
    },
  ],
  [
    'another result',
    'At the table your browser was told another result.',
    (record) => {
      record.result = { ...record.result, points: record.result.points.map((points) => points + 1) };
    },
  ],
  [
    'cards handed to other seats than the draw says',
    'The cards that were drawn went elsewhere than the rules say.',
    (record) => {
      const [one, other] = [cardsTo(record, 0, 'hand 1'), cardsTo(record, 0, 'hand 2')];
      [one.cards, other.cards] = [other.cards, one.cards];
    },
  ],
  [
    'two cards exchanged between two hands',
    'The cards that were drawn went elsewhere than the rules say.',
    (record) => {
      const [one, other] = [cardsTo(record, 0, 'hand 1').cards!, cardsTo(record, 0, 'hand 2').cards!];
      [one[0], other[0]] = [other[0]!, one[0]!];
    },
  ],
  [
    'another first seat, the cards dealt round from there',
    'The cards that were drawn went elsewhere than the rules say.',
    (record) => {
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]! + 1);
    },
  ],
  [
    'in the second deal the same seat first',
    'The cards that were drawn went elsewhere than the rules say.',
    (record) => {
      handsOut(record, 1, record.deals[0]!.draws[0]!.drew[0]!);
    },
  ],
  [
    'filler draws before the cards',
    'Draw 2 is not from what it must be drawn from.',
    (record) => {
      const stream = new Stream(seedOf(record.deals[0]!), linesOf(record.deals[0]!));
      const { draws } = record.deals[0]!;
      const of = [0, 1, 2, 3];
      const whole = draws[1]!.of;
      record.deals[0]!.draws = [
        { of, drew: stream.draw(of, 4) },
        { of, drew: stream.draw(of, 4) },
        { of: whole, drew: stream.draw(whole, 52) },
      ];
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
    },
  ],
  [
    'a filler draw after the cards',
    'The house lists 3 draws, but 2 were made.',
    (record) => {
      record.deals[0]!.draws.push({ of: [0, 1], drew: [0] });
    },
  ],
  [
    'no draw of the seats',
    'Draw 1 is not from what it must be drawn from.',
    (record) => {
      record.deals[0]!.draws.shift();
    },
  ],
  [
    'seats drawn again in the second deal',
    'Draw 1 is not from what it must be drawn from.',
    (record) => {
      record.deals[1]!.draws.unshift({ of: [0, 1, 2, 3], drew: [0, 1, 2, 3] });
    },
  ],
  [
    'a draw of other things',
    'Draw 2 is not from what it must be drawn from.',
    (record) => {
      record.deals[0]!.draws[1]!.of.reverse();
    },
  ],
  [
    'a draw of fewer cards',
    'Draw 2 has 51 cards, not 52.',
    (record) => {
      record.deals[0]!.draws[1]!.drew.pop();
    },
  ],
  [
    'two cards of a draw exchanged',
    'Draw 2 does not follow from the deal secret and the added texts.',
    (record) => {
      const { drew } = record.deals[0]!.draws[1]!;
      [drew[0], drew[1]] = [drew[1]!, drew[0]!];
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
    },
  ],
  [
    'the seats drawn otherwise',
    'Draw 1 does not follow from the deal secret and the added texts.',
    (record) => {
      record.deals[0]!.draws[0]!.drew.reverse();
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
    },
  ],
  [
    'a deal secret that the house did not commit to',
    'The deal secret is not the one that the house committed to.',
    (record) => {
      redealt(record, 0, new Uint8Array(32).fill(7), linesOf(record.deals[0]!));
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
    },
  ],
  [
    'another deal secret, with a commitment that fits it',
    'This is not the commitment that your browser was shown for this deal.',
    (record) => {
      const secret = new Uint8Array(32).fill(7);
      redealt(record, 0, secret, linesOf(record.deals[0]!));
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
      record.deals[0]!.commitment = commitmentTo(secret);
      record.frames[0]!.happened.facts = [{ kind: 'committed', commitment: commitmentTo(secret) }];
      unplay(record, 0);
    },
  ],
  [
    'a commitment in the events that is not the one in the list of deals',
    'The commitment is not the one in the events of the match.',
    (record) => {
      record.frames[0]!.happened.facts = [{ kind: 'committed', commitment: '5f'.repeat(32) }];
    },
  ],
  [
    'text invented for a seat that added none',
    'The text “luck of mine” was used, but Player 3 did not add it.',
    (record) => {
      redealt(record, 0, seedOf(record.deals[0]!), [...linesOf(record.deals[0]!), '3 luck of mine']);
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
      unplay(record, 0);
    },
  ],
  [
    'my own text left out',
    'Your text “viel Glück, 1” was not used.',
    (record) => {
      redealt(record, 0, seedOf(record.deals[0]!), []);
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
      unplay(record, 0);
    },
  ],
  [
    'my own text changed',
    'Your text “viel Glück, 1” was not used.',
    (record) => {
      redealt(record, 0, seedOf(record.deals[0]!), ['1 viel Pech']);
      handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
      unplay(record, 0);
    },
  ],
  [
    'the text of another player left out',
    'Player 2 added the text “viel Glück, 2” before the deal, but it was not used.',
    (record) => {
      redealt(record, 1, seedOf(record.deals[1]!), ['1 viel Glück, 1']);
      handsOut(record, 1, record.deals[0]!.draws[0]!.drew[0]! + 1);
      unplay(record, 1);
    },
  ],
  [
    'text of a seat that is not at the table',
    'The added texts are not one line each from seats at this table.',
    (record) => {
      redealt(record, 0, seedOf(record.deals[0]!), [...linesOf(record.deals[0]!), '9 luck']);
    },
  ],
  [
    'two lines of one seat',
    'The added texts are not one line each from seats at this table.',
    (record) => {
      redealt(record, 0, seedOf(record.deals[0]!), ['1 a', '1 b']);
    },
  ],
  [
    'a deal without draws',
    'Draw 1 is missing.',
    (record) => {
      record.deals[0]!.draws = [];
    },
  ],
  [
    'a deal without its last draw',
    'Draw 2 is missing.',
    (record) => {
      record.deals[0]!.draws.pop();
    },
  ],
  [
    'a deal without draws and without what it dealt',
    'Draw 1 is missing.',
    (record) => {
      record.deals[0]!.draws = [];
      record.frames = record.frames.filter(({ happened }) => !isDeal(happened));
    },
  ],
  [
    'no deals at all',
    'There is no deal in what the house says about this match.',
    (record) => {
      record.deals = [];
    },
  ],
  [
    'no deals, and nothing that happened',
    'There is no deal in what the house says about this match.',
    (record) => {
      record.deals = [];
      record.frames = [];
    },
  ],
  [
    'the last deal left out of the deals',
    'A deal was played that is not in the list of deals.',
    (record) => {
      record.deals.pop();
    },
  ],
  [
    'the last deal left out altogether',
    'Your browser has seen more deals of this match than the house lists.',
    (record) => {
      const commit = record.frames.findLastIndex(({ happened }) => happened.move === 'commit');
      record.frames = record.frames.slice(0, commit);
      record.deals.pop();
    },
  ],
  [
    'a deal more',
    'It is not in the events of the match.',
    (record) => {
      record.deals.push(structuredClone(record.deals[1]!));
    },
  ],
  [
    'a secret that is not revealed',
    'Its deal secret was not revealed.',
    (record) => {
      delete record.deals[0]!.reveal;
    },
  ],
  [
    'the match breaking off before the secret is revealed',
    'Its deal secret was not revealed: the match breaks off.',
    (record) => {
      record.frames = record.frames.slice(0, -1);
    },
  ],
  [
    'a match that ends before its last deal',
    'The match ends before the deal without a reason.',
    (record) => {
      const commit = record.frames.findLastIndex(({ happened }) => happened.move === 'commit');
      record.frames = [
        ...record.frames.slice(0, commit + 1),
        { happened: { what: 'move', seat: DEALER, move: 'end' } },
      ];
      record.deals[1]!.draws = [];
      delete record.deals[1]!.reveal;
    },
  ],
  [
    'cards dealt twice',
    'Cards are dealt when none are due.',
    (record) => {
      const at = record.frames.findIndex(({ happened }) => isDeal(happened));
      record.frames.splice(at, 0, structuredClone(record.frames[at]!));
    },
  ],
  [
    'a card that comes from the stock by itself',
    '“play 4c” moves cards of the stock without a draw.',
    (record) => {
      const opening = record.frames.find(({ happened }) => happened.move === 'play 4c')!;
      opening.happened.steps!.push({ from: 'stock', to: 'hand 1', cards: ['14s'] });
    },
  ],
  [
    'a card played by who was not dealt it',
    /“play .*” moves a card that is not there/,
    (record) => {
      const plays = record.frames.filter(({ happened }) => happened.move.startsWith('play'));
      const { happened } = plays[3]!;
      happened.steps = happened.steps!.map((step) => ({
        ...step,
        from: step.from.startsWith('hand') ? `hand ${(happened.seat + 1) % 4}` : step.from,
      }));
    },
  ],
  [
    'a dealer who does something else',
    'The dealer does something that no dealer does (swap).',
    (record) => {
      record.frames.splice(5, 0, { happened: { what: 'move', seat: DEALER, move: 'swap' } });
    },
  ],
  [
    'other rules',
    'At the table your browser was told other options.',
    (record) => {
      record.options = { ...record.options, skip_on: 'rank' };
    },
  ],
  ['other cards than were seen at the table', 'At the table your browser was shown other cards than these.', () => {}],
  [
    'nonsense',
    'What the house says about it cannot be read.',
    (record) => {
      record.deals[0]!.draws[0] = { of: null, drew: 7 } as never;
    },
  ],
];

test.each(OF_PRESIDENT)('a forgery is found: %s', (what, told, forge) => {
  const record = structuredClone(matches[0]!);
  const saw = witnessed(record);
  if (what.startsWith('other cards'))
    saw[0]!.shown = { 9: [{ from: 'stock', to: 'hand 1', cards: cardsTo(record, 0, 'hand 2').cards! }] };
  forge(record);
  const verdicts = verdictsOn(record, saw);
  expect(summed(verdicts)).toBe('wrong');
  const reasons = verdicts.filter(({ state }) => state === 'wrong').map((verdict) => verdict.text);
  expect(reasons.some((reason) => (told instanceof RegExp ? told.test(reason) : reason === told)) || reasons).toBe(
    true,
  );
});

/** A few of many, from the first to the last. */
const few = <T>(count: T[]) => count.filter((_, n) => n % Math.ceil(count.length / 8) === 0 || n === count.length - 1);

const dealsOf = (record: MatchRecord) => record.frames.filter(({ happened }) => isDeal(happened));

/** Exchanges two cards of different hands or places, wherever the dealer gave several; in Dynasty, of different values. */
function exchange(record: MatchRecord, nth: number): boolean {
  const { steps = [] } = dealsOf(record)[nth]!.happened;
  const ways = steps.filter(({ from, to, cards = [] }) => from === 'stock' && to !== 'stock' && cards.length);
  for (const one of ways)
    for (const other of ways) {
      const i = one.to === other.to ? -1 : one.cards!.findIndex((card) => card !== other.cards![0]);
      if (i < 0) continue;
      [one.cards![i], other.cards![0]] = [other.cards![0]!, one.cards![i]!];
      return true;
    }
  return false;
}

test.each(titled)('two cards dealt to other places are found: %s', (_, record) => {
  let count = 0;
  for (const nth of few([...dealsOf(record).keys()])) {
    const forged = structuredClone(record);
    if (!exchange(forged, nth)) continue;
    count++;
    expect(summed(verdictsOn(forged, witnessed(record)))).toBe('wrong');
  }
  expect(count).toBeGreaterThan(0);
});

test.each(titled)('a draw that is left out, doubled or changed is found: %s', (_, record) => {
  record.deals.forEach(({ draws }, deal) =>
    few([...draws.entries()]).forEach(([nth, draw]) => {
      const forgeries = [[], [draw, draw], [{ ...draw, of: draw.of.slice(1) }]];
      if (draw.drew.length > 1) forgeries.push([{ ...draw, drew: [...draw.drew.slice(1), draw.drew[0]!] }]);
      for (const instead of forgeries) {
        const forged = structuredClone(record);
        forged.deals[deal]!.draws.splice(nth, 1, ...instead);
        expect(summed(verdictsOn(forged, witnessed(record)))).toBe('wrong');
      }
    }),
  );
});

test.each(titled)('a card that is drawn for another seat is found: %s', (_, record) => {
  const within = dealsOf(record).flatMap(({ happened }, nth) =>
    (happened.steps ?? []).some(({ from, to }) => from === 'stock' && /^(hand|row)/.test(to)) ? [nth] : [],
  );
  for (const nth of few(within)) {
    const forged = structuredClone(record);
    const step = dealsOf(forged)[nth]!.happened.steps!.find(
      ({ from, to }) => from === 'stock' && /^(hand|row)/.test(to),
    )!;
    const [kind, seat, place = ''] = step.to.split(' ');
    step.to = `${kind} ${(Number(seat) + 1) % record.seats} ${place}`.trim();
    const verdicts = verdictsOn(forged, witnessed(record));
    expect(verdicts.find(({ state }) => state === 'wrong')!.text).toMatch(WITHIN);
  }
});

test('a rematch of Davenport deals on from the seat that the first match has drawn', () => {
  const record = matches.find(({ match }) => match > 1)!;
  const first = earlier(record)!;
  const saw = witnessed(record);
  expect(judged(record, gameOf(record), saw, null)[0]!.text).toMatch(/is not available/);
  const forged = structuredClone(first);
  forged.deals[0]!.draws[0]!.drew.reverse();
  expect(judged(record, gameOf(record), saw, forged)[0]!.text).toMatch(/is wrong/);
  expect(judged({ ...record, match: 3 }, gameOf(record), saw, first)[0]!.text).toBe(
    'The cards that were drawn went elsewhere than the rules say.',
  );
});

test('in a second deal of Dynasty another turn order is found, and taxes that were not paid', () => {
  const record = structuredClone(matches.find(({ game, options }) => game === 'dynasty' && options.monarchies === 2)!);
  const saw = witnessed(record);
  const taxed = { ...record, options: { ...record.options, taxation: 'off' } };
  expect(judged(taxed, gameOf(taxed), saw)[1]).toEqual({
    state: 'wrong',
    text: 'The cards that were drawn went elsewhere than the rules say.',
  });
  const deal = dealsOf(record)[1]!.happened;
  deal.steps = deal.steps!.map((step) => ({
    ...step,
    to: step.to.replace(/\d/, (seat) => String((Number(seat) + 1) % 4)),
  }));
  expect(judged(record, gameOf(record), saw)[1]!.state).toBe('wrong');
});

test('texts that were added while this browser was not connected are neither confirmed nor denied', () => {
  const record = matches[0]!;
  const saw = witnessed(record).map((one): Witnessed => ({ ...one, entropy: [], mine: '', gap: true }));
  expect(verdictsOn(record, saw).map(({ state }) => state)).toEqual(['unseen', 'unseen']);
  const mine = saw.map((one): Witnessed => ({ ...one, mine: '1 abracadabra' }));
  expect(verdictsOn(record, mine)[0]!.text).toBe('Your text “abracadabra” was not used.');
});

test('a browser that did not see the cards dealt does not confirm them', () => {
  const saw = witnessed(matches[0]!).map((one): Witnessed => ({ ...one, shown: {} }));
  expect(verdictsOn(matches[0]!, saw)[0]).toEqual({
    state: 'unseen',
    text: 'Your browser was not connected when the cards were dealt.',
  });
});

test('a deal to which nobody has added text is confirmed with a warning', () => {
  const record = structuredClone(matches[0]!);
  redealt(record, 0, seedOf(record.deals[0]!), []);
  handsOut(record, 0, record.deals[0]!.draws[0]!.drew[0]!);
  unplay(record, 0);
  const [verdict] = judged(record, gameOf(record), witnessed(record));
  expect(verdict!.state).toBe('fair');
  expect(verdict!.text).toMatch(/Nobody added text, so the house could have tried out secrets/);
});

test('the deal of a lesson is never called fair, and the other deals of its match are checked as always', () => {
  const record = vectors.lesson_match as unknown as MatchRecord;
  const verdicts = judged(record, gameOf(record), witnessed(record));
  expect(verdicts.map(({ state }) => state)).toEqual(['lesson', 'fair']);
  expect(summed(verdicts)).toBe('lesson');
  expect(judged(record, gameOf(record), []).map(({ state }) => state)).toEqual(['lesson', 'unseen']);
  const forged = structuredClone(record);
  forged.deals[0]!.draws[1]!.drew.reverse();
  expect(summed(judged(forged, gameOf(record), []))).toBe('wrong');
});

/** Planted: a page that does not look whether the position was chosen. */
const blind = (record: MatchRecord) => ({ ...record, onward: false });

test('a match that went on from a chosen position is never called fair, nor the rematch that follows from it', () => {
  const record = { ...structuredClone(matches[0]!), onward: true };
  const verdicts = judged(record, gameOf(record), witnessed(record));
  expect(verdicts.map(({ state }) => state)).toEqual(record.deals.map(() => 'onward'));
  expect(summed(verdicts)).toBe('onward');
  expect(summed(judged(blind(record), gameOf(record), witnessed(record)))).toBe('fair');
  const rematch = structuredClone(matches[0]!);
  expect(summed(judged(rematch, gameOf(rematch), witnessed(rematch), record))).toBe('onward');
});
