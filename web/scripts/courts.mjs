// The court figures, cut out of Adrian Kennard's deck (CC0): our own cards frame them. `npm run courts` writes them anew.
import { readFile, writeFile } from 'node:fs/promises';
import { optimize } from 'svgo';

const DECK = new URL('../node_modules/@heruka_urgyen/react-playing-cards/src/images/2color/', import.meta.url);
const COURTS = new URL('../src/cards/courts/', import.meta.url);
const FIGURE = '-82.4 -130.4 164.8 260.8';
const SIGNS = /<use [^>]*height="(?:32|26\.769|55\.68)"[^>]*><\/use>/g;

for (const [letter, rank] of [
  ['J', 11],
  ['Q', 12],
  ['K', 13],
]) {
  for (const suit of 'CDHS') {
    const card = await readFile(new URL(`${letter}${suit}.svg`, DECK), 'utf8');
    const figure = card
      .replace(/viewBox="-120 -168 240 336"/, `viewBox="${FIGURE}"`)
      .replace(/ (?:class="card"|face="\w+"|height="3.5in"|width="2.5in")/g, '')
      .replace(SIGNS, '');
    const { data } = optimize(figure, { multipass: true, floatPrecision: 1 });
    await writeFile(new URL(`${rank}${suit.toLowerCase()}.svg`, COURTS), `${data}\n`);
  }
}
