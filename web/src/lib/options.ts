// The options of a table, as people read them.

import { catalogue } from './catalogue.svelte';
import type { OptionInfo, TableInfo } from './wire';

/** How people read a value of an option. */
export const labelOf = ({ values, labels }: OptionInfo, value: string | number) =>
  labels[values.indexOf(String(value))] ?? String(value);

/** What a table has chosen, in a line. */
export function optionsOf({ game, options, clock, grace, level, suggestions }: TableInfo): string {
  const declared = catalogue.of(game)?.options ?? [];
  const chosen = declared.map((option) => `${option.label}: ${labelOf(option, options[option.name]!)}`);
  const bots = [level && `Bot level: ${level}`, suggestions === false && 'No suggestions'].filter(Boolean);
  const times = [clock ? `Clock: ${clock} s per move` : 'No clock', `Time to reconnect: ${grace} s`];
  return [...chosen, ...bots, ...times].join(' · ');
}
