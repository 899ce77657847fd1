// The options of a table, as people read them.

import { catalogue } from './catalogue.svelte';
import type { OptionInfo, TableInfo } from './wire';

const USUAL_GRACE = 30; // seconds

/** How people read a value of an option. */
export const labelOf = ({ values, labels }: Pick<OptionInfo, 'values' | 'labels'>, value: string | number) =>
  labels[values.indexOf(String(value))] ?? String(value);

/** Whether an option is on or off, and nothing else. */
export const isSwitch = ({ values }: Pick<OptionInfo, 'values'>) => values.join() === 'off,on';

/** `20 seconds`, `1 minute`. */
export function lasting(seconds: number): string {
  const [count, unit] = seconds % 60 ? [seconds, 'second'] : [seconds / 60, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What a table has chosen: whatever people choose often, and of the rest what is not as usual. */
export function choicesOf({ game, options, clock, grace, level, suggestions, chat }: TableInfo): string[] {
  const declared = catalogue.of(game)?.options ?? [];
  const shown = declared.filter(({ name, rare, ...option }) =>
    rare || isSwitch(option) ? options[name] !== option.default : true,
  );
  const chosen = shown.map((option) => {
    const value = labelOf(option, options[option.name]!);
    return isSwitch(option) && value === 'on' ? option.label : `${option.label}: ${value}`;
  });
  return [
    ...chosen,
    `Bots: ${level}`,
    clock ? `${lasting(clock)} for a move` : 'No clock',
    ...(grace === USUAL_GRACE ? [] : [`${lasting(grace)} to reconnect`]),
    ...(suggestions ? [] : ['No suggestions']),
    ...(chat ? [] : ['No chat']),
  ];
}
