import type { PresidentView } from '../../generated/views';
import type { PresidentMove } from '../../generated/moves';
import { rankOf } from '../../lib/cards';
import { playing, defaults, type Badge, type GameUi } from '../ui';
import { lastOf, passing, passingOn, shed } from '../shedding';
import { shedStory, storyOf } from '../story';
import { outs, type Title } from '../titles';
import Centre from './Centre.svelte';
import { say } from '../../words/index.svelte';

export type { PresidentView };

const rank = (card: string) => String(rankOf(card));

const VICE = 4; // the fewest players with a Vice President

function title(place: number, players: number): Title | null {
  if (place === 1) return { text: say('president.president'), crown: true };
  if (place === 2 && players >= VICE) return { text: say('president.vice'), crown: false };
  return place === players ? { text: say('shed.last_place'), crown: false, last: true } : null;
}

export const president: GameUi = {
  ...defaults,
  Centre,
  repeats: passingOn,
  bubble: shed,
  sign: ['4c', '12h', '14s'],
  actions: (desk) => [playing<PresidentMove>(desk, 'play', rank), passing(desk)],
  task(desk) {
    const { pile } = desk.view as PresidentView;
    if (!pile.length) return say('president.lead');
    if (pile.length === 1) return say('president.beat_one');
    return say(pile.length < 4 ? 'president.beat' : 'president.beat_four', { count: pile.length });
  },
  standing: (view) => (view as PresidentView).places,
  title,
  moments: (happened, view, saying) => [
    ...outs(happened, view, saying, title),
    ...lastOf(happened, (view as PresidentView).places, saying),
  ],
  story: (ended) => (ended.sheet.length > 1 && ended.result ? storyOf(ended) : shedStory(ended)),
  badges(view, seat): Badge[] {
    const { points, deals } = view as PresidentView;
    const found: Badge[] = [];
    if (deals > 1) found.push({ text: say('common.pts', { count: points[seat]! }), title: say('common.points') });
    return found;
  },
};
