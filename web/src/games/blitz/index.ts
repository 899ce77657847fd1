import { cardCount, prettified, short } from '../../lib/cards';
import type { BlitzFact, Fact } from '../../generated/facts';
import type { BlitzMove } from '../../generated/moves';
import type { BlitzView } from '../../generated/views';
import { counted } from '../../lib/facts';
import { advised, moveInWords, wordsOf } from '../../lib/moves';
import type { Action, Desk } from '../../table/desk.svelte';
import { celebrated } from '../titles';
import { bubbled, defaults, drawnCards, type Badge, type GameUi } from '../ui';
import Centre from './Centre.svelte';
import { Melding, alike, type End, type Reading } from './melds';
import { say } from '../../words/index.svelte';

export type { BlitzView };

const movesOf = (desk: Desk) => (desk.view as BlitzView).moves;
export const melding = (desk: Desk) => new Melding((desk.view as BlitzView).wild_rank);
export const readings = (desk: Desk): Reading[] => melding(desk).news(desk.cards);

const ADD_TO = { book: 'blitz.do_add', low: 'blitz.do_add_low', high: 'blitz.do_add_high' } as const;

const SHOWN = 3; // cards in a bubble; more are counted

const TURN: ReadonlySet<Fact['kind']> = new Set<BlitzFact['kind']>([
  'took_discards',
  'nothing_to_draw',
  'reshuffled',
  'drew',
  'meld_played',
  'added',
  'discarded',
]);

function drawing(desk: Desk): Action<BlitzMove>[] {
  const deep = desk.target;
  const take: Action<BlitzMove> = {
    label: deep > 0 ? say('blitz.take', { count: deep }) : say('blitz.take_some'),
    move: deep > 0 ? `take ${deep}` : undefined,
    why: say('blitz.take_why'),
    key: 'k',
    main: movesOf(desk).includes(`take ${deep}`),
    picks: true,
  };
  return [{ label: say('blitz.draw'), key: 's', move: 'stock', main: deep < 1 }, take];
}

function dealing(desk: Desk): Action<BlitzMove>[] {
  const first = desk.view.deal === 0 && desk.me === 0;
  return [
    { label: say('blitz.deal'), key: 'Enter', move: 'deal', main: true },
    {
      label: first ? say('blitz.let_deal', { name: desk.ground.name(1) }) : say('blitz.let_other_deal'),
      move: first ? 'deal 1' : undefined,
      why: say('blitz.you_deal'),
    },
  ];
}

function laying(desk: Desk): Action<BlitzMove>[] {
  const cards = desk.cards;
  const found = readings(desk);
  const reading = found[desk.reading % (found.length || 1)];
  const done = movesOf(desk).includes('complete');
  const one = cards.length === 1 ? cards[0]! : '';
  return [
    {
      label: say('blitz.new_meld'),
      key: 'n',
      move: reading?.move ?? (cards.length > 2 ? `new book ${cards.join(' ')}` : undefined),
      why: say(done ? 'blitz.done' : 'blitz.choose_meld'),
      wrong: !reading || done,
      main: !!reading && !done,
      picks: true,
    },
    {
      label: one ? say('blitz.discard_card', { card: short(one) }) : say('blitz.discard'),
      key: 'd',
      move: one ? `discard ${one}` : undefined,
      why: say('blitz.choose_discard'),
      wrong: done,
      main: !!one && !done,
      picks: true,
    },
  ];
}

export const blitz: GameUi = {
  ...defaults,
  Centre,
  deal: 'hand',
  ready: (desk) => !movesOf(desk).includes('stock') && !movesOf(desk).includes('deal'),
  sign: ['7h', '7s', '7c'],
  alike,
  actions(desk) {
    const moves = movesOf(desk);
    const done = moves.includes('complete');
    const first = moves.includes('deal') ? dealing : moves.includes('stock') ? drawing : laying;
    const undo = (desk.view as BlitzView).may_undo ? ('undo' as const) : undefined;
    return [
      ...first(desk),
      { label: say('blitz.undo'), key: 'u', move: undo, why: say('blitz.nothing_to_undo') },
      {
        label: say('blitz.complete'),
        key: 'c',
        move: done ? 'complete' : undefined,
        why: say('blitz.discard_first'),
        main: done,
      },
    ];
  },
  task(desk) {
    const { moves, duty } = desk.view as BlitzView;
    if (moves.includes('deal')) return say('blitz.task_deal');
    if (moves.includes('stock')) return say('blitz.task_draw');
    if (moves.includes('complete')) return say('blitz.task_complete');
    if (duty === 'joker') return say('blitz.task_joker');
    if (duty) return say('blitz.task_duty', { card: short(duty) });
    return say('blitz.task_lay');
  },
  marks(desk, card) {
    const { drawn, turn } = desk.view as BlitzView;
    return { wild: melding(desk).wild(card), drawn: turn === desk.me && !!drawn && drawnCards(desk).includes(card) };
  },
  dim: (desk) => (movesOf(desk).includes('complete') ? say('blitz.has_discarded') : ''),
  says(happened, { all }) {
    const move = happened.move as BlitzMove;
    const [verb, ...rest] = wordsOf(move);
    if (move === 'deal 1') return say('blitz.leaves_deal');
    if (verb === 'complete' && all) return say('blitz.completes');
    if (verb === 'deal' || verb === 'complete') return ''; // the facts tell it
    const cards = (from: number) => prettified(rest.slice(from).join(' '));
    if (verb === 'stock') return say('blitz.draws');
    if (verb === 'undo') return say('blitz.starts_again');
    if (verb === 'take') return say('blitz.takes', { cards: cardCount(Number(rest[0])) });
    if (verb === 'add') return say('blitz.adds', { cards: cards(2), meld: counted(Number(rest[0])) });
    if (verb === 'new') return say(rest[0] === 'book' ? 'blitz.plays_book' : 'blitz.plays_run', { cards: cards(1) });
    return moveInWords(move);
  },
  bubble({ seat: actor, facts = [] }, seat) {
    if (actor !== seat) return null;
    const played = facts.flatMap((fact) => (fact.kind === 'meld_played' || fact.kind === 'added' ? fact.cards : []));
    const cards = played.map((card) => card.replace(/=.*/, ''));
    if (facts.some(({ kind }) => kind === 'went_out')) return bubbled(say('shed.out'), cards, 'good');
    if (cards.length > SHOWN) return bubbled(say('blitz.plays_many', { count: cards.length }));
    if (cards.length) return bubbled(say('blitz.plays'), cards);
    const discarded = facts.find((fact) => fact.kind === 'discarded');
    return discarded?.kind === 'discarded' ? bubbled(say('blitz.discards'), [discarded.card]) : null;
  },
  advice(_, move) {
    const [verb, ...rest] = wordsOf(move as BlitzMove);
    const cards = prettified(rest.slice(verb === 'add' ? 2 : 1).join(' '));
    switch (verb) {
      case 'stock':
        return say('blitz.do_draw');
      case 'take':
        return say('blitz.do_take', { count: Number(rest[0]) });
      case 'new':
        return say(rest[0] === 'book' ? 'blitz.do_book' : 'blitz.do_run', { cards });
      case 'add':
        return say(ADD_TO[rest[1] as End], { cards, meld: counted(Number(rest[0])) });
      case 'complete':
        return say('blitz.do_complete');
      default:
        return advised(move);
    }
  },
  aim(desk, move) {
    const [verb, count] = wordsOf(move as BlitzMove);
    if (verb === 'take') desk.target = Number(count);
    desk.reading = Math.max(
      0,
      readings(desk).findIndex((reading) => alike(reading.move, move)),
    );
  },
  places(desk, move) {
    const [verb, count] = wordsOf(move as BlitzMove);
    if (verb === 'stock') return ['stock'];
    return verb === 'take' && desk.target !== Number(count) ? [`discard ${count}`] : [];
  },
  /** Whoever made a turn has seen it move by move, and so has whoever watches a replay. */
  tells({ seat, move, facts = [] }, { me, all }) {
    const seen = (move as BlitzMove) === 'complete' && (seat === me || all);
    return seen ? facts.filter(({ kind }) => !TURN.has(kind)) : facts;
  },
  moments: ({ facts = [] }, view, saying) =>
    facts.flatMap((fact) =>
      fact.kind === 'went_out' || fact.kind === 'last_lap' ? [celebrated(fact, view, saying)] : [],
    ),
  badges(view, seat): Badge[] {
    const { points, dealer } = view as BlitzView;
    const found: Badge[] = [{ text: say('common.pts', { count: points[seat]! }), title: say('common.points') }];
    if (dealer === seat) found.push({ text: say('blitz.dealer'), title: say('blitz.dealt') });
    return found;
  },
};
