// The title at a seat: of this deal, as soon as it is known, and until then of the deal before.

import { uiOf } from '../games';
import { ordinal } from '../games/story';
import type { Title } from '../games/titles';
import type { Badge } from '../games/ui';
import type { Ground } from './desk.svelte';
import { say } from '../words/index.svelte';

type Place = { place: number; before: boolean };

/** The place that a title comes from. One that somebody else has now taken is gone. */
function placeAt(ground: Ground, seat: number): Place | null {
  if (ground.table?.result) return { place: ground.lastDeal[seat] ?? 0, before: false };
  const now = uiOf(ground.view!.game).standing(ground.view!);
  if (now[seat]) return { place: now[seat], before: false };
  const place = ground.lastDeal[seat];
  return place && !now.includes(place) ? { place, before: true } : null;
}

export function titleAt(ground: Ground, seat: number): (Title & Place) | null {
  const { view } = ground;
  const found = view && seat < view.seats ? placeAt(ground, seat) : null;
  if (!found?.place) return null;
  const title = uiOf(view!.game).title(found.place, view!.seats);
  if (title?.brief && ground.table?.phase === 'play') return null;
  if (title?.last && found.before && ground.table?.sheet.length === 0) return null; // it was in the match before
  if (title) return { ...title, ...found };
  return found.before ? null : { text: ordinal(found.place), crown: false, ...found };
}

/** What is told of a player: the title, then what the game tells. */
export function badgesAt(ground: Ground, seat: number): Badge[] {
  const { view } = ground;
  if (!view || seat >= view.seats) return [];
  const title = titleAt(ground, seat);
  const told = uiOf(view.game).badges(view, seat);
  if (!title) return told;
  const when = title.before ? 'title.place_last' : ground.table?.result ? 'title.place_match' : 'title.place_deal';
  return [{ text: title.text, title: say(when, { place: title.place }), good: title.crown }, ...told];
}
