// The rulings: questions that the rulebooks leave open, and the readings that can be chosen. The first is the default.

export const RULINGS = {
  extra_turn: ['compulsory', 'optional'],
  ordinary_turn: ['compulsory'],
  stock_limit: ['every_turn', 'whole_run'],
  draw_pile: ['reshuffle_when_wanted'],
  floors_short: ['printed_first'],
  replacement: ['compulsory', 'may_decline'],
  empty_container: ['shortage', 'no_shortage'],
  second_trigger: ['first_decides', 'shortage_adds_turn', 'shortage_adds_round'],
  last_roof_cone: ['at_once', 'after_last_turn'],
  same_card: ['one_action'],
  starting_floors: ['reveal_all_then_place'],
  border: ['joined_by_road', 'both_at_border', 'any_of_districts'],
  which_park: ['any'],
  starting_placer: ['first_player'],
  shortage_last_turns: ['like_last_roof'],
  no_roof_on_top: ['no_cone'],
  stars_looked_at: ['after_the_action'],
  chip_taking: ['automatic'],
};

/** Every ruling with the reading in force. */
export function allRulings(chosen) {
  const defaults = Object.entries(RULINGS).map(([name, readings]) => [name, readings[0]]);
  return { ...Object.fromEntries(defaults), ...chosen };
}

/** Only the rulings that differ from the default. */
export function withoutDefaults(chosen) {
  return Object.fromEntries(Object.entries(chosen).filter(([name, reading]) => reading !== RULINGS[name][0]));
}
