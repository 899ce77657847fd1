import { catalogue } from '../../lib/catalogue.svelte';
import { defaults, type GameUi } from '../ui';
import Centre from './Centre.svelte';
import { actions, listed, single } from './moves';
import { badges } from './zones';
import { say } from '../../words/index.svelte';

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
    if (!most) return say('plain.choose_what');
    if (all.includes(0)) return say(most > 1 ? 'plain.choose_cards_or' : 'plain.choose_card_or');
    return say(most > 1 ? 'plain.choose_cards' : 'plain.choose_card');
  },
  badges: (view, seat) => badges(view, seat, catalogue.of(view.game)),
};
