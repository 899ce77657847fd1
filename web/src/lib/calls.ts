// Calls: the house tells this device that it is the player's turn, by Web Push, even if the page is closed. The service
// worker shows them. It has no words and no seats, so the page keeps what it needs in a cache, without any token.

import * as api from './api';
import { seats, tastes, type Kept } from './memory.svelte';
import { language, say } from '../words/index.svelte';

/** Why this device cannot be called. */
export type Obstacle = 'insecure' | 'install' | 'unable' | 'blocked' | 'house' | 'failed';

const CALLS = 'calls'; // the cache; sw.js reads it

/** What this browser lacks, if anything. iOS calls only pages on the home screen. */
export function lack(): Obstacle | '' {
  if (!isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return 'standalone' in navigator && !navigator.standalone ? 'install' : 'unable';
  return Notification.permission === 'denied' ? 'blocked' : '';
}

/** Whether to offer calls unasked: the page is installed, or may show notifications. */
export const fitsHere = (): boolean =>
  !lack() && (Notification.permission === 'granted' || matchMedia('(display-mode: standalone)').matches);

/** Why nobody can be called on this device; asks the house, too. */
export async function obstacle(): Promise<Obstacle | ''> {
  return lack() || ((await api.callKey().catch(() => '')) ? '' : 'house');
}

/** Be called on this device, at all tables without a clock. Returns why that is not possible, or nothing. */
export async function turnOn(): Promise<Obstacle | ''> {
  const lacking = lack();
  if (lacking) return lacking;
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked';
  const key = await api.callKey().catch(() => '');
  if (!key) return 'house';
  try {
    if (!(await subscription(key))) return 'unable';
  } catch {
    return 'failed';
  }
  tastes.calls = true;
  for (const seat of seats()) await callMeAt(seat, '');
  return '';
}

/** Do not be called on this device any more. */
export async function turnOff(): Promise<void> {
  tastes.calls = false;
  const found = await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription();
  if (found) {
    for (const { id, token } of seats()) await api.doNotCall(id, token, found.endpoint).catch(() => {});
    await found.unsubscribe().catch(() => {}); // and if the house was not told, the push service tells it
  }
  await caches.delete(CALLS);
}

/** Be called at this table from now on. If it has a clock, or the house does not answer, the next visit tries again. */
export async function callMeAt(seat: Kept, title: string): Promise<void> {
  try {
    const key = await api.callKey();
    const found = key && (await subscription(key));
    if (!found) return;
    await keepWords(seat, title);
    const { p256dh = '', auth = '' } = found.toJSON().keys ?? {};
    await api.callMe(seat.id, seat.token, { endpoint: found.endpoint, p256dh, auth });
  } catch {
    // see above
  }
}

/** Close the notifications of calls to this table, because the player is there. */
export async function dismiss(id: string): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  const shown = await registration?.getNotifications?.({ tag: `${CALLS} ${id}` });
  shown?.forEach((notification) => notification.close());
}

/** The subscription of this browser with the key of this house; nothing, if there is no service worker. */
async function subscription(key: string): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration) return null;
  await navigator.serviceWorker.ready;
  const found = await registration.pushManager.getSubscription();
  if (found && written(found.options.applicationServerKey) === key) return found;
  await found?.unsubscribe(); // it belongs to a house that was here before
  return registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

function written(key: ArrayBuffer | null): string {
  const letters = String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0)));
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const asJson = (value: object) => new Response(JSON.stringify(value));

/** Keep the sentences of calls in the language of the page, and who the player is at this table. */
async function keepWords({ id, name, game }: Kept, title: string): Promise<void> {
  const cache = await caches.open(CALLS);
  const said = {
    turn: say('calls.turn'),
    over: say('calls.over'),
    unsure: say('calls.unsure'),
    look: say('calls.look'),
  };
  const words = { lang: language.code, ...said };
  const known = (await (await cache.match(`/${CALLS}/${id}`))?.json())?.title;
  await cache.put(`/${CALLS}`, asJson(words));
  await cache.put(`/${CALLS}/${id}`, asJson({ name, title: title || known || game }));
  const current = new Set(['', ...seats().map((seat) => `/${seat.id}`)].map((end) => `/${CALLS}${end}`));
  for (const { url } of await cache.keys()) if (!current.has(new URL(url).pathname)) await cache.delete(url);
}
