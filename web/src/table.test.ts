import { expect, test } from 'vitest';
import { heard } from './lib/cards';
import { DEALER, type MatchEvent, type View } from './lib/wire';
import { gained } from './lib/words';
import { facesOf } from './table/avatars';
import { bubblesOf } from './table/bubbles';

const event = (seat: number, move: string, more: Partial<MatchEvent> = {}): MatchEvent => ({
  what: 'move',
  seat,
  move,
  ...more,
});
const at = (game: string, to_act: number[]) => ({ game, seat: 0, seats: 3, to_act }) as unknown as View;
const said = (recent: MatchEvent[], game = 'president', to_act: number[] = []) =>
  [...bubblesOf(recent, at(game, to_act))].map(([seat, { text, cards, old }]) => [
    seat,
    [text, ...cards].filter(Boolean).join(' '),
    old,
  ]);
const DEAL = event(DEALER, 'deal', { steps: [{ from: 'stock', to: 'hand 0', cards: ['2c', '3c', '4c', '5c'] }] });

test('a bubble shows what each player has done last, since the cards were dealt', () => {
  const before = event(2, 'play 9c');
  const skips = event(1, 'play 4d 4h', { facts: [{ kind: 'skipped', seat: 2 }] });
  expect(said([before, DEAL, event(0, 'play 4c'), skips])).toEqual([
    [0, '4c', true],
    [1, '4d 4h', false],
    [2, 'skipped', false],
  ]);
  expect(said([DEAL, skips], 'president', [2])).toEqual([[1, '4d 4h', false]]); // it is their turn: that is over
});

test('when the pile is cleared, the bubbles stay until the next move', () => {
  const cleared = event(1, 'pass', { facts: [{ kind: 'pile_cleared' }] });
  expect(said([DEAL, event(0, 'play 4c'), cleared]).length).toBe(2);
  expect(said([DEAL, event(0, 'play 4c'), cleared, event(0, 'play 6c')])).toEqual([[0, '6c', false]]);
});

test('a game without a part of its own gets bubbles, too', () => {
  expect(said([event(1, 'knock')], 'a-sixth-game')).toEqual([[1, 'knocks', false]]);
});

test('no two players of a table have the same face, and a name keeps its face', () => {
  const names = ['Ann', 'Ada', 'Bruno', 'Clio', 'Dario', 'Edda', 'Felix', 'Greta', 'Hugo', 'Ines', 'Jan', 'Kim'];
  expect(new Set(facesOf(names)).size).toBe(names.length);
  expect(facesOf(['Ann'])).toEqual(facesOf(['Ann', 'Zed']).slice(0, 1));
});

test('those who hear the page hear cards by name, and what they have drawn', () => {
  expect(heard('Ann plays 10♠ K♦.')).toBe('Ann plays 10 of spades king of diamonds.');
  const draw = event(DEALER, 'deal', { steps: [{ from: 'stock', to: 'hand 0', cards: ['5s'] }] });
  expect(gained(draw, 0)).toBe('You draw 5 of spades.');
  expect(gained(draw, 1)).toBe('');
  expect(gained(DEAL, 0)).toBe('');
});
