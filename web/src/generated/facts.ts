// Every fact that a house tells: tools/words.py writes this.

export type SharedFact =
  | { kind: 'no_such_card'; name: string }
  | { kind: 'out'; seat: number; place: number }
  | { kind: 'points'; seat: number; points: number }
  | { kind: 'pile_cleared' }
  | { kind: 'deal_over' }
  | { kind: 'match_over' }
  | { kind: 'not_dealt' }
  | { kind: 'dealer_acts' }
  | { kind: 'not_your_turn'; seat: number }
  | { kind: 'leader_passes' }
  | { kind: 'not_held'; cards: string[] }
  | { kind: 'no_card' }
  | { kind: 'unknown_move'; move: string; examples: string }
  | { kind: 'not_in_range'; text: string; most: number }
  | { kind: 'not_a_play'; most: number; number: number }
  | { kind: 'named_twice'; card: string }
  | { kind: 'not_one_rank'; first: string; second: string }
  | { kind: 'not_text'; type: string }
  | { kind: 'no_game'; name: string; games: string; trouble: string }
  | { kind: 'wrong_seats'; game: string; least: number; most: number; seats: string }
  | { kind: 'wrong_number_of_seats'; game: string; wanted: number; seats: string }
  | { kind: 'not_options'; given: string }
  | { kind: 'no_option'; game: string; name: string; options: string }
  | { kind: 'wrong_option'; name: string; choices: string; value: string }
  | { kind: 'committed'; commitment: string }
  | { kind: 'revealed'; revealed: string }
  | { kind: 'continued' }
  | { kind: 'move_too_long'; most: number; length: number }
  | { kind: 'move_not_text'; most: number; type: string }
  | { kind: 'not_one_space'; wanted: string; move: string }
  | { kind: 'fault_not_text'; type: string }
  | { kind: 'no_seat'; number: string; seats: number }
  | { kind: 'wrong_name'; most: number; name: string }
  | { kind: 'wrong_names'; names: string; seats: number }
  | { kind: 'wrong_seating'; seating: string; seats: number }
  | { kind: 'nobody_joins'; game: string }
  | { kind: 'join_between_deals' }
  | { kind: 'full_table'; most: number }
  | { kind: 'full_match'; most: number }
  | { kind: 'not_begun' };
export type BlitzFact =
  | { kind: 'hand_dealt'; seat: number }
  | { kind: 'jokers_wild' }
  | { kind: 'rank_wild'; rank: string }
  | { kind: 'joker_owed' }
  | { kind: 'card_owed'; card: string }
  | { kind: 'took_discards'; seat: number; cards: number }
  | { kind: 'nothing_to_draw'; seat: number }
  | { kind: 'reshuffled'; seat: number }
  | { kind: 'drew'; seat: number }
  | { kind: 'meld_played'; seat: number; form: string; meld: number; cards: string[] }
  | { kind: 'added'; seat: number; form: string; meld: number; cards: string[] }
  | { kind: 'discarded'; seat: number; card: string }
  | { kind: 'last_lap'; seat: number }
  | { kind: 'went_out'; seat: number }
  | { kind: 'lap_over' }
  | { kind: 'no_card_left' }
  | { kind: 'hand_points'; seat: number; points: number; gained: number }
  | { kind: 'one_deck_is_too_few'; seats: number }
  | { kind: 'not_a_deal' }
  | { kind: 'other_deals'; seat: number }
  | { kind: 'deal_first' }
  | { kind: 'dealt_already' }
  | { kind: 'drawn_already' }
  | { kind: 'nothing_to_undo' }
  | { kind: 'draw_first' }
  | { kind: 'has_discarded' }
  | { kind: 'play_joker_first' }
  | { kind: 'play_card_first'; card: string }
  | { kind: 'discard_first' }
  | { kind: 'no_meld' }
  | { kind: 'wrong_take'; most: number; wanted: number }
  | { kind: 'cannot_use'; card: string }
  | { kind: 'ends_with_ace'; meld: number }
  | { kind: 'needs_rank'; card: string; meld: number; rank: string }
  | { kind: 'needs_card'; card: string; meld: number; needed: string }
  | { kind: 'not_a_number'; text: string; what: string }
  | { kind: 'no_meaning'; text: string; name: string }
  | { kind: 'too_short'; form: string; cards: number }
  | { kind: 'no_such_meld'; meld: number }
  | { kind: 'name_cards' }
  | { kind: 'add_to_book'; meld: number; end: string }
  | { kind: 'add_to_run'; meld: number; end: string }
  | { kind: 'means_other'; card: string; meaning: string; said: string }
  | { kind: 'book_takes_ranks'; said: string }
  | { kind: 'run_takes_cards'; said: string }
  | { kind: 'say_rank' }
  | { kind: 'say_card' }
  | { kind: 'not_wild'; card: string; said: string }
  | { kind: 'run_too_long' }
  | { kind: 'not_in_run'; card: string; needed: string };
export type DavenportFact =
  | { kind: 'showed'; seat: number; card: string; unseen: boolean }
  | { kind: 'won_round'; seat: number }
  | { kind: 'playoff'; seats: number[] }
  | { kind: 'eliminated'; seat: number }
  | { kind: 'not_in_playoff'; seat: number }
  | { kind: 'has_committed' };
export type DynastyFact =
  | { kind: 'pays_tax'; seat: number; to: number; cards: number }
  | { kind: 'last'; seat: number; place: number }
  | { kind: 'monarch'; seat: number; crowns: number; monarchies: number }
  | { kind: 'too_few' }
  | { kind: 'no_cards_named' }
  | { kind: 'not_one_value'; first: string; second: string }
  | { kind: 'too_many_cards'; cards: number }
  | { kind: 'wrong_gift'; cards: number }
  | { kind: 'has_passed' }
  | { kind: 'nothing_to_give' }
  | { kind: 'not_playable' }
  | { kind: 'cannot_follow'; cards: string[]; pile: string[]; wanted: number }
  | { kind: 'taxes_not_paid' }
  | { kind: 'owes'; cards: number; to: number }
  | { kind: 'left_already'; seat: number };
export type JavelinFact =
  | { kind: 'guessed_right'; card: string }
  | { kind: 'guessed_wrong' }
  | { kind: 'took'; card: string }
  | { kind: 'proved'; seat: number; slot: number; least: string; most: string }
  | { kind: 'none_down'; seat: number }
  | { kind: 'none_up'; seat: number }
  | { kind: 'forfeited'; seat: number }
  | { kind: 'stuck'; seat: number }
  | { kind: 'drawn' }
  | { kind: 'not_any_move' }
  | { kind: 'not_face_up'; slot: number }
  | { kind: 'empty_deck' }
  | { kind: 'only_one_card' }
  | { kind: 'is_sideways'; slot: number }
  | { kind: 'is_higher'; card: string; other: string }
  | { kind: 'none_to_attack'; slot: number }
  | { kind: 'none_to_guess'; slot: number };
export type PresidentFact =
  | { kind: 'direction_turned' }
  | { kind: 'skipped'; seat: number }
  | { kind: 'not_an_answer'; type: string }
  | { kind: 'not_the_opening'; opening: string[]; move: string }
  | { kind: 'does_not_beat'; cards: string[]; pile: string[] };

export type Fact = SharedFact | BlitzFact | DavenportFact | DynastyFact | JavelinFact | PresidentFact;
