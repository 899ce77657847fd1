import type { JavelinMove } from '../../generated/moves';
import type { JavelinView, Spot } from '../../generated/views';
import { rankOf, short } from '../../lib/cards';
import { counted, ends } from '../../lib/facts';
import { advised, wordsOf, type Company, type Verb } from '../../lib/moves';
import type { MatchEvent } from '../../lib/wire';
import type { Action, Desk } from '../../table/desk.svelte';
import { celebrated } from '../titles';
import { bubbled, defaults, type GameUi } from '../ui';
import Centre from './Centre.svelte';
import { lesson, rankLetter as rank } from './calls';
import { say } from '../../words/index.svelte';

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
  deal: 'round',
  sign: ['9s', '', '6h'],
  actions(desk) {
    const { own, target } = desk;
    const state = target < 0 ? '' : spotAt(desk, 1 - desk.me, target)[1];
    const found: Action<JavelinMove>[] = [];
    const first = say(own < 0 ? 'javelin.own_first' : 'javelin.choose_other');
    const guess = state && state !== 'down' ? say('javelin.guess_down') : first;
    found.push(action(desk, say('javelin.guess_higher'), 'h', `guess ${own} ${target} higher`, guess));
    found.push(action(desk, say('javelin.guess_lower'), 'l', `guess ${own} ${target} lower`, guess));
    const attack = state === 'down' ? say('javelin.attack_up') : first;
    found.push(action(desk, say('javelin.attack'), 'a', `attack ${own} ${target}`, attack));
    const why = say(own < 0 ? 'javelin.replace_first' : 'javelin.deck_empty');
    found.push({ ...action(desk, say('javelin.replace'), 'r', `replace ${own}`, why), main: false });
    found.push({
      label: say('javelin.forfeit'),
      quiet: true,
      move: 'forfeit',
      sure: say('javelin.forfeit_sure'),
    });
    return found;
  },
  task(desk) {
    const { own, target } = desk;
    if (own < 0) return say('javelin.task');
    const card = short(spotAt(desk, desk.me, own)[0]);
    if (target < 0) return say('javelin.task_target', { card, name: desk.ground.name(1 - desk.me) });
    const spot = spotAt(desk, 1 - desk.me, target);
    if (spot[1] === 'down') return say('javelin.task_guess', { card });
    return say('javelin.task_attack', { other: short(spot[0]), card });
  },
  dim: () => '',
  bubble(happened, seat) {
    const { seat: actor, move, facts = [] } = happened;
    if (actor !== seat) return null;
    const [verb] = wordsOf(move as JavelinMove);
    const cards = facts.flatMap((fact) => ('card' in fact && fact.card ? [fact.card] : [])).slice(0, 1);
    if (verb === 'guess')
      return facts.some(({ kind }) => kind === 'guessed_right')
        ? bubbled(say('javelin.right'), cards, 'good')
        : bubbled(`${say('javelin.wrong')} ${lesson(happened)}`.trim(), [], 'bad');
    if (verb === 'attack') return bubbled(say('javelin.attacks_word'), cards);
    return bubbled(say(verb === 'replace' ? 'javelin.replaces_word' : 'javelin.gives_up'));
  },
  says({ seat, move }: MatchEvent, { view }: Company) {
    const [verb, own, target, way] = wordsOf(move as JavelinMove);
    const rows = (view as JavelinView | null)?.rows;
    const card = (own && short(rows?.[seat]?.[Number(own)]?.[0] ?? '')) || say('javelin.a_card');
    const other = (target && short(rows?.[1 - seat]?.[Number(target)]?.[0] ?? '')) || say('javelin.a_card');
    const slot = counted(Number(target));
    if (verb === 'guess')
      return say(way === 'higher' ? 'javelin.guesses_higher' : 'javelin.guesses_lower', { slot, card });
    if (verb === 'attack') return say('javelin.attacks', { other, card });
    return verb === 'replace' ? say('javelin.replaces', { card }) : ''; // how a round ended is told by its facts
  },
  advice(desk, move) {
    const [verb, own = '', target = '', way] = wordsOf(move as JavelinMove);
    const card = short(spotAt(desk, desk.me, Number(own))?.[0] ?? '');
    const slot = counted(Number(target));
    if (verb === 'guess')
      return say(way === 'higher' ? 'javelin.do_guess_higher' : 'javelin.do_guess_lower', { slot, card });
    if (verb === 'attack')
      return say('javelin.do_attack', { other: short(spotAt(desk, 1 - desk.me, Number(target))[0]), card });
    return verb === 'replace' ? say('javelin.do_replace', { card }) : advised(move);
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
      const text = say('javelin.wins_round', { you: winner === saying.you, name: saying.name(winner) });
      return [celebrated(fact, view, saying, { seat: winner, text })];
    }),
  badges(view, seat) {
    const { rows, points, target } = view as JavelinView;
    const down = rows[seat]!.filter(([, state]) => state === 'down').length;
    return [
      { text: say('javelin.points', { points: points[seat]!, target }), title: say('javelin.points_help') },
      { text: say('javelin.hidden', { count: down }), title: say('javelin.hidden_help') },
    ];
  },
  rest: ({ facts = [] }) => (facts.some(({ kind }) => kind === 'guessed_right') ? 500 : 0),
};
