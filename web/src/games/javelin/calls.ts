// What the last move came to, called out in the middle of the board.

import { short } from '../../lib/cards';
import type { JavelinMove } from '../../generated/moves';
import type { JavelinView } from '../../generated/views';
import { wordsOf } from '../../lib/moves';
import type { MatchEvent } from '../../lib/wire';
import { dealsCards } from '../../lib/words';
import type { Ground } from '../../table/desk.svelte';
import type { Bubble } from '../ui';
import { say } from '../../words/index.svelte';

/** What is called out, and the card that a guess was about. */
export type Call = { text: string; mood: Bubble['mood']; seat: number; slot: number };

const LETTERS: Record<number, string> = { 1: 'A', 11: 'J', 12: 'Q', 13: 'K' };
export const rankLetter = (value: number) => LETTERS[value] ?? String(value);

/** What a wrong guess tells of the card: `Q or lower`; nothing, if nothing new. */
export function lesson({ move, facts = [] }: MatchEvent): string {
  const proved = facts.find((fact) => fact.kind === 'proved');
  if (proved?.kind !== 'proved') return '';
  const higher = wordsOf(move as JavelinMove)[3] === 'higher';
  return higher
    ? say('javelin.or_lower', { card: rankLetter(Number(proved.most)) })
    : say('javelin.or_higher', { card: rankLetter(Number(proved.least)) });
}

/** The last move of the round, in a few words. */
export function callOf(ground: Pick<Ground, 'recent' | 'me' | 'name'>, { turns }: JavelinView): Call {
  const { recent, me } = ground;
  const last = recent.slice(recent.findLastIndex(dealsCards) + 1).findLast(({ seat }) => seat >= 0);
  const quiet = { text: say('javelin.turn', { number: turns + 1 }), mood: '' as const, seat: -1, slot: -1 };
  if (!last?.move) return quiet;
  const [verb, , target] = wordsOf(last.move as JavelinMove);
  const [right, wrong] = ['guessed_right', 'guessed_wrong'].map((kind) =>
    last.facts?.find((fact) => fact.kind === kind),
  );
  const who = { you: last.seat === me, name: ground.name(last.seat) };
  const about = { seat: 1 - last.seat, slot: Number(target) };
  if (right?.kind === 'guessed_right')
    return { text: say('javelin.is_right', { ...who, card: short(right.card) }), mood: 'good', ...about };
  if (wrong) {
    const learnt = lesson(last);
    const text = learnt ? say('javelin.is_wrong_learnt', { ...who, learnt }) : say('javelin.is_wrong', who);
    return { text, mood: 'bad', ...about };
  }
  const took = last.facts?.find((fact) => fact.kind === 'took');
  if (took?.kind === 'took') return { ...quiet, text: say('javelin.took', { ...who, card: short(took.card) }) };
  return verb === 'replace' ? { ...quiet, text: say('javelin.replaced', who) } : quiet;
}
