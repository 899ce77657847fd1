import type { DavenportMove } from '../../generated/moves';
import type { DavenportView } from '../../generated/views';
import type { MatchEvent } from '../../lib/wire';
import { moveInWords, type Verb } from '../../lib/moves';
import { rankOf, short } from '../../lib/cards';
import type { Action } from '../../table/desk.svelte';
import { bubbled, defaults, type Badge, type GameUi } from '../ui';
import { standing } from '../shedding';
import Centre from './Centre.svelte';

export type { DavenportView };

const REVEAL = 1900; // milliseconds to look at the cards that were turned over
const revealed = (happened: MatchEvent) => !!happened.facts?.some(({ kind }) => kind === 'showed');

export const davenport: GameUi = {
  ...defaults,
  Centre,
  single: () => true,
  rank: (card) => (rankOf(card) === 14 ? 1 : rankOf(card)),
  sign: ['13d', '7s', '14h'],
  actions(desk) {
    const [card] = desk.cards;
    const action = (verb: Verb<DavenportMove>, label: string, key: string, main: boolean): Action<DavenportMove> => ({
      label: card ? `${label} ${short(card)}` : label,
      move: card ? `${verb} ${card}` : undefined,
      why: 'Choose a card first.',
      picks: true,
      key,
      main,
    });
    return [action('commit', 'Commit', 'Enter', !!card), action('exchange', 'Exchange', 'x', false)];
  },
  task: () => 'Commit a card face down, or exchange one for a card from the deck.',
  says: (happened) => (happened.move ? moveInWords(happened.move) : 'commits a card, face down'),
  bubble({ seat: actor, facts = [] }, seat) {
    const showed = facts.find((fact) => fact.kind === 'showed' && fact.seat === seat);
    if (showed?.kind !== 'showed') return actor === seat ? bubbled('commits') : null;
    const won = facts.some((fact) => fact.kind === 'won_round' && fact.seat === seat);
    return bubbled(won ? 'wins' : '', [showed.card], won ? 'good' : '');
  },
  rest: (happened) => (revealed(happened) ? REVEAL : 0),
  badges(view, seat): Badge[] {
    const { places, playing, playing_off, wins, playoff } = view as DavenportView;
    const found = standing(places[seat]!);
    if (playing_off && !playing[seat]) found.push({ text: 'out', title: 'not in the playoff' });
    if (playing_off && playoff === 'wins' && playing[seat])
      found.push({ text: `${wins[seat]} won`, title: 'rounds won in the playoff' });
    return found;
  },
};
