// What happened, in sentences with names.

import { uiOf } from '../games';
import { spoken } from './cards';
import { sentence } from './facts';
import { levelName } from './options';
import type { Company } from './moves';
import { isRandom } from './witness';
import { DEALER, type EventFrame, type Happened, type Left, type MatchEvent, type Presence } from './wire';
import { say } from '../words/index.svelte';

export type LogLine = {
  key: string;
  text: string;
  seat: number;
  name: string;
  kind: 'move' | 'note' | 'house' | 'said';
  at: number;
};

const DEAL = 4; // this number of cards at once is a deal, fewer are a draw
const PLAYED = { bot: 'log.move_bot', clock: 'log.move_clock' } as const; // by whom or what, if not by the player

/** Whether a deal begins with this event. Facts of a deal say more than that. */
export function dealsCards({ seat, move, steps = [], facts = [] }: MatchEvent): boolean {
  const count = steps.reduce((sum, { cards = [], hidden = 0 }) => sum + cards.length + hidden, 0);
  return seat === DEALER && move === 'deal' && !facts.length && count >= DEAL;
}

/** What this seat has got, apart from a deal, for those who cannot see it come. */
export function gained(happened: MatchEvent, seat: number): string {
  if (dealsCards(happened)) return '';
  return (happened.steps ?? [])
    .filter(({ from, to, cards = [] }) => to === `hand ${seat}` && from !== to && cards.length)
    .map(({ from, cards = [] }) =>
      say(from === 'stock' ? 'log.draw' : 'log.get', { cards: cards.map(spoken).join(', ') }),
    )
    .join(' ');
}

function dealt(happened: MatchEvent): string {
  if (happened.move === 'end') return say('log.ends');
  return dealsCards(happened) ? say('log.dealt') : '';
}

function moved(happened: MatchEvent, company: Company): string {
  if (happened.seat === DEALER) return dealt(happened);
  const game = company.table?.game ?? company.view?.game;
  const said = game ? uiOf(game).says(happened, company) : '';
  const key = PLAYED[happened.by as keyof typeof PLAYED] ?? 'log.move';
  return said && say(key, { name: company.name(happened.seat), does: said });
}

function ofTheHouse(happened: Exclude<Happened, MatchEvent>, company: Company): string {
  const name = (seat: number) => company.name(seat);
  switch (happened.what) {
    case 'sat':
      return say('log.sat', { name: happened.name });
    case 'left':
      return left(happened, name(happened.seat));
    case 'started':
      return say('log.started');
    case 'ready':
      return say('log.ready', { name: name(happened.seat) });
    case 'entropy':
      if (isRandom(happened.text)) return '';
      return say('log.entropy', { name: name(happened.seat), text: happened.text });
    case 'said':
      return happened.text;
    case 'muted':
      return say(happened.on ? 'log.muted' : 'log.unmuted', { name: name(happened.seat) });
    case 'paced':
      return say('log.paced', { seconds: happened.seconds });
    case 'levelled':
      return say('log.levelled', { level: levelName(happened.level) });
  }
}

function left({ bot, kicked }: Left, name: string): string {
  if (!bot) return say(kicked ? 'log.kicked' : 'log.left', { name });
  return say(kicked ? 'log.kicked_bot' : 'log.left_bot', { name, bot });
}

let heard = 0;

/** Who has come and gone, and what was voted, for the log. `unseen`: who comes for the first time, as far as is known. */
export function comings(before: Presence, after: Presence, company: Company, unseen: readonly boolean[]): LogLine[] {
  return after.here.flatMap((here, seat) => {
    const name = company.name(seat);
    const line = (text: string): LogLine => ({
      key: `presence ${Date.now()}.${heard++}`,
      text,
      seat,
      name,
      kind: 'house',
      at: -1,
    });
    if (here !== before.here[seat] && before.here[seat] !== undefined)
      return [line(say(!here ? 'log.offline' : unseen[seat] ? 'log.here' : 'log.back', { name }))];
    if (after.away[seat] && !before.away[seat]) return [line(say('log.away', { name }))];
    if (before.away[seat] && !after.away[seat]) return [line(say('log.back', { name }))];
    const voted = after.votes[seat]?.by.filter((voter) => !before.votes[seat]?.by.includes(voter)) ?? [];
    return voted.map((voter) => line(say('log.voted', { voter: company.name(voter), name })));
  });
}

export function sentences({ happened, seq, draft = 0 }: EventFrame, company: Company): LogLine[] {
  return pageLines(happened, seq, company, `${seq}.${draft}`);
}

/** The lines that an event makes in a log. */
export function pageLines(happened: Happened, at: number, company: Company, key = String(at)): LogLine[] {
  const seat = 'seat' in happened ? happened.seat : DEALER;
  const name = seat < 0 ? '' : company.name(seat);
  const line = (n: number, text: string, kind: LogLine['kind']) => ({ key: `${key}.${n}`, text, kind, seat, name, at });
  if (happened.what !== 'move') {
    return [line(0, ofTheHouse(happened, company), happened.what === 'said' ? 'said' : 'house')].filter(
      (one) => one.text,
    );
  }
  const promise = happened.seat === DEALER && ['commit', 'reveal'].includes(happened.move);
  const game = company.table?.game ?? company.view?.game;
  const facts = promise || !game ? [] : uiOf(game).tells(happened, company);
  const main = moved(happened, company);
  const told = [
    line(0, main, 'move'),
    ...facts.map((fact, n) => line(n + 1, sentence(fact, game!, company), main ? 'note' : 'move')),
  ];
  return told.filter((one) => one.text);
}
