// Faces of animals for the players. At one table no two are alike: they differ by shape, and so without their colours.

import type { Ground } from './desk.svelte';

/** A part of a face: its colour and its outline, on a square of 64. Without a colour it is a line. */
type Part = [colour: string, outline: string];
export type Face = { ground: string; parts: Part[] };

const round = (x: number, y: number, r: number, ry = r) =>
  `M${x - r} ${y}a${r} ${ry} 0 1 0 ${2 * r} 0a${r} ${ry} 0 1 0 ${-2 * r} 0z`;
const pair = (x: number, y: number, r: number, ry = r) => round(32 - x, y, r, ry) + round(32 + x, y, r, ry);
const INK = '#1f2328';
const eyes = (x: number, y: number, r = 2.6): Part => [INK, pair(x, y, r)];

const ALL: Face[] = [
  {
    ground: '#bfe3f7', // fox
    parts: [
      ['#d9622b', 'M11 10l15 12h12l15-12 2 24q-6 17-23 23Q15 51 9 34z'],
      ['#fff', 'M9 35q14 2 23 22Q15 51 9 35zM55 35q-14 2-23 22 17-6 23-22z'],
      eyes(9, 36),
      [INK, round(32, 54, 4)],
    ],
  },
  {
    ground: '#f3d9a4', // owl
    parts: [
      ['#7a5638', 'M12 10q20 14 40 0v28a20 20 0 0 1-40 0z'],
      ['#fff', pair(9, 31, 9)],
      eyes(9, 31, 4.5),
      ['#f0a92b', 'M27 38h10l-5 9z'],
    ],
  },
  {
    ground: '#f6c9d8', // cat
    parts: [
      ['#5d6673', 'M12 9l14 13h12L52 9v30q-2 17-20 17T12 39z'],
      ['#ffd75e', pair(9, 34, 4.5)],
      [INK, pair(9, 34, 1.6, 4)],
      ['#f2a3b3', 'M28 42h8l-4 5z'],
      ['', 'M20 46l-12-2M20 49l-11 3M44 46l12-2M44 49l11 3'],
    ],
  },
  {
    ground: '#cfe8c4', // bear
    parts: [
      ['#8a5a33', pair(17, 17, 9) + round(32, 35, 22)],
      ['#e8c9a3', round(32, 43, 11, 9)],
      eyes(9, 31),
      [INK, round(32, 39, 4, 3)],
      ['', 'M32 42v4q-3 3-6 1M32 46q3 3 6 1'],
    ],
  },
  {
    ground: '#9ed3b5', // rabbit
    parts: [
      ['#fdfdfd', pair(9, 16, 6, 15) + round(32, 41, 18)],
      ['#f4b6c2', pair(9, 16, 2.6, 10)],
      eyes(8, 38),
      ['#e88aa0', 'M28 44h8l-4 5z'],
    ],
  },
  {
    ground: '#fbe6a2', // frog
    parts: [
      ['#3f9a4b', pair(12, 20, 10) + round(32, 38, 24, 18)],
      ['#fff', pair(12, 20, 6)],
      eyes(12, 20, 3),
      ['', 'M17 42q15 12 30 0'],
    ],
  },
  {
    ground: '#ffd2a8', // penguin
    parts: [
      ['#28374d', round(32, 34, 23)],
      ['#fff', pair(8, 33, 10) + round(32, 43, 14, 11)],
      eyes(8, 32, 3),
      ['#f39a26', 'M25 39h14l-7 8z'],
    ],
  },
  {
    ground: '#d7c6f0', // panda
    parts: [
      [INK, pair(17, 16, 9)],
      ['#fff', round(32, 36, 22)],
      [INK, pair(9, 33, 6, 7)],
      ['#fff', pair(9, 32, 2.4)],
      [INK, round(32, 42, 4, 3)],
      ['', 'M26 48q6 4 12 0'],
    ],
  },
  {
    ground: '#a9c7ef', // chick
    parts: [
      ['#f7c932', round(32, 37, 21) + 'M32 18q-9-2-9-11 8 1 9 9 1-8 9-9 0 9-9 11z'],
      eyes(9, 33),
      ['#ee7f2d', 'M24 39h16l-8 10z'],
    ],
  },
  {
    ground: '#c7e5e2', // pig
    parts: [
      ['#f19aae', 'M11 12l16 5h10l16-5-3 17H14z' + round(32, 36, 21)],
      ['#d9708a', round(32, 42, 10, 7)],
      [INK, pair(4, 42, 1.8, 3)],
      eyes(10, 31),
    ],
  },
  {
    ground: '#e6d3c0', // lion
    parts: [
      ['#b5651d', round(32, 34, 27)],
      ['#f3bd57', pair(15, 21, 5) + round(32, 36, 18)],
      eyes(7, 32),
      [INK, 'M27 39h10l-5 5z'],
      ['', 'M32 43q-1 5-7 4M32 43q1 5 7 4'],
    ],
  },
  {
    ground: '#ffe3d6', // mouse
    parts: [
      ['#8d97a6', pair(18, 20, 13) + round(32, 40, 18)],
      ['#f6c2cc', pair(18, 20, 8)],
      eyes(7, 38),
      ['#e0607e', round(32, 47, 4, 3)],
    ],
  },
];

/** A number from a name, the same in every browser. */
const hash = (name: string) => [...name].reduce((sum, sign) => (sum * 31 + sign.codePointAt(0)!) % 65521, 7);

/** A face for each name: the one that its letters ask for, or the next that nobody has. */
export function facesOf(names: readonly string[]): Face[] {
  const taken = new Set<number>();
  return names.map((name) => {
    let at = hash(name) % ALL.length;
    while (taken.size < ALL.length && taken.has(at)) at = (at + 1) % ALL.length;
    taken.add(at);
    return ALL[at]!;
  });
}

export function facesAt(ground: Ground): Face[] {
  const count = ground.table?.seats.length ?? ground.view?.seats ?? 0;
  return facesOf(Array.from({ length: count }, (_, seat) => ground.name(seat)));
}
