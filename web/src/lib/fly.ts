// Cards that fly: where they lay before, where they lie now, and the way between (FLIP, by the steps of an event).
//
// A card on the page has `data-card` and `data-zone`, as the steps name them; what stands for a zone as a whole, such as
// the seat of another player, has `data-anchor`. What turns a card over by CSS has `data-turns`.

import type { StepInfo } from './wire';

type Box = { x: number; y: number; w: number }; // its middle, and a card's width (0: it is not a card)
export type Positions = Map<string, Box[]>;
const DURATION = 320; // milliseconds
const STAGGER = 28; // milliseconds from one card to the next ...
const GLANCE = 30; // milliseconds between two looks at what flies
const LONGEST = 1100; // ... and to the last: of many cards, each waits less
const MOST_GHOSTS = 8; // of a zone; more would hide each other
const MOST_DEALT = 72; // the most backs that lie ready at once
const NEAR = 12; // pixels: a card that stays where it is, and is turned over
const BACK = 40; // pixels
const FAR = 0.6; // so large is a card that comes from a seat or the stock

const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, w: (element as HTMLElement).offsetWidth };
};
const quoted = (text: string) => `"${CSS.escape(text)}"`;
const cardsAt = (zone: string, card: string) =>
  document.querySelectorAll<HTMLElement>(`[data-zone=${quoted(zone)}][data-card=${quoted(card)}]`);
const anchorOf = (zone: string) =>
  document.querySelector(`[data-anchor=${quoted(zone)}]`) ?? document.querySelector(`[data-zone=${quoted(zone)}]`);

/** Where the cards of these steps, and the zones they come from, are now. */
export function positions(steps: StepInfo[]): Positions {
  const found: Positions = new Map();
  for (const { from, cards = [] } of steps) {
    const anchor = anchorOf(from) ?? document.querySelector('.felt');
    if (anchor) found.set(from, [{ ...boxOf(anchor), w: 0 }]);
    for (const card of cards) found.set(`${from} ${card}`, [...cardsAt(from, card)].map(boxOf));
  }
  return found;
}

/** Whether nothing is to move on the page. */
export const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** One card of a step; hidden ones have no name. */
type Leg = { from: string; to: string; card?: string };

/** The cards of these steps, one after the other. Cards that one zone deals to several go round: one to each, then again. */
export function legsOf(steps: readonly StepInfo[]): Leg[] {
  const [first] = steps;
  if (!first) return [];
  const other = steps.findIndex(({ from }) => from !== first.from);
  const together = other < 0 ? steps : steps.slice(0, other);
  const most = together.length > 1 ? Math.ceil(MOST_DEALT / together.length) : MOST_GHOSTS;
  const rows = together.map(({ from, to, cards = [], hidden = 0 }) => [
    ...cards.map((card): Leg => ({ from, to, card })),
    ...Array.from({ length: Math.min(hidden, most) }, (): Leg => ({ from, to })),
  ]);
  const rounds = Math.max(...rows.map(({ length }) => length));
  const dealt = Array.from({ length: rounds }, (_, round) => rows.flatMap((row) => row.slice(round, round + 1)));
  return [...dealt.flat(), ...legsOf(steps.slice(together.length))];
}

/** Let the cards that are somewhere else now come from where they were. */
export function fly(before: Positions, steps: StepInfo[], speed: number): void {
  if (still()) return;
  const used = new Map<string, number>();
  const next = (key: string) => {
    used.set(key, (used.get(key) ?? -1) + 1);
    return used.get(key)!;
  };
  const legs = legsOf(steps);
  const apart = Math.min(STAGGER, LONGEST / legs.length) * speed;
  const queue: Launch[] = [];
  const launch: Launcher = (start) => queue.push({ delay: queue.length * apart, start });
  for (const { from, to, card } of legs) {
    const there = card === undefined ? [] : cardsAt(to, card);
    const element = there[there.length - 1 - next(`to ${to} ${card}`)];
    const start = before.get(`${from} ${card}`)?.[next(`from ${from} ${card}`)] ?? before.get(from)?.[0];
    if (from === to) {
      if (element) turn(element, speed);
    } else if (element && start) come(element, start, launch, from === 'stock', speed);
    else if (start) ghost(start, to, launch, speed);
  }
  if (queue.length) depart(queue);
}

/** Resolve when no card is in the air or being turned over any more, or nobody looks. */
export async function landed(): Promise<void> {
  while (!document.hidden && (waiting.size || document.querySelector('.flying') || turning()))
    await new Promise((look) => setTimeout(look, GLANCE));
}

/** Whether a card marked with `data-turns` is not turned over yet: a busy page begins its animations late. */
const turning = () =>
  [...document.querySelectorAll('[data-turns]')].some((card) => card.getAnimations().some(isRunning));
const isRunning = ({ playState }: Animation) => playState === 'running';

/** Let all cards that are in the air be where they go, and all that turn be turned. */
export function land(): void {
  for (const motion of document.getAnimations()) {
    if (motion instanceof CSSAnimation && motion.effect?.getComputedTiming().endTime !== Infinity) motion.finish();
  }
  for (const flying of document.querySelectorAll('.flying')) {
    for (const flight of flying.getAnimations()) flight.finish();
  }
  for (const queue of waiting) queue.length = 0;
  for (const cover of covers) cover.cancel();
  covers.clear();
}

type Launch = { delay: number; start: () => void };
type Launcher = (start: Launch['start']) => void; // it gives each its turn
const waiting = new Set<Launch[]>();
const covers = new Set<Animation>(); // of cards whose likenesses fly

/**
 * Launch each thing when its turn comes: a hundred things that wait in the air at once would cost frames. The time runs
 * from the second frame on, when the table below has been painted.
 */
function depart(queue: Launch[]): void {
  waiting.add(queue);
  const look = (began: number, now: number) => {
    while (queue.length && queue[0]!.delay <= now - began) queue.shift()!.start();
    if (queue.length) requestAnimationFrame((later) => look(began, later));
    else waiting.delete(queue);
  };
  requestAnimationFrame(() => requestAnimationFrame((now) => look(now, now)));
}

/** The card's likeness flies above everything, from box to box, dealt cards face-down; it appears when it has landed. */
function come(element: HTMLElement, start: Box, launch: Launcher, dealt: boolean, speed: number): void {
  const end = boxOf(element);
  if (Math.hypot(start.x - end.x, start.y - end.y) < NEAR) return turn(element, speed);
  const likeness = dealt ? cardBack() : (element.cloneNode(true) as HTMLElement);
  for (const mark of ['data-card', 'data-zone']) likeness.removeAttribute(mark);
  // Opacity would give each card a layer of its own, and cost frames.
  const cover = element.animate({ clipPath: ['inset(50%)', 'inset(50%)'] }, { duration: 1, fill: 'forwards' });
  covers.add(cover);
  const uncover = () => {
    cover.cancel();
    covers.delete(cover);
  };
  const way = [pose(start, start.w ? start.w / end.w : FAR), pose(end, 1)];
  launch(() => flyAlong(likeness, { width: end.w, way, duration: DURATION * speed, landed: uncover }));
}

/** A card that nobody may see, or that is not shown where it goes: its back flies there and is gone. */
function ghost(start: Box, to: string, launch: Launcher, speed: number): void {
  const target = anchorOf(to);
  if (!target) return;
  const way = [pose(start, 1), { ...pose(boxOf(target), 0.7), opacity: 0.4 }];
  launch(() => flyAlong(cardBack(), { width: BACK, way, duration: DURATION * speed }));
}

function cardBack(): HTMLElement {
  const back = document.createElement('div');
  back.className = 'ghost';
  return back;
}

const pose = ({ x, y }: Box, scale: number): Keyframe => ({
  transform: `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${scale})`,
});

type Flight = { width: number; way: Keyframe[]; duration: number; landed?: () => void };

function flyAlong(thing: HTMLElement, { width, way, duration, landed }: Flight): void {
  thing.classList.add('flying');
  thing.style.setProperty('--card', `${width}px`);
  thing.setAttribute('aria-hidden', 'true');
  document.body.append(thing);
  const flight = thing.animate(way, { duration, easing: 'cubic-bezier(.2,.8,.3,1)', fill: 'both' });
  flight.onfinish = flight.oncancel = () => {
    thing.remove();
    landed?.();
  };
}

function turn(element: HTMLElement, speed: number): void {
  element.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], {
    duration: DURATION * speed,
    easing: 'ease-out',
  });
}
