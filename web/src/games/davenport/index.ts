import type { DavenportMove } from '../../generated/moves';
import type { DavenportView } from '../../generated/views';
import type { MatchEvent, StepInfo, View } from '../../lib/wire';
import { moveInWords, type Verb } from '../../lib/moves';
import { rankOf, short } from '../../lib/cards';
import type { Action } from '../../table/desk.svelte';
import { bubbled, defaults, drawnCards, type Badge, type GameUi, type Unfolding } from '../ui';
import { at, storyOf, whom, type Ended } from '../story';
import { celebrated } from '../titles';
import Centre from './Centre.svelte';
import { say } from '../../words/index.svelte';

export type { DavenportView };

const FIRST = 400; // milliseconds until the first card is turned over ...
const TURNED = 450; // ... from one card to the next ...
const LONGEST = 1900; // ... and to the last: of many cards, each waits less ...
const LOOK = 1500; // ... and then to look at them
const showing = ({ facts = [] }: MatchEvent) => facts.flatMap((fact) => (fact.kind === 'showed' ? [fact] : []));

/** Milliseconds until one of the cards that are revealed is turned over. */
export const waitOf = (cards: number, before: number) =>
  FIRST + before * Math.min(TURNED, LONGEST / Math.max(1, cards));

/** Until the last card is turned over nobody knows who won, who draws, and which card. */
function unfolding(events: readonly MatchEvent[], before: View | null, after: View): Unfolding | null {
  const count = events.findLastIndex((event) => showing(event).length) + 1;
  if (!count) return null;
  const drawn = events.slice(count).flatMap(({ steps = [] }) => steps.filter(({ to }) => to.startsWith('hand ')));
  const sum = (steps: StepInfo[]) => steps.reduce((all, { cards = [], hidden = 0 }) => all + cards.length + hidden, 0);
  const view = after as DavenportView;
  const { places, playing, wins } = (before ?? after) as DavenportView;
  const cards = showing(events[count - 1]!).length;
  return {
    count,
    ms: waitOf(cards, cards),
    view: {
      ...view,
      hand: view.hand.filter((card) => !drawn.some((step) => step.cards?.includes(card))),
      counts: view.counts.map((held, seat) => held - sum(drawn.filter(({ to }) => to === `hand ${seat}`))),
      stock: view.stock + sum(drawn),
      ...{ places, playing, wins },
    } as DavenportView,
  };
}

/** Whether it took a playoff, and what somebody was left with. */
function story(ended: Ended): string {
  const { places, playing_off, counts } = ended.view as DavenportView;
  const [winner, ...more] = at(places, 1);
  if (winner === undefined || more.length) return storyOf(ended);
  const [second, ...others] = at(places, 2);
  const against = second !== undefined && !others.length ? say('davenport.against', whom(ended, second)) : '';
  if (playing_off) return say('davenport.won_playoff', { ...whom(ended, winner), against });
  const most = Math.max(...counts);
  const loser = counts.indexOf(most);
  const rest = most ? say('story.left_with', { ...whom(ended, loser), count: most }) : '';
  return say('davenport.first_out', { ...whom(ended, winner), rest });
}

export const davenport: GameUi = {
  ...defaults,
  Centre,
  single: () => true,
  rank: (card) => (rankOf(card) === 14 ? 1 : rankOf(card)),
  sign: ['13d', '7s', '14h'],
  actions(desk) {
    const [card] = desk.cards;
    const action = (verb: Verb<DavenportMove>, key: string, main: boolean): Action<DavenportMove> => ({
      label: card ? say(`davenport.${verb}_card`, { card: short(card) }) : say(`davenport.${verb}`),
      move: card ? `${verb} ${card}` : undefined,
      why: say('davenport.choose'),
      picks: true,
      key,
      main,
    });
    return [action('commit', 'Enter', !!card), action('exchange', 'x', false)];
  },
  marks: (desk, card) => ({
    wild: false,
    drawn: !(desk.view as DavenportView).committed[desk.me] && drawnCards(desk).includes(card),
  }),
  task: () => say('davenport.task'),
  says: (happened) => (happened.move ? moveInWords(happened.move) : say('davenport.commits')),
  bubble(happened, seat) {
    const showed = showing(happened);
    const mine = showed.find((one) => one.seat === seat);
    if (!mine) return happened.seat === seat ? bubbled(say('davenport.ready')) : null;
    const won = !!happened.facts?.some((fact) => fact.kind === 'won_round' && fact.seat === seat);
    const after = waitOf(showed.length, showed.length);
    return { ...bubbled(won ? say('davenport.wins') : '', [mine.card], won ? 'good' : ''), after };
  },
  unfolding,
  rest(happened) {
    const cards = showing(happened).length;
    return cards ? waitOf(cards, cards) + LOOK : 0;
  },
  standing: (view) => (view as DavenportView).places,
  moments: ({ facts = [] }, view, saying) =>
    facts.flatMap((fact) => {
      if (fact.kind === 'playoff') return [celebrated(fact, view, saying)];
      return fact.kind === 'eliminated' ? [celebrated(fact, view, saying, { seat: fact.seat, mood: 'bad' })] : [];
    }),
  story,
  badges(view, seat): Badge[] {
    const { places, playing, playing_off, wins, playoff } = view as DavenportView;
    const found: Badge[] = [];
    if (playing_off && !playing[seat])
      found.push({ text: say('davenport.out'), title: say('davenport.not_in_playoff') });
    if (playing_off && playoff === 'wins' && playing[seat])
      found.push({ text: say('davenport.won', { count: wins[seat]! }), title: say('davenport.rounds_won') });
    return found;
  },
};
