import { prettified } from '../../lib/cards';
import { usual, type Face } from '../face';
import Centre from './Centre.svelte';

/** For a game that has no part of its own on the page: its view as it is, its moves as buttons. */
export const plain: Face = {
  ...usual,
  Centre,
  hasHand: false,
  sign: ['', '', ''],
  actions: (desk) => desk.view.moves.map((move) => ({ label: prettified(move), move })),
  task: () => 'Choose a move.',
  badges: () => [],
};
