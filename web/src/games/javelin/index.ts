import type { JavelinMove } from '../../generated/moves';
import type { JavelinView, Spot } from '../../generated/views';
import { rankOf, short } from '../../lib/cards';
import { counted, ends } from '../../lib/facts';
import { wordsOf, type Company, type Verb } from '../../lib/moves';
import type { MatchEvent } from '../../lib/wire';
import type { Action, Desk } from '../../table/desk.svelte';
import { celebrated } from '../titles';
import { bubbled, defaults, type GameUi } from '../ui';
import Centre from './Centre.svelte';
import { lesson, rankLetter as rank } from './calls';

export type { JavelinView, Spot };

/** What wrong guesses have proved of a face-down card. */
export function bounds([, state, least, most]: Spot): string {
  if (state !== 'down' || (least === 1 && most === 13)) return '';
  if (least === most) return `= ${rank(least)}`;
  if (least === 1) return `≤ ${rank(most)}`;
  return most === 13 ? `≥ ${rank(least)}` : `${rank(least)}–${rank(most)}`;
}

export const spotAt = (desk: Desk, seat: number, slot: number) => (desk.view as JavelinView).rows[seat]![slot]!;

const value = (card: string) => (rankOf(card) === 14 ? 1 : rankOf(card));

/** What an own card can do to a card of the other player, or by itself. (The view lists one of the moves that are alike.) */
export function verbs(view: JavelinView, me: number, own: number, target: number): Verb<JavelinMove>[] {
  const [card, state] = view.rows[me]![own]!;
  const found: Verb<JavelinMove>[] = [];
  if ((state === 'up' || state === 'sideways') && view.moves.some((move) => wordsOf(move)[0] === 'replace'))
    found.push('replace');
  if (state !== 'up' || target < 0) return found;
  const [other, how] = view.rows[1 - me]![target]!;
  if (how === 'down') found.push('guess');
  if ((how === 'up' || how === 'sideways') && value(other) <= value(card)) found.push('attack');
  return found;
}

function action(desk: Desk, label: string, key: string, move: JavelinMove, why: string): Action<JavelinMove> {
  const [verb] = wordsOf(move);
  const may = desk.own >= 0 && verbs(desk.view as JavelinView, desk.me, desk.own, desk.target).includes(verb);
  return { label, key, move: may ? move : undefined, why, main: may };
}

export const javelin: GameUi = {
  ...defaults,
  Centre,
  hasHand: () => false,
  deal: 'Round',
  sign: ['9s', '', '6h'],
  actions(desk) {
    const { own, target } = desk;
    const state = target < 0 ? '' : spotAt(desk, 1 - desk.me, target)[1];
    const found: Action<JavelinMove>[] = [];
    const first = own < 0 ? 'Choose one of your face-up cards first.' : 'Choose one of your opponent’s cards.';
    const guess = state && state !== 'down' ? 'You can guess only face-down cards.' : first;
    found.push(action(desk, 'Guess higher', 'h', `guess ${own} ${target} higher`, guess));
    found.push(action(desk, 'Guess lower', 'l', `guess ${own} ${target} lower`, guess));
    const attack = state === 'down' ? 'You can attack only face-up cards.' : first;
    found.push(action(desk, 'Attack', 'a', `attack ${own} ${target}`, attack));
    const why = own < 0 ? 'Choose the card to replace first.' : 'The deck is empty, so no card can be replaced.';
    found.push({ ...action(desk, 'Replace', 'r', `replace ${own}`, why), main: false });
    found.push({
      label: 'Forfeit',
      quiet: true,
      move: 'forfeit',
      sure: 'You would lose this round. Press Forfeit again to confirm.',
    });
    return found;
  },
  task(desk) {
    const { own, target } = desk;
    if (own < 0) return 'Choose one of your face-up cards to guess or attack with, or to replace.';
    const card = short(spotAt(desk, desk.me, own)[0]);
    if (target < 0)
      return `${card}: choose one of ${desk.ground.name(1 - desk.me)}’s cards to guess or attack, or replace yours.`;
    const spot = spotAt(desk, 1 - desk.me, target);
    return spot[1] === 'down' ? `Is that card higher or lower than ${card}?` : `Attack ${short(spot[0])} with ${card}?`;
  },
  dim: () => '',
  bubble(happened, seat) {
    const { seat: actor, move, facts = [] } = happened;
    if (actor !== seat) return null;
    const [verb] = wordsOf(move as JavelinMove);
    const cards = facts.flatMap((fact) => ('card' in fact && fact.card ? [fact.card] : [])).slice(0, 1);
    if (verb === 'guess')
      return facts.some(({ kind }) => kind === 'guessed_right')
        ? bubbled('right!', cards, 'good')
        : bubbled(`wrong! ${lesson(happened)}`.trim(), [], 'bad');
    if (verb === 'attack') return bubbled('attacks', cards);
    return bubbled(verb === 'replace' ? 'replaces a card' : 'gives up');
  },
  says({ seat, move }: MatchEvent, { view }: Company) {
    const [verb, own, target, way] = wordsOf(move as JavelinMove);
    const rows = (view as JavelinView | null)?.rows;
    const mine = (own && short(rows?.[seat]?.[Number(own)]?.[0] ?? '')) || 'a card';
    const other = (target && short(rows?.[1 - seat]?.[Number(target)]?.[0] ?? '')) || 'a card';
    if (verb === 'guess') return `guesses that the card in slot ${counted(Number(target))} is ${way} than ${mine}`;
    if (verb === 'attack') return `attacks ${other} with ${mine}`;
    return verb === 'replace' ? `replaces ${mine}` : ''; // how a round ended is told by its facts
  },
  advice(desk, move) {
    const [verb, own = '', target = '', way] = wordsOf(move as JavelinMove);
    const mine = short(spotAt(desk, desk.me, Number(own))?.[0] ?? '');
    if (verb === 'guess') return `guess that the card in slot ${counted(Number(target))} is ${way} than ${mine}`;
    if (verb === 'attack') return `attack ${short(spotAt(desk, 1 - desk.me, Number(target))[0])} with ${mine}`;
    return verb === 'replace' ? `replace ${mine}` : move;
  },
  aim(desk, move) {
    const [, own = -1, target = -1] = move.split(' ');
    [desk.own, desk.target] = [Number(own), Number(target)];
  },
  places(desk, move) {
    const [, own = '', target = ''] = move.split(' ');
    const missing: string[] = [];
    if (own && desk.own !== Number(own)) missing.push(`row ${desk.me} ${own}`);
    if (target && desk.target !== Number(target)) missing.push(`row ${1 - desk.me} ${target}`);
    return missing;
  },
  moments: ({ facts = [] }, view, saying) =>
    facts.flatMap((fact) => {
      if (!('seat' in fact) || !ends(fact, 'javelin')) return [];
      const winner = 1 - fact.seat; // the fact names the loser
      const text = `${winner === saying.you ? 'You win' : `${saying.name(winner)} wins`} the round!`;
      return [celebrated(fact, view, saying, { seat: winner, text })];
    }),
  badges(view, seat) {
    const { rows, points, target } = view as JavelinView;
    const down = rows[seat]!.filter(([, state]) => state === 'down').length;
    return [
      { text: `${points[seat]} / ${target} pts`, title: 'points, and the target' },
      { text: `${down} hidden`, title: 'face-down cards' },
    ];
  },
  rest: ({ facts = [] }) => (facts.some(({ kind }) => kind === 'guessed_right') ? 500 : 0),
};
