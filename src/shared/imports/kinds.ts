// What the values of an imported column can be read as: declared once, for the reading, the page and the command.

/** What is detected, from the narrowest on; MONEY, PERCENT and WAN are numbers in a special notation. */
export const foundKinds = [
  'BOOLEAN',
  'BIGINT',
  'DECIMAL',
  'DOUBLE',
  'MONEY',
  'PERCENT',
  'WAN',
  'DATE',
  'TIMESTAMP',
  'VARCHAR',
] as const
export type FoundKind = (typeof foundKinds)[number]

/**
 * What people may choose: beside these, answers to questions that no value decides, and readings in which values of
 * another kind are empty.
 */
export const chosenKinds = [
  ...foundKinds,
  'MONTH_FIRST',
  'DAY_FIRST',
  'YEAR_FIRST',
  'COMMA',
  'PERCENT_MIXED',
  'PERCENT_ALL',
  'NUMBER_OR_EMPTY',
  'DATE_OR_EMPTY',
] as const
/**
 * YEAR_2026: the year of days without one. YEARS_2025: that of the first row, where the rows go over the turn of a
 * year.
 */
export type ChosenKind = (typeof chosenKinds)[number] | `YEAR_${number}` | `YEARS_${number}`
