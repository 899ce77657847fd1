// The house over HTTP.

import { learn } from './cards';
import { catalogue } from './catalogue.svelte';
import {
  Refusal,
  type Analysis,
  type CalledOn,
  type CallKey,
  type CallMe,
  type DailyInfo,
  type Entered,
  type EveningCommand,
  type EveningInfo,
  type GameInfo,
  type GuideInfo,
  type Nak,
  type NewAttempt,
  type NewEvening,
  type NewEveningPlayer,
  type NewPlayer,
  type NewTable,
  type Replay,
  type SeatCode,
  type Seated,
  type TableListing,
  type UsedCode,
} from './wire';
import { language, say } from '../words/index.svelte';
import { reasonOf } from '../words/house.svelte';

const PATIENCE = 10_000; // milliseconds

async function ask(path: string, body?: object, token = ''): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token && { Authorization: `Bearer ${token}` }),
      },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw new Refusal('unreachable', say('table.unreachable'));
  }
  if (answer.ok) return answer;
  const nak: Nak | null = await answer.json().catch(() => null);
  if (!nak?.reason) throw new Refusal('failed', say('table.not_understood', { status: answer.status }));
  throw new Refusal(nak.code, reasonOf(nak), nak.suggestion);
}

const fetchJson = async <T>(path: string, body?: object, token = ''): Promise<T> =>
  readJson(await ask(path, body, token));

async function readJson<T>(answer: Response): Promise<T> {
  try {
    return await answer.json();
  } catch {
    throw new Refusal('unreachable', say('table.unreachable'));
  }
}

/** A path with the language of the page, unless that is English, which every house speaks. */
const inLanguage = (path: string) => (language.code === 'en' ? path : `${path}?language=${language.code}`);

let known: { path: string; games: Promise<GameInfo[]> } | undefined;

/** The games, in the language of the page. */
export function games(): Promise<GameInfo[]> {
  const path = inLanguage('/api/games');
  if (known?.path === path) return known.games;
  const games = loadCatalogue(path).catch((refusal) => {
    known = undefined;
    throw refusal;
  });
  known = { path, games };
  return games;
}

async function loadCatalogue(path: string): Promise<GameInfo[]> {
  const answer = await ask(path);
  const games = await readJson<GameInfo[]>(answer);
  if (path !== inLanguage('/api/games')) return games; // another language was chosen meanwhile
  learn(games.map(({ deck }) => deck));
  catalogue.games = games;
  catalogue.version = answer.headers.get('Cardhouse-Version') ?? '';
  return games;
}

export const tables = () => fetchJson<TableListing[]>('/api/tables');
export const table = (id: string) => fetchJson<TableListing>(`/api/tables/${encodeURIComponent(id)}`);
/** Whether the house is there at all. */
export const answers = (id: string) =>
  table(id).then(
    () => true,
    (refusal: Refusal) => refusal.code !== 'unreachable',
  );
export const rules = async (game: string) => (await ask(`/api/games/${encodeURIComponent(game)}/rules`)).text();
export const guide = (game: string) => fetchJson<GuideInfo>(inLanguage(`/api/games/${encodeURIComponent(game)}/guide`));
/** The deals of a day, by default of today. */
export const daily = (date = '') =>
  fetchJson<DailyInfo>(date ? `/api/daily/${encodeURIComponent(date)}` : '/api/daily');
export const attempt = (game: string, wanted: NewAttempt) =>
  fetchJson<Seated>(`/api/daily/games/${encodeURIComponent(game)}`, wanted);
export const open = (wanted: NewTable) => fetchJson<Seated>('/api/tables', wanted);
export const sit = (id: string, wanted: NewPlayer) =>
  fetchJson<Seated>(`/api/tables/${encodeURIComponent(id)}/seats`, wanted);
/** Leave a table that this page does not visit. */
export const leave = (id: string, token: string) =>
  ask(`/api/tables/${encodeURIComponent(id)}/commands`, { type: 'leave', id: 1 }, token);
/** A code that moves the seat of this token to another device ... */
export const seatCode = (id: string, token: string) =>
  fetchJson<SeatCode>(`/api/tables/${encodeURIComponent(id)}/codes`, {}, token);
/** ... and the seat, at the other device. */
export const moveHere = (id: string, wanted: UsedCode) =>
  fetchJson<Seated>(`/api/tables/${encodeURIComponent(id)}/codes/use`, wanted);
/** The key with which this browser subscribes to calls; empty if the house calls nobody. */
export const callKey = async () => (await fetchJson<CallKey>('/api/calls')).key;
export const callMe = (id: string, token: string, subscription: CallMe) =>
  fetchJson<CalledOn>(`/api/tables/${encodeURIComponent(id)}/calls`, subscription, token);
export const doNotCall = (id: string, token: string, endpoint: string) =>
  fetchJson<CalledOn>(`/api/tables/${encodeURIComponent(id)}/calls/stop`, { endpoint }, token);
export const analyse = (id: string, match: number, since: number) =>
  fetchJson<Analysis>(`/api/tables/${encodeURIComponent(id)}/analysis`, { match, since });
export const replay = (id: string, match: string | null) =>
  fetchJson<Replay>(
    `/api/tables/${encodeURIComponent(id)}/replay${match ? `?match=${encodeURIComponent(match)}` : ''}`,
  );

export const openEvening = (wanted: NewEvening) => fetchJson<Entered>('/api/evenings', wanted);
export const evening = (id: string) => fetchJson<EveningInfo>(`/api/evenings/${encodeURIComponent(id)}`);
export const joinEvening = (id: string, wanted: NewEveningPlayer) =>
  fetchJson<Entered>(`/api/evenings/${encodeURIComponent(id)}/players`, wanted);
export const commandEvening = (id: string, command: EveningCommand, token: string) =>
  fetchJson<EveningInfo>(`/api/evenings/${encodeURIComponent(id)}/commands`, command, token);
