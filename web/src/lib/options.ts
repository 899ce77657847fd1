// The options of a table, as people read them.

import { catalogue } from './catalogue.svelte';
import type { GameInfo, NetInfo, OptionInfo, Phase, TableInfo } from './wire';
import { isKey, say } from '../words/index.svelte';

const USUAL_GRACE = 30; // seconds

/** How people read a value of an option. */
export const labelOf = ({ values, labels }: Pick<OptionInfo, 'values' | 'labels'>, value: string | number) =>
  labels[values.indexOf(String(value))] ?? String(value);

/** Whether an option is on or off, and nothing else. */
export const isSwitch = ({ values }: Pick<OptionInfo, 'values'>) => values.join() === 'off,on';

/** `20 seconds`, `1 minute`. */
export const lasting = (seconds: number) =>
  seconds % 60 ? say('time.seconds', { count: seconds }) : say('time.minutes', { count: seconds / 60 });

/** The name of a level of bots. */
export function levelName(level: string): string {
  const key = `level.${level}`;
  return isKey(key) ? say(key as 'level.easy') : level;
}

/** The levels of bots at a table: the net of `master` fits some numbers of seats and some options. */
export function levelsAt(
  { levels, net }: Pick<GameInfo, 'levels' | 'net'>,
  seats: number,
  options: Record<string, string | number>,
): Record<string, string> {
  const { master, ...others } = levels;
  return master && net && fits(net, seats, options) ? levels : others;
}

function fits(net: NetInfo, seats: number, options: Record<string, string | number>): boolean {
  return (
    net.seats.includes(seats) &&
    Object.entries(options).every(([name, value]) => {
      const known = net.options[name] ?? [];
      return known.includes(value) || isBetween(value, known);
    })
  );
}

function isBetween(value: string | number, known: (string | number)[]): boolean {
  const numbers = known.filter((one) => typeof one === 'number');
  return typeof value === 'number' && value > Math.min(...numbers) && value < Math.max(...numbers);
}

const PHASES = {
  open: 'home.waiting',
  play: 'home.playing',
  pause: 'home.between',
  over: 'home.over',
  closed: 'home.closed',
} as const;

/** What goes on at a table, in a few words. */
export const phaseName = (phase: Phase) => say(PHASES[phase]);

/** What a table has chosen: whatever people choose often, and of the rest what is not as usual. */
export function choicesOf({ game, options, clock, grace, level, suggestions, chat }: TableInfo): string[] {
  const declared = catalogue.of(game)?.options ?? [];
  const shown = declared.filter(({ name, rare, ...option }) =>
    rare || isSwitch(option) ? options[name] !== option.default : true,
  );
  const chosen = shown.map((option) => {
    const value = labelOf(option, options[option.name]!);
    return isSwitch(option) && options[option.name] === 'on'
      ? option.label
      : say('choice.value', { label: option.label, value });
  });
  return [
    ...chosen,
    say('choice.bots', { level: levelName(level) }),
    clock ? say('new.for_a_move', { time: lasting(clock) }) : say('choice.no_clock'),
    ...(grace === USUAL_GRACE ? [] : [say('choice.reconnect', { time: lasting(grace) })]),
    ...(suggestions ? [] : [say('choice.no_suggestions')]),
    ...(chat ? [] : [say('choice.no_chat')]),
  ];
}
