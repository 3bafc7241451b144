// The scalar functions allowed in expressions; no others reach SQL.
import type { Kind } from './tree.ts'

/**
 * Accepted arguments. `moment`: a date or time; `unit`: one of `truncateUnits`, as a literal; `digits`: a
 * number of decimals, as a literal; `same`: of the same kind as the other `same` arguments.
 */
type Accepts = 'numeric' | 'string' | 'moment' | 'boolean' | 'unit' | 'digits' | 'any' | 'same'

interface ScalarFunction {
  /** One entry per argument; the last also applies to all further arguments. */
  accepts: readonly Accepts[]
  least: number
  most: number
  /**
   * `common`: the common kind of its `same` (or numeric) arguments. `moment`: a time for the unit hour, else
   * a date.
   */
  result: Kind | 'common' | 'moment'
}

const many = 100
const text = { accepts: ['string'], least: 1, most: 1, result: 'string' } as const
const part = { accepts: ['moment'], least: 1, most: 1, result: 'integer' } as const
const whole = { accepts: ['numeric'], least: 1, most: 1, result: 'number' } as const
const choice = { accepts: ['same'], least: 2, most: many, result: 'common' } as const

export const truncateUnits = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const

export const functions: Record<string, ScalarFunction> = {
  __proto__: null as never,
  coalesce: { ...choice, least: 1 },
  ifnull: { ...choice, most: 2 },
  nullif: { ...choice, most: 2 },
  greatest: { ...choice, least: 1 },
  least: { ...choice, least: 1 },
  if: { accepts: ['boolean', 'same', 'same'], least: 3, most: 3, result: 'common' },
  abs: { accepts: ['numeric'], least: 1, most: 1, result: 'common' },
  round: { accepts: ['numeric', 'digits'], least: 1, most: 2, result: 'number' },
  floor: whole,
  ceil: whole,
  sign: { ...whole, result: 'integer' },
  lower: text,
  upper: text,
  trim: text,
  length: { ...text, result: 'integer' },
  substr: { accepts: ['string', 'numeric', 'numeric'], least: 2, most: 3, result: 'string' },
  replace: { accepts: ['string', 'string', 'string'], least: 3, most: 3, result: 'string' },
  concat: { accepts: ['any'], least: 1, most: many, result: 'string' },
  contains: { accepts: ['string', 'string'], least: 2, most: 2, result: 'boolean' },
  starts_with: { accepts: ['string', 'string'], least: 2, most: 2, result: 'boolean' },
  date_trunc: { accepts: ['unit', 'moment'], least: 2, most: 2, result: 'moment' },
  date_diff: { accepts: ['unit', 'moment', 'moment'], least: 3, most: 3, result: 'integer' },
  year: part,
  quarter: part,
  month: part,
  week: part,
  day: part,
  hour: part,
  weekday: part,
}

export const functionAliases: Record<string, string> = {
  __proto__: null as never,
  ceiling: 'ceil',
  substring: 'substr',
  char_length: 'length',
  datediff: 'date_diff',
  datetrunc: 'date_trunc',
  iff: 'if',
}

export const aggregateNames = new Set(
  `sum count avg mean min max median mode stddev variance quantile any_value first last list array_agg string_agg
  group_concat count_if countif sum_if sumif uniq uniqexact approx_count_distinct bool_or bool_and arg_max arg_min
  total product corr`.split(/\s+/),
)

export const windowNames = new Set(
  `row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value`.split(
    /\s+/,
  ),
)

/** SQL keywords; a column with such a name must be quoted. */
export const statementWords = new Set(
  `select insert update delete drop create alter truncate with union intersect except from where group having order
  limit offset join on using attach detach copy export import install load pragma call set reset use show describe
  summarize explain execute prepare values exists any all some over distinct window qualify into recursive
  returning interval`.split(/\s+/),
)
