import { catalogue } from '../../lib/catalogue.svelte';
import { defaults, type GameUi } from '../ui';
import Centre from './Centre.svelte';
import { actions, listed, single } from './moves';
import { badges } from './zones';

/** For a game that has no part of its own on the page: its view by the form of its fields, its moves as buttons. */
export const plain: GameUi = {
  ...defaults,
  Centre,
  hasHand: ({ hand }) => hand !== undefined,
  single: ({ moves, hand = [] }) => single(moves, hand),
  sign: [],
  actions,
  task({ view: { moves, hand = [] } }) {
    const all = moves.map((move) => listed(move, hand).cards.length);
    const most = Math.max(0, ...all);
    if (!most) return 'Choose what to do.';
    const what = most > 1 ? 'Choose cards' : 'Choose a card';
    return all.includes(0) ? `${what}, or one of the other buttons.` : `${what}, then press the button.`;
  },
  badges: (view, seat) => badges(view, seat, catalogue.of(view.game)),
};
