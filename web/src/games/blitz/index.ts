import { cardCount, prettified, short } from '../../lib/cards';
import type { BlitzFact, Fact } from '../../generated/facts';
import type { BlitzMove } from '../../generated/moves';
import type { BlitzView } from '../../generated/views';
import { counted } from '../../lib/facts';
import { wordsOf, type Verb } from '../../lib/moves';
import type { Action, Desk } from '../../table/desk.svelte';
import { amount } from '../story';
import { celebrated } from '../titles';
import { bubbled, defaults, drawnCards, type Badge, type GameUi } from '../ui';
import Centre from './Centre.svelte';
import { Melding, alike, type Reading } from './melds';

export type { BlitzView };

const movesOf = (desk: Desk) => (desk.view as BlitzView).moves;
export const melding = (desk: Desk) => new Melding((desk.view as BlitzView).wild_rank);
export const readings = (desk: Desk): Reading[] => melding(desk).news(desk.cards);

const VERBS: Partial<Record<Verb<BlitzMove>, string>> = {
  stock: 'draws from the stock',
  undo: 'starts the turn again',
  new: 'plays',
  discard: 'discards',
};

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
    label: deep > 0 ? `Take ${deep} ${deep === 1 ? 'discard' : 'discards'}` : 'Take discards',
    move: deep > 0 ? `take ${deep}` : undefined,
    why: 'Choose how many to take: tap one of the discards.',
    key: 'k',
    main: movesOf(desk).includes(`take ${deep}`),
    picks: true,
  };
  return [{ label: 'Draw from the stock', key: 's', move: 'stock', main: deep < 1 }, take];
}

function dealing(desk: Desk): Action<BlitzMove>[] {
  const first = desk.view.deal === 0 && desk.me === 0;
  return [
    { label: 'Deal', key: 'Enter', move: 'deal', main: true },
    {
      label: first ? `Let ${desk.ground.name(1)} deal` : 'Let another deal',
      move: first ? 'deal 1' : undefined,
      why: 'You deal this hand.',
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
      label: 'Play new meld',
      key: 'n',
      move: reading?.move ?? (cards.length > 2 ? `new book ${cards.join(' ')}` : undefined),
      why: done ? 'You have discarded: complete your turn, or undo.' : 'Choose three cards or more for a new meld.',
      wrong: !reading || done,
      main: !!reading && !done,
      picks: true,
    },
    {
      label: one ? `Discard ${short(one)}` : 'Discard',
      key: 'd',
      move: one ? `discard ${one}` : undefined,
      why: 'Choose the one card to discard.',
      wrong: done,
      main: !!one && !done,
      picks: true,
    },
  ];
}

export const blitz: GameUi = {
  ...defaults,
  Centre,
  deal: 'Hand',
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
      { label: 'Undo', key: 'u', move: undo, why: 'There is nothing to undo.' },
      {
        label: 'Complete',
        key: 'c',
        move: done ? 'complete' : undefined,
        why: 'Draw, and discard a card first.',
        main: done,
      },
    ];
  },
  task(desk) {
    const { moves, duty } = desk.view as BlitzView;
    if (moves.includes('deal')) return 'Deal the next hand: the dealer starts with a wild card.';
    if (moves.includes('stock')) return 'Draw from the stock, or take discards down to a card that you can play.';
    if (moves.includes('complete')) return 'Complete your turn, or undo it: nobody has seen it yet.';
    if (duty) return `Play ${duty === 'joker' ? 'a joker' : short(duty)} in this turn: you took it from the discards.`;
    return 'Play books and runs if you like, then discard one card.';
  },
  marks(desk, card) {
    const { drawn, turn } = desk.view as BlitzView;
    return { wild: melding(desk).wild(card), drawn: turn === desk.me && !!drawn && drawnCards(desk).includes(card) };
  },
  dim: (desk) => (movesOf(desk).includes('complete') ? 'You have discarded.' : ''),
  says(happened) {
    const move = happened.move as BlitzMove;
    const [verb, ...rest] = wordsOf(move);
    if (move === 'deal 1') return 'leaves the first deal to the next player';
    if (verb === 'deal' || verb === 'complete') return ''; // the facts tell it
    if (verb === 'take') return `takes ${cardCount(Number(rest[0]))} from the discards`;
    if (verb === 'add') return `adds ${prettified(rest.slice(2).join(' '))} to meld ${counted(Number(rest[0]))}`;
    return `${VERBS[verb] ?? verb} ${prettified(rest.join(' '))}`.trim();
  },
  bubble({ seat: actor, facts = [] }, seat) {
    if (actor !== seat) return null;
    const played = facts.flatMap((fact) => (fact.kind === 'meld_played' || fact.kind === 'added' ? fact.cards : []));
    const cards = played.map((card) => card.replace(/=.*/, ''));
    if (facts.some(({ kind }) => kind === 'went_out')) return bubbled('out!', cards, 'good');
    if (cards.length > SHOWN) return bubbled(`plays ${cards.length} cards`);
    if (cards.length) return bubbled('plays', cards);
    const discarded = facts.find((fact) => fact.kind === 'discarded');
    return discarded?.kind === 'discarded' ? bubbled('discards', [discarded.card]) : null;
  },
  advice(_, move) {
    const [verb, ...rest] = wordsOf(move as BlitzMove);
    const cards = prettified(rest.slice(verb === 'add' ? 2 : 1).join(' '));
    switch (verb) {
      case 'stock':
        return 'draw from the stock';
      case 'take':
        return `take ${rest[0]} ${rest[0] === '1' ? 'discard' : 'discards'}`;
      case 'new':
        return `play a ${rest[0]}: ${cards}`;
      case 'add':
        return `add ${cards} to ${rest[1] === 'book' ? '' : `the ${rest[1]} end of `}meld ${counted(Number(rest[0]))}`;
      case 'complete':
        return 'complete your turn';
      default:
        return prettified(move);
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
  /** Whoever made a turn has seen it move by move. */
  tells({ seat, move, facts = [] }, { me }) {
    return (move as BlitzMove) === 'complete' && seat === me ? facts.filter(({ kind }) => !TURN.has(kind)) : facts;
  },
  moments: ({ facts = [] }, view, saying) =>
    facts.flatMap((fact) =>
      fact.kind === 'went_out' || fact.kind === 'last_lap' ? [celebrated(fact, view, saying)] : [],
    ),
  badges(view, seat): Badge[] {
    const { points, dealer } = view as BlitzView;
    const found: Badge[] = [{ text: amount(points[seat]!, ['pt', 'pts']), title: 'points' }];
    if (dealer === seat) found.push({ text: 'dealer', title: 'dealt this hand' });
    return found;
  },
};
