import { expect, test } from 'vitest';
import { legsOf } from './lib/fly';

const told = (steps: Parameters<typeof legsOf>[0]) => legsOf(steps).map(({ to, card = 'back' }) => `${to}: ${card}`);

test('cards are dealt round the table, one to each', () => {
  const steps = [
    { from: 'stock', to: 'hand 1', hidden: 2 },
    { from: 'stock', to: 'hand 2', hidden: 2 },
    { from: 'stock', to: 'hand 0', cards: ['4c', '9d', '11h'] },
  ];
  const round = ['hand 1: back', 'hand 2: back'];
  expect(told(steps)).toEqual([...round, 'hand 0: 4c', ...round, 'hand 0: 9d', 'hand 0: 11h']);
});

test('what is played after the deal comes after it', () => {
  const steps = [
    { from: 'stock', to: 'hand 0', cards: ['4c', '9d'] },
    { from: 'stock', to: 'hand 1', hidden: 1 },
    { from: 'hand 0', to: 'pile', cards: ['4c'] },
  ];
  expect(told(steps)).toEqual(['hand 0: 4c', 'hand 1: back', 'hand 0: 9d', 'pile: 4c']);
});

test('a large deal shows a limited number of backs', () => {
  const steps = Array.from({ length: 8 }, (_, seat) => ({ from: 'stock', to: `hand ${seat}`, hidden: 40 }));
  expect(legsOf(steps)).toHaveLength(72);
});
