import { expect, test } from 'vitest';
import { gains, placesBy, shedStory, storyOf, type Ended } from './games/story';
import type { View } from './lib/wire';

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan'];
const view = { game: 'plain', seat: 0, seats: 4, deal: 0, turn: 0, to_act: [], moves: [], counts: [0, 0, 3, 0] };

function ended(sheet: number[][], more: Partial<Ended> = {}): Ended {
  const scores = sheet.at(-1) ?? [];
  return {
    game: 'plain',
    view: view as View,
    sheet,
    result: { places: placesBy(scores), points: scores },
    places: placesBy(gains(sheet)),
    recent: [],
    unit: ['point', 'points'],
    fewest: false,
    deal: 'deal',
    you: 0,
    name: (seat) => NAMES[seat]!,
    ...more,
  };
}

test('the winner led all the time', () => {
  const told = storyOf(
    ended([
      [0, 3, 1],
      [1, 6, 2],
      [2, 8, 7],
    ]),
  );
  expect(told).toBe('Ben led from the first deal to the last and won by 1 point.');
});

test('the winner was last', () => {
  expect(
    storyOf(
      ended([
        [0, 3, 1],
        [9, 6, 2],
      ]),
    ),
  ).toBe('You were last after deal 1, but won by 3 points.');
});

test('the winner overtook somebody in the last deal', () => {
  const told = storyOf(
    ended([
      [2, 3, 1],
      [4, 6, 5],
      [8, 6, 9],
    ]),
  );
  expect(told).toBe('Cleo overtook Ben in the last deal and won by 1 point.');
});

test('the winner took the lead on the way', () => {
  const told = storyOf(
    ended(
      [
        [5, 3, 1],
        [6, 8, 2],
        [7, 12, 3],
      ],
      { deal: 'hand' },
    ),
  );
  expect(told).toBe('Ben took the lead from you in hand 2 and won by 5 points.');
});

test('two players are told the score, and the lowest may win', () => {
  expect(storyOf(ended([[5, 12]]))).toBe('Ben won 12 to 5.');
  const low = ended([[5, 12, 9]], { fewest: true, result: { places: [1, 3, 2], points: [5, 12, 9] } });
  expect(storyOf(low)).toBe('You won by 4 points.');
});

test('a shared first place', () => {
  expect(storyOf(ended([[1, 4, 4, 4]]))).toBe('Ben, Cleo and Dan shared first place, with 4 points each.');
  expect(storyOf(ended([[4, 4, 1]]))).toBe('You and Ben shared first place, with 4 points each.');
});

test('a game without points', () => {
  const told = storyOf(ended([], { unit: null, result: { places: [2, 3, 1], points: [0, 0, 0] } }));
  expect(told).toBe('Cleo won, ahead of you.');
});

test('a deal in the middle of a match', () => {
  expect(
    storyOf(
      ended(
        [
          [0, 3, 1],
          [1, 4, 9],
        ],
        { result: null },
      ),
    ),
  ).toBe('Cleo won deal 2.');
  expect(storyOf(ended([[2, 2]], { result: null, deal: 'round' }))).toBe('Round 1 is over.');
});

test('who is left with cards', () => {
  const told = ended([[2, 3, 0, 1]], { places: [2, 1, 4, 3] });
  expect(shedStory(told)).toBe('Ben went out first; Cleo was left with 3 cards.');
  expect(shedStory({ ...told, you: 2 })).toBe('Ben went out first; you were left with 3 cards.');
});

test('what a deal brought', () => {
  expect(
    gains([
      [1, 2],
      [1, 5],
    ]),
  ).toEqual([0, 3]);
  expect(placesBy([7, 7, 1])).toEqual([1, 1, 3]);
});
