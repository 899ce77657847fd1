import type { PresidentView } from '../../generated/views';
import type { PresidentMove } from '../../generated/moves';
import { rankOf } from '../../lib/cards';
import { playing, defaults, type Badge, type GameUi } from '../ui';
import { passing, passingOn, shed, standing } from '../shedding';
import Centre from './Centre.svelte';

export type { PresidentView };

const rank = (card: string) => String(rankOf(card));

export const president: GameUi = {
  ...defaults,
  Centre,
  repeats: passingOn,
  bubble: shed,
  sign: ['4c', '12h', '14s'],
  actions: (desk) => [playing<PresidentMove>(desk, 'play', 'Play', rank), passing(desk)],
  task(desk) {
    const { pile } = desk.view as PresidentView;
    if (!pile.length) return 'You lead: play one to four cards of one rank.';
    const more = pile.length < 4 ? ', more cards' : '';
    const same = pile.length === 1 ? 'an equal or higher card' : `${pile.length} equal or higher cards`;
    return `Play ${same}${more}, or 2s or 3s.`;
  },
  badges(view, seat): Badge[] {
    const { places, points, deals, skipped } = view as PresidentView;
    const found = standing(places[seat]!);
    if (deals > 1) found.push({ text: `${points[seat]} pts`, title: 'points' });
    if (skipped === seat) found.push({ text: 'skipped', title: 'skipped by a play of equal rank' });
    return found;
  },
};
