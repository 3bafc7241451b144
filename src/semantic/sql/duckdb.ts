// The dialect of DuckDB 1.5, the reference for the results of others.
import type { CastType } from '../model/expression/tree.ts'
import type { BoundType } from '../plan/tree/tree.ts'
import { type Dialect, microsecondsADay } from './dialect.ts'
import { maskText } from './masks.ts'

export const boundTypes: Record<BoundType, string> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  huge: 'HUGEINT',
  number: 'DOUBLE',
  date: 'DATE',
  datetime: 'TIMESTAMP',
}

const castNames: Record<Exclude<CastType, 'decimal'>, string> = {
  integer: 'BIGINT',
  double: 'DOUBLE',
  varchar: 'VARCHAR',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
}

const text = (value: string): string => `'${value.replaceAll("'", "''")}'`
const isNonZeroLiteral = (operand: string): boolean => /^\d+(\.\d+)?$/.test(operand) && Number(operand) !== 0
const orEmpty = (divisor: string): string => (isNonZeroLiteral(divisor) ? divisor : `nullif(${divisor}, 0)`)

const renamed: Record<string, string> = { substr: 'substring', weekday: 'isodow', ifnull: 'coalesce' }

export const duckdb: Dialect = {
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  selected: (column) => column,
  text,
  parameter: (place, type) => `CAST($${place} AS ${boundTypes[type]})`,
  anyOf: (operand, place, type) => `${operand} IN (SELECT unnest(CAST($${place} AS ${boundTypes[type]}[])))`,
  contains: (operand, wanted) => `contains(${operand}, ${wanted})`,
  startsWith: (operand, wanted) => `starts_with(${operand}, ${wanted})`,
  rank: (operand, place, length) =>
    `CASE WHEN ${operand} IS NOT NULL THEN coalesce(list_position(CAST($${place} AS VARCHAR[]), CAST(${operand} AS VARCHAR)), ${length + 1}) END`,
  masked: (operand, kind, key) =>
    maskText(operand, kind, kind === 'device' ? `CAST($${key()} AS VARCHAR)` : ''),
  day: (day) => `DATE '${day}'`,
  moment: (day, hour) => `TIMESTAMP '${day} ${String(hour).padStart(2, '0')}:00:00'`,
  wallClock: (operand, zone) => `timezone(${text(zone)}, ${operand})`,
  businessDay: (operand, cutoffHour) =>
    `CAST(${cutoffHour === 0 ? operand : `${operand} - INTERVAL ${cutoffHour} HOUR`} AS DATE)`,
  // date_trunc('week') starts on Monday.
  truncated: (operand, grain) =>
    grain === 'hour' ? `date_trunc('hour', ${operand})` : `CAST(date_trunc('${grain}', ${operand}) AS DATE)`,
  shifted(operand, { unit, count }, from, cutoffHour) {
    // A date plus a number of days stays a date; an interval would convert each row to a timestamp.
    if (from === 'date' && unit === 'day') return `(${operand} ${count < 0 ? '-' : '+'} ${Math.abs(count)})`
    const interval = `INTERVAL (${count}) ${unit.toUpperCase()}`
    if (from === 'date') return `CAST(${operand} + ${interval} AS DATE)`
    // Months count from the business day, not from the hours after midnight that still belong to it.
    const hours = unit === 'month' && cutoffHour > 0 ? `INTERVAL ${cutoffHour} HOUR` : null
    return hours === null ? `(${operand} + ${interval})` : `(${operand} - ${hours} + ${interval} + ${hours})`
  },
  series(first, last, unit) {
    const moments = `unnest(generate_series(${first}, ${last}, INTERVAL 1 ${unit.toUpperCase()}))`
    return unit === 'day' ? `CAST(${moments} AS DATE)` : moments
  },
  unitsBetween: (first, last, unit) => `date_diff('${unit}', ${first}, ${last})`,
  microseconds: (first, last) => `date_diff('microsecond', ${first}, ${last})`,
  wholeDays: (microseconds) => `(${microseconds} // ${microsecondsADay})`,
  unless: (condition, message, value) =>
    `CASE WHEN ${condition} THEN error(${text(message)}) ELSE ${value} END`,
  notFinite: (operand) => `NOT isfinite(${operand})`,
  divide: (left, right) => `${left} / ${orEmpty(right)}`,
  remainder: (left, right) => `${left} % ${orEmpty(right)}`,
  widen: (operand) => `CAST(${operand} AS BIGINT)`,
  number: (digits) => digits,
  cast: (operand, type, precision) =>
    type === 'varchar'
      ? `CAST(${operand} AS VARCHAR)`
      : `TRY_CAST(${operand} AS ${type === 'decimal' ? `DECIMAL(${precision?.join(', ')})` : castNames[type]})`,
  call: callOf,
  aggregate(aggregate, argument, condition) {
    const filter = condition === null ? '' : ` FILTER (WHERE ${condition})`
    if (aggregate === 'count') return `count(${argument ?? '*'})${filter}`
    if (aggregate === 'distinct') return `count(DISTINCT ${argument})${filter}`
    return `${aggregate}(${argument})${filter}`
  },
  over(how, values, window) {
    const name = how === 'earliest' ? 'arg_min' : how === 'latest' ? 'arg_max' : how
    return `${name}(${values.join(', ')}) OVER (${window})`
  },
  // Skips nulls by itself.
  latest: (value, moment) => `arg_max(${value}, ${moment})`,
  earliest: (value, moment) => `arg_min(${value}, ${moment})`,
  statistic(statistic, value) {
    const real = `CAST(${value} AS DOUBLE)`
    // From exact sums: no digit depends on the order of rows.
    if (statistic.how === 'mean') return `CAST(sum(${value}) AS DOUBLE) / nullif(count(${value}), 0)`
    if (statistic.how === 'min' || statistic.how === 'max')
      return `CAST(${statistic.how}(${value}) AS DOUBLE)`
    // A single value has no deviation: empty.
    if (statistic.how === 'deviation') return `stddev_samp(${real})`
    return `${statistic.approximate ? 'approx_quantile' : 'quantile_cont'}(${real}, ${statistic.share})`
  },
  joined: (argument) => `string_agg(DISTINCT ${argument}, '、' ORDER BY ${argument})`,
  listed: (argument) => `list(${argument}) FILTER (WHERE ${argument} IS NOT NULL)`,
  countUntil: (list, day) => `coalesce(len(list_filter(${list}, lambda one : one <= ${day})), 0)`,
  semiJoin: 'SEMI JOIN',
  same: (left, right) => `${left} IS NOT DISTINCT FROM ${right}`,
  materialized: (name) => `${name} AS MATERIALIZED`,
  repeated: (name) => name,
  runsSubqueriesFirst: false,
  valueList: null,
  whereAny: (rows) => `WHERE EXISTS (SELECT 1 FROM ${rows})`,
  atMost: (most, sources, message) =>
    `WHERE CASE WHEN ${sources.map((name) => `(SELECT count(*) FROM ${name})`).join(' * ')} > ${most} THEN error(${text(message)}) ELSE TRUE END`,
  everything: (source) => `${source}.*`,
  truth: (condition) => condition,
  bitOr: (argument, condition) =>
    `bit_or(${argument})${condition === null ? '' : ` FILTER (WHERE ${condition})`}`,
  hasBit: (set, bit) => `(${set} & ${bit}) <> 0`,
}

function callOf(name: string, values: string[]): string {
  const [first = '', second = '', third = ''] = values
  switch (name) {
    case 'if':
      return `CASE WHEN ${first} THEN ${second} ELSE ${third} END`
    case 'date_trunc':
      return first.toLowerCase() === "'hour'"
        ? `date_trunc('hour', ${second})`
        : `CAST(date_trunc(${first.toLowerCase()}, ${second}) AS DATE)`
    case 'date_diff':
      return first.toLowerCase() === "'week'"
        ? weeksBetween(second, third)
        : `date_diff(${first.toLowerCase()}, ${second}, ${third})`
    default:
      return `${renamed[name] ?? name}(${values.join(', ')})`
  }
}

/** The number of Mondays in between: DuckDB's date_diff('week') would count full spans of seven days. */
function weeksBetween(from: string, until: string): string {
  return `(date_diff('day', date_trunc('week', ${from}), date_trunc('week', ${until})) // 7)`
}
