import type { DynastyView } from '../../generated/views';
import type { DynastyMove } from '../../generated/moves';
import type { Saying } from '../../lib/facts';
import type { MatchEvent, View } from '../../lib/wire';
import { cardCount } from '../../lib/cards';
import { moveInWords, type Company } from '../../lib/moves';
import { playing, defaults, type Badge, type GameUi } from '../ui';
import { passing, passingOn, shed } from '../shedding';
import { amount, who, whom, type Ended } from '../story';
import { becomes, type Moment, type Title } from '../titles';
import Centre from './Centre.svelte';

export type { DynastyView };

const itself = (card: string) => card;
function title(place: number, players: number): Title | null {
  if (place === 1) return { text: 'Monarch', crown: true };
  return place === players ? { text: 'Last place', crown: false, last: true } : null;
}

const TIMES = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth'];

/** Who is the monarch now, how often they have been, and how near the others are. */
function story(ended: Ended): string {
  const { monarch, crowns, monarchies } = ended.view as DynastyView;
  if (monarch < 0) return 'Fewer than three players were left.';
  const become = `${who(ended, monarch)} became the monarch`;
  if (!ended.result) return `${become} for the ${TIMES[crowns[monarch]!]} time; ${monarchies} times win the match.`;
  const most = Math.max(...crowns.filter((_, seat) => seat !== monarch));
  const nearest = crowns.flatMap((count, seat) => (seat !== monarch && count === most ? [seat] : []));
  const first = `${become} for the ${TIMES[crowns[monarch]!]} time in deal ${ended.sheet.length}`;
  if (!most) return `${first}; nobody else ever was.`;
  const count = amount(most, ended.unit!);
  if (nearest.length > 1) return `${first}; nobody else had more than ${count}.`;
  return `${first}; ${whom(ended, nearest[0]!)} came closest, with ${count}.`;
}

function moments({ facts = [] }: MatchEvent, _: View, saying: Saying): Moment[] {
  const monarch = facts.find((fact) => fact.kind === 'monarch')?.seat;
  return facts.flatMap((fact): Moment[] => {
    if (fact.kind === 'monarch')
      return [{ seat: fact.seat, text: becomes(fact.seat, 'the monarch', saying), crown: true, mood: 'good' }];
    if (fact.kind === 'out' && fact.seat !== monarch)
      return [{ seat: fact.seat, text: becomes(fact.seat, 'out', saying), crown: false, mood: 'good' }];
    if (fact.kind === 'last')
      return [{ seat: fact.seat, text: becomes(fact.seat, 'last', saying), crown: false, mood: 'bad' }];
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
  between: 'For the next deal everybody sits in the order of this one, the monarch first.',
  repeats: passingOn,
  bubble: shed,
  sign: ['1', 'W', '12'],
  actions(desk) {
    const view = desk.view as DynastyView;
    if (view.owes[desk.me]) return [playing<DynastyMove>(desk, 'give', 'Give', itself)];
    return [playing<DynastyMove>(desk, 'play', 'Play', itself), passing(desk)];
  },
  task(desk) {
    const { pile, owes, partner, shared } = desk.view as DynastyView;
    const owed = owes[desk.me]!;
    const other = owed ? desk.ground.name(partner[desk.me]!) : '';
    if (owed) return `${other} has paid you ${shared.join(' and ')}. Give ${cardCount(owed)} in return.`;
    if (!pile.length) return 'You lead: play cards of one value, with wild cards if you like.';
    return `Play exactly ${cardCount(pile.length)} of a lower value, or pass.`;
  },
  dim(desk, card) {
    return (desk.view as DynastyView).owes[desk.me] ? '' : defaults.dim(desk, card);
  },
  says(happened: MatchEvent, company: Company) {
    if (happened.move) return moveInWords(happened.move);
    const other = (company.view as DynastyView | null)?.partner[happened.seat] ?? -1;
    return `gives cards${other >= 0 ? ` to ${company.name(other)}` : ''}`;
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
      found.push({ text: '♛'.repeat(crowns[seat]), title: `${crowns[seat]} of ${monarchies} monarchies`, good: true });
    if (left[seat]) found.push({ text: 'left', title: 'has left the match' });
    return found;
  },
  order: (view) => {
    const { order, seats } = view as DynastyView;
    return [...order, ...Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !order.includes(seat))];
  },
};
