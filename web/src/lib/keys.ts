// Secrets that this browser makes, and keeps before it sends them: if the answer is lost, the same request gets it again.

import { read, write } from './memory.svelte';

type KeptKey = { use: string; key: string };

const KEYS = 'cardhouse keys';
const MOST = 20;
let unkept: KeptKey[] = []; // for a browser that keeps nothing

export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function kept(): KeptKey[] {
  const found = read<unknown>(KEYS, unkept);
  return Array.isArray(found) ? found.filter((one) => typeof one?.key === 'string') : unkept;
}

function keep(keys: KeptKey[]): void {
  unkept = keys.slice(0, MOST);
  write(KEYS, unkept);
}

/** The key for a request, which stays the same until it is forgotten. */
export function keyFor(use: string): string {
  const known = kept().find((one) => one.use === use);
  if (known) return known.key;
  const key = newKey();
  keep([{ use, key }, ...kept()]);
  return key;
}

/** Forget a key: its request was answered. */
export function forgetKey(use: string): void {
  keep(kept().filter((one) => one.use !== use));
}
