import type { DynastyView } from '../../generated/views';
import type { DynastyMove } from '../../generated/moves';
import type { MatchEvent } from '../../lib/wire';
import { cardCount } from '../../lib/cards';
import { moveInWords, type Company } from '../../lib/moves';
import { playing, defaults, type Badge, type GameUi } from '../ui';
import { passing, passingOn, shed, standing } from '../shedding';
import Centre from './Centre.svelte';

export type { DynastyView };

const itself = (card: string) => card;
export const dynasty: GameUi = {
  ...defaults,
  Centre,
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
  badges(view, seat): Badge[] {
    const { places, crowns, monarchies, passed, left } = view as DynastyView;
    const found = standing(places[seat] ?? 0);
    if (crowns[seat])
      found.push({ text: '♛'.repeat(crowns[seat]), title: `${crowns[seat]} of ${monarchies} monarchies`, good: true });
    if (passed[seat] && !places[seat]) found.push({ text: 'passed', title: 'out of this pile' });
    if (left[seat]) found.push({ text: 'left', title: 'has left the match' });
    return found;
  },
  order: (view) => {
    const { order, seats } = view as DynastyView;
    return [...order, ...Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !order.includes(seat))];
  },
};
