// Cards that fly: where they lay before, where they lie now, and the way between (FLIP, by the steps of an event).
//
// A card on the page has `data-card` and `data-place`, as the steps name them; what stands for a place as a whole, such as
// the seat of another player, has `data-anchor`.

import type { Step } from './wire';

type Box = { x: number; y: number; w: number };
export type Positions = Map<string, Box[]>;
const DURATION = 320; // milliseconds
const STAGGER = 28;
const MOST_GHOSTS = 8; // more would hide each other

const boxOf = (element: Element): Box => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, w: width };
};
const quoted = (text: string) => `"${CSS.escape(text)}"`;
const cardsAt = (place: string, card: string) =>
  document.querySelectorAll<HTMLElement>(`[data-place=${quoted(place)}][data-card=${quoted(card)}]`);
const anchorOf = (place: string) =>
  document.querySelector(`[data-anchor=${quoted(place)}]`) ?? document.querySelector(`[data-place=${quoted(place)}]`);

/** Where the cards of these steps, and the places they come from, are now. */
export function positions(steps: Step[]): Positions {
  const found: Positions = new Map();
  for (const { from, cards = [] } of steps) {
    const anchor = anchorOf(from);
    if (anchor) found.set(from, [boxOf(anchor)]);
    for (const card of cards) found.set(`${from} ${card}`, [...cardsAt(from, card)].map(boxOf));
  }
  return found;
}

const still = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Let the cards that are somewhere else now come from where they were. */
export function fly(before: Positions, steps: Step[], speed: number): void {
  if (still()) return;
  const used = new Map<string, number>();
  const next = (key: string) => {
    used.set(key, (used.get(key) ?? -1) + 1);
    return used.get(key)!;
  };
  let order = 0;
  for (const { from, to, cards = [], hidden = 0 } of steps) {
    for (const card of cards) {
      const there = cardsAt(to, card);
      const element = there[there.length - 1 - next(`to ${to} ${card}`)];
      const start = before.get(`${from} ${card}`)?.[next(`from ${from} ${card}`)] ?? before.get(from)?.[0];
      if (element && from === to) turn(element, speed);
      else if (element && start) come(element, start, speed, order++);
      else if (start) ghost(start, to, speed, order++);
    }
    const start = before.get(from)?.[0];
    for (let i = 0; start && i < Math.min(hidden, MOST_GHOSTS); i++) ghost(start, to, speed, order++);
  }
}

function come(element: HTMLElement, start: Box, speed: number, order: number): void {
  const end = boxOf(element);
  element.animate(
    [
      {
        transform: `translate(${start.x - end.x}px, ${start.y - end.y}px) scale(${start.w / (end.w || 1)})`,
        zIndex: 50,
      },
      { transform: 'none', zIndex: 50 },
    ],
    {
      duration: DURATION * speed,
      delay: order * STAGGER * speed,
      easing: 'cubic-bezier(.2,.8,.3,1)',
      fill: 'backwards',
    },
  );
}

function turn(element: HTMLElement, speed: number): void {
  element.animate([{ transform: 'rotateY(90deg)' }, { transform: 'none' }], {
    duration: DURATION * speed,
    easing: 'ease-out',
  });
}

/** A card that nobody may see, or that is not shown where it goes: its back flies there and is gone. */
function ghost(start: Box, to: string, speed: number, order: number): void {
  const target = anchorOf(to);
  if (!target) return;
  const end = boxOf(target);
  const back = document.createElement('div');
  back.className = 'ghost';
  back.setAttribute('aria-hidden', 'true');
  document.body.append(back);
  const at = ({ x, y }: Box) => `translate(${x}px, ${y}px) translate(-50%, -50%)`;
  const flight = back.animate(
    [
      { transform: `${at(start)} scale(1)`, opacity: 1 },
      { transform: `${at(end)} scale(0.7)`, opacity: 0.4 },
    ],
    { duration: DURATION * speed, delay: order * STAGGER * speed, easing: 'cubic-bezier(.2,.8,.3,1)', fill: 'both' },
  );
  flight.onfinish = flight.oncancel = () => back.remove();
}
