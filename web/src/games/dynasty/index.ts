import type { DynastyView } from '../../generated/views';
import type { DynastyMove } from '../../generated/moves';
import type { Saying } from '../../lib/facts';
import type { MatchEvent, View } from '../../lib/wire';
import { cardCount } from '../../lib/cards';
import { moveInWords, type Company } from '../../lib/moves';
import { playing, defaults, type Badge, type GameUi } from '../ui';
import { passing, passingOn, shed } from '../shedding';
import { whom, type Ended } from '../story';
import { becomes, type Moment, type Title } from '../titles';
import Centre from './Centre.svelte';
import { amount, listed, say } from '../../words/index.svelte';

export type { DynastyView };

const itself = (card: string) => card;
function title(place: number, players: number): Title | null {
  if (place === 1) return { text: say('dynasty.monarch'), crown: true };
  return place === players ? { text: say('shed.last_place'), crown: false, last: true } : null;
}

type Times = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9; // that a player can be the monarch

/** Who is the monarch now, how often they have been, and how near the others are. */
function story(ended: Ended): string {
  const { monarch, crowns, monarchies } = ended.view as DynastyView;
  if (monarch < 0) return say('dynasty.few');
  const told = { ...whom(ended, monarch), times: say(`dynasty.times.${crowns[monarch] as Times}`) };
  if (!ended.result) return say('dynasty.became', { ...told, all: monarchies });
  const most = Math.max(...crowns.filter((_, seat) => seat !== monarch));
  const nearest = crowns.flatMap((count, seat) => (seat !== monarch && count === most ? [seat] : []));
  const count = { amount: amount(most, ended.unit!) };
  const closest = nearest.length > 1 ? say('dynasty.nobody_more', count) : '';
  const others = closest || say('dynasty.closest', { ...whom(ended, nearest[0]!), ...count });
  return say('dynasty.won', { ...told, deal: ended.sheet.length, others: most ? others : say('dynasty.nobody') });
}

function moments({ facts = [] }: MatchEvent, _: View, saying: Saying): Moment[] {
  const monarch = facts.find((fact) => fact.kind === 'monarch')?.seat;
  return facts.flatMap((fact): Moment[] => {
    if (fact.kind === 'monarch')
      return [{ seat: fact.seat, text: becomes('dynasty.is_monarch', fact.seat, saying), crown: true, mood: 'good' }];
    if (fact.kind === 'out' && fact.seat !== monarch)
      return [{ seat: fact.seat, text: becomes('title.is_out', fact.seat, saying), crown: false, mood: 'good' }];
    if (fact.kind === 'last')
      return [{ seat: fact.seat, text: becomes('title.is_last', fact.seat, saying), crown: false, mood: 'bad' }];
    return [];
  });
}

/** Players sit in the order in which they finished the deal before. */
function standingBefore(view: View): number[] {
  const { order, newcomers, deal, seats } = view as DynastyView;
  if (!deal) return [];
  const finished = order.filter((seat) => !newcomers[seat]);
  return Array.from({ length: seats }, (_, seat) => finished.indexOf(seat) + 1);
}

export const dynasty: GameUi = {
  ...defaults,
  Centre,
  between: () => say('dynasty.between'),
  repeats: passingOn,
  bubble: shed,
  sign: ['1', 'W', '12'],
  actions(desk) {
    const view = desk.view as DynastyView;
    if (view.owes[desk.me]) return [playing<DynastyMove>(desk, 'give', itself)];
    return [playing<DynastyMove>(desk, 'play', itself), passing(desk)];
  },
  task(desk) {
    const { pile, owes, partner, shared } = desk.view as DynastyView;
    const owed = owes[desk.me]!;
    const other = owed ? desk.ground.name(partner[desk.me]!) : '';
    if (owed) return say('dynasty.give', { name: other, paid: listed(shared), cards: cardCount(owed) });
    if (!pile.length) return say('dynasty.lead');
    return say('dynasty.beat', { cards: cardCount(pile.length) });
  },
  dim(desk, card) {
    return (desk.view as DynastyView).owes[desk.me] ? '' : defaults.dim(desk, card);
  },
  says(happened: MatchEvent, company: Company) {
    if (happened.move) return moveInWords(happened.move);
    const other = (company.view as DynastyView | null)?.partner[happened.seat] ?? -1;
    return other >= 0 ? say('dynasty.gives_to', { name: company.name(other) }) : say('dynasty.gives');
  },
  standing: (view) => (view as DynastyView).places,
  standingBefore,
  title,
  moments,
  story,
  badges(view, seat): Badge[] {
    const { crowns, monarchies, left } = view as DynastyView;
    const found: Badge[] = [];
    if (crowns[seat])
      found.push({
        text: '♛'.repeat(crowns[seat]),
        title: say('dynasty.monarchies', { count: crowns[seat], all: monarchies }),
        good: true,
      });
    if (left[seat]) found.push({ text: say('dynasty.left'), title: say('dynasty.has_left') });
    return found;
  },
  order: (view) => {
    const { order, seats } = view as DynastyView;
    return [...order, ...Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !order.includes(seat))];
  },
};
