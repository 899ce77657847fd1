// The moves of any game, sorted by what they need: some of the cards in hand, or nothing but a button.

import { prettified } from '../../lib/cards';
import type { Action, Desk } from '../../table/desk.svelte';
import { say } from '../../words/index.svelte';
import { capital } from '../../words/marks';

export type Listed = { move: string; cards: string[]; form: string };

const MANY_CARDS = 4; // more are counted on a button, not named
const MANY_MOVES = 8; // more without cards are chosen word by word
const CARD = '·';
const RESERVED = 'g'; // the key of the shell's own button

/** A move, the cards of the hand that it names, and its words without them. */
export function listed(move: string, hand: readonly string[]): Listed {
  const left = [...hand];
  const cards: string[] = [];
  const form = move.split(' ').map((word, n) => {
    const at = n ? left.indexOf(word.replace(/=.*/, '')) : -1; // the first word is what is done
    if (at < 0) return word;
    cards.push(...left.splice(at, 1));
    return CARD;
  });
  return { move, cards, form: form.join(' ') };
}

const set = (cards: readonly string[]) => [...cards].sort().join(' ');

/** Put these cards where a form has some. */
function filled(form: string, cards: readonly string[]): string {
  let next = 0;
  return form
    .split(' ')
    .map((word) => (word === CARD ? cards[next++]! : word))
    .join(' ');
}

/** The moves of exactly these cards. If none is listed, those of as many: a game lists one of the moves that are alike. */
export function fitting(moves: readonly Listed[], picked: readonly string[]): { sure: boolean; moves: string[] } {
  const exact = moves.filter(({ cards }) => set(cards) === set(picked)).map(({ move }) => move);
  if (exact.length) return { sure: true, moves: exact };
  const forms = new Set(moves.filter(({ cards }) => cards.length === picked.length).map(({ form }) => form));
  return { sure: false, moves: [...forms].map((form) => filled(form, picked)) };
}

const verbOf = (move: string) => move.split(' ', 1)[0]!;

/** `Play 9♣ 9♦`, `Play 5 cards`, `Pass`. */
export function label(move: string, cards: readonly string[]): string {
  const text =
    cards.length > MANY_CARDS && !move.includes('=')
      ? say('plain.many', { verb: verbOf(move), count: cards.length })
      : move;
  return capital(prettified(text));
}

function withCards(desk: Desk, moves: Listed[]): Action[] {
  const verbs = [...new Set(moves.map(({ move }) => verbOf(move)))];
  if (!desk.picked.length)
    return verbs.map((verb) => ({ label: capital(verb), why: say('plain.choose_first', { verb }), picks: true }));
  const found = fitting(moves, desk.cards);
  if (!found.moves.length)
    return verbs.map((verb) => ({
      label: capital(verb),
      why: say('plain.no_move'),
      picks: true,
    }));
  return found.moves.map((move, n) => ({
    label: label(move, desk.cards),
    move,
    main: found.sure && n === 0,
    picks: true,
  }));
}

/** Buttons for moves without cards; where there are many, for the next word of them. */
function withoutCards(desk: Desk, moves: Listed[]): Action[] {
  const begun = desk.said.filter((_, n) => moves.some(({ move }) => startsWith(move, desk.said.slice(0, n + 1))));
  const left = moves.filter(({ move }) => startsWith(move, begun));
  const back: Action[] = begun.length
    ? [{ label: say('plain.back'), then: () => (desk.said = begun.slice(0, -1)) }]
    : [];
  const next = [...new Set(left.map(({ move }) => move.split(' ')[begun.length]!))];
  if (left.length <= MANY_MOVES || next.length === left.length)
    return [...left.map(({ move }) => ({ label: label(move, []), move })), ...back];
  const steps = next.map((word): Action => {
    const here = left.filter(({ move }) => startsWith(move, [...begun, word]));
    if (here.length === 1) return { label: label(here[0]!.move, []), move: here[0]!.move };
    return { label: `${capital([...begun, word].join(' '))} …`, then: () => (desk.said = [...begun, word]) };
  });
  return [...steps, ...back];
}

const startsWith = (move: string, words: readonly string[]) => {
  const all = move.split(' ');
  return words.every((word, n) => all[n] === word);
};

/** Enter does the first move of the picked cards; other buttons have the first letter that is theirs alone. */
function keyed(actions: Action[]): Action[] {
  const letters = actions.map(({ label: text }) => text.charAt(0).toLowerCase());
  return actions.map((action, n) => {
    if (action.picks) return n === 0 ? { ...action, key: 'Enter' } : action;
    const letter = letters[n]!;
    const alone = letter !== RESERVED && letters.filter((other) => other === letter).length === 1;
    return alone ? { ...action, key: letter } : action;
  });
}

export function actions(desk: Desk): Action[] {
  const all = desk.view.moves.map((move) => listed(move, desk.view.hand ?? []));
  const cards = all.filter((one) => one.cards.length);
  const others = all.filter((one) => !one.cards.length);
  const only = others.length === 1 && !cards.length;
  const found = [...(cards.length ? withCards(desk, cards) : []), ...withoutCards(desk, others)];
  return keyed(only ? found.map((action) => ({ ...action, main: true })) : found);
}

export function single(moves: readonly string[], hand: readonly string[]): boolean {
  return moves.length > 0 && moves.every((move) => listed(move, hand).cards.length < 2);
}
