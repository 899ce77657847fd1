// The marks of a sentence: `{name}`, `{name's}`, and `{count:one card|{count} cards}`. The twin of `MARK` in cards/facts.py.

const ALTERNATIVE = String.raw`(?:[^{}|]|\{\w+(?:'s)?\})*`;
const MARK = new RegExp(String.raw`\{(\w+)('s)?(?::(${ALTERNATIVE})\|(${ALTERNATIVE}))?\}`, 'g');

/** What fills the marks: a part, or its possessive, in words; and which of two alternatives a part asks for. */
export type Filling = { says(part: string, possessive: boolean): string; takesFirst(part: string): boolean };

export function filled(text: string, filling: Filling): string {
  return text.replace(MARK, (_, part: string, owner?: string, first?: string, second?: string) => {
    if (first === undefined) return filling.says(part, owner !== undefined);
    return filled(filling.takesFirst(part) ? first : second!, filling);
  });
}

/** All parts that a text names, and of them those that it says, while others only choose between alternatives. */
function named(text: string): { all: string[]; said: string[] } {
  const all = new Set<string>();
  const said = new Set<string>();
  for (const first of [true, false]) {
    filled(text, {
      says(part) {
        all.add(part);
        said.add(part);
        return '';
      },
      takesFirst(part) {
        all.add(part);
        return first;
      },
    });
  }
  return { all: [...all].sort(), said: [...said].sort() };
}

export const partsOf = (text: string) => named(text).all;
export const saidIn = (text: string) => named(text).said;

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
