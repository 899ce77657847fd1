// The only register of the games' own parts.

import { blitz } from './blitz';
import { davenport } from './davenport';
import { dynasty } from './dynasty';
import type { Face } from './face';
import { javelin } from './javelin';
import { plain } from './plain';
import { president } from './president';

const FACES: Record<string, Face> = { blitz, davenport, dynasty, javelin, president };

export const face = (game: string): Face => FACES[game] ?? plain;
