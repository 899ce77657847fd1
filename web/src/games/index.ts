// The only register of the games' own parts.

import { blitz } from './blitz';
import { davenport } from './davenport';
import { dynasty } from './dynasty';
import type { GameUi } from './ui';
import { javelin } from './javelin';
import { plain } from './plain';
import { president } from './president';

const UIS: Record<string, GameUi> = { blitz, davenport, dynasty, javelin, president };

export const uiOf = (game: string): GameUi => UIS[game] ?? plain;
