// The house over HTTP.

import { learn } from './cards';
import { catalogue } from './catalogue.svelte';
import {
  Refusal,
  type GameInfo,
  type GuideInfo,
  type Nak,
  type NewPlayer,
  type NewTable,
  type Replay,
  type Seated,
  type TableListing,
} from './wire';

const PATIENCE = 10_000; // milliseconds
export const UNREACHABLE = 'The house does not answer. Check your connection and try again.';

async function ask(path: string, body?: object): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(path, {
      method: body ? 'POST' : 'GET',
      headers: body && { 'Content-Type': 'application/json' },
      body: body && JSON.stringify(body),
      signal: AbortSignal.timeout(PATIENCE),
    });
  } catch {
    throw new Refusal('unreachable', UNREACHABLE);
  }
  if (answer.ok) return answer;
  const nak: Partial<Nak> = await answer.json().catch(() => ({}));
  const sentence = nak.reason ?? `The house sent an answer that this page does not understand (${answer.status}).`;
  throw new Refusal(nak.code ?? 'failed', sentence, nak.suggestion);
}

const fetchJson = async <T>(path: string, body?: object): Promise<T> => readJson(await ask(path, body));

async function readJson<T>(answer: Response): Promise<T> {
  try {
    return await answer.json();
  } catch {
    throw new Refusal('unreachable', UNREACHABLE);
  }
}

let known: Promise<GameInfo[]> | undefined;

export function games(): Promise<GameInfo[]> {
  known ??= loadCatalogue().catch((refusal) => {
    known = undefined;
    throw refusal;
  });
  return known;
}

async function loadCatalogue(): Promise<GameInfo[]> {
  const answer = await ask('/api/games');
  const games = await readJson<GameInfo[]>(answer);
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
export const guide = (game: string) => fetchJson<GuideInfo>(`/api/games/${encodeURIComponent(game)}/guide`);
export const open = (wanted: NewTable) => fetchJson<Seated>('/api/tables', wanted);
export const sit = (id: string, wanted: NewPlayer) =>
  fetchJson<Seated>(`/api/tables/${encodeURIComponent(id)}/seats`, wanted);
export const replay = (id: string, match: string | null) =>
  fetchJson<Replay>(
    `/api/tables/${encodeURIComponent(id)}/replay${match ? `?match=${encodeURIComponent(match)}` : ''}`,
  );
