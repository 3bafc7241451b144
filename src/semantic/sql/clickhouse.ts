// The dialect of ClickHouse 26. Results equal DuckDB's: operators, functions and casts are written by the
// operands' exact types (clickhouse/expression.ts), everything else here.
//
//   DuckDB                                     ClickHouse
//   DATE '2026-01-01'                          toDate32('2026-01-01')
//   CAST($1 AS DOUBLE)                         {p1:Float64}
//   sum(f."a") FILTER (WHERE x)                sumOrNullIf(f."a", x)
//   count(DISTINCT f."p")                      toInt64(uniqExact(f."p"))
//   a IS NOT DISTINCT FROM b                   a <=> b
import type { CastType } from '../model/expression/tree.ts'
import type { BoundType } from '../plan/tree/tree.ts'
import { columnText, expressionText, startOf } from './clickhouse/expression.ts'
import { lowered } from './clickhouse/letters.ts'
import { numberText, summable } from './clickhouse/numbers.ts'
import { quoted as text } from './clickhouse/once.ts'
import { asText } from './clickhouse/texts.ts'
import { type Dialect, microsecondsADay, type WindowFunction } from './dialect.ts'
import { maskTextInClickHouse } from './masks.ts'
import { indent } from './select.ts'

/**
 * Settings sent with each statement, on which its meaning depends. Wall-clock times are `DateTime64(6,
 * 'UTC')`, days `Date32`, whatever the server's zone.
 */
export const clickhouseSettings: Readonly<Record<string, string | number>> = {
  join_use_nulls: 1,
  prefer_column_name_to_alias: 1,
  union_default_mode: 'DISTINCT',
  except_default_mode: 'DISTINCT',
  session_timezone: 'UTC',
  cast_keep_nullable: 1,
  enable_materialized_cte: 1,
  // A shard that is down is an error and never a smaller figure; a join of distributed tables sees all of its rows.
  skip_unavailable_shards: 0,
  distributed_product_mode: 'global',
  // A formula may have hundreds of operators, a report hundreds of points.
  max_ast_depth: 10_000,
  max_parser_depth: 10_000,
  max_ast_elements: 1_000_000,
  max_expanded_ast_elements: 5_000_000,
  max_query_size: 16_000_000,
  // Numbers in texts are parsed to the last digit.
  precise_float_parsing: 1,
  // Disabled: our statements have nothing to optimize here, and it reads the whole statement again for each
  // ORDER BY term.
  optimize_redundant_functions_in_order_by: 0,
}

const boundTypes: Record<BoundType, string> = {
  text: 'String',
  integer: 'Int64',
  huge: 'Int256',
  number: 'Float64',
  date: 'Date32',
  datetime: "DateTime64(6, 'UTC')",
}

/** The expression that parses a text as a type. */
const readers: Record<BoundType, (text: string) => string> = {
  text: (given) => given,
  integer: (given) => `toInt64(${given})`,
  huge: (given) => `toInt256(${given})`,
  number: (given) => `toFloat64(${given})`,
  date: (given) => `toDate32(${given})`,
  // Seconds are optional.
  datetime: (given) => `parseDateTime64BestEffort(${given}, 6, 'UTC')`,
}

const castNames: Record<Exclude<CastType, 'decimal'>, string> = {
  integer: 'Int64',
  double: 'Float64',
  varchar: 'String',
  boolean: 'Bool',
  date: 'Date32',
  timestamp: "DateTime64(6, 'UTC')",
}

const windowNames: Record<WindowFunction, string> = {
  sum: 'sumOrNull',
  count: 'count',
  min: 'minOrNull',
  max: 'maxOrNull',
  rank: 'rank',
  row_number: 'row_number',
  earliest: 'argMinOrNull',
  latest: 'argMaxOrNull',
  lag: 'lagInFrame',
  lead: 'leadInFrame',
}

const isNeighbour = (how: WindowFunction): boolean => how === 'lag' || how === 'lead'

const isNonZeroLiteral = (operand: string): boolean => /^\d+(\.\d+)?$/.test(operand) && Number(operand) !== 0
const orEmpty = (divisor: string): string => (isNonZeroLiteral(divisor) ? divisor : `nullIf(${divisor}, 0)`)

export const clickhouse: Dialect = {
  expression: expressionText,
  column: columnText,
  identifier: (name) => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`,
  // In a join ClickHouse names a column `f.x` if another source has an x, too; the alias keeps it `x`.
  selected: (column, name) => `${column} AS ${name}`,
  text,
  parameter: (place, type) =>
    type === 'datetime' ? readers.datetime(`{p${place}:String}`) : `{p${place}:${boundTypes[type]}}`,
  // Lists are bound as texts and converted in a subquery: its result is hashed once, whereas a computed array
  // would be searched for each row.
  anyOf: (operand, place, type) =>
    type === 'text'
      ? `${operand} IN {p${place}:Array(String)}`
      : `${operand} IN (SELECT ${readers[type](`trimBoth(arrayJoin({p${place}:Array(String)}))`)})`,
  contains: (operand, wanted) => `position(${operand}, ${wanted}) > 0`,
  startsWith: (operand, wanted) => `startsWith(${operand}, ${wanted})`,
  rank: (operand, place, length) =>
    `CASE WHEN ${operand} IS NOT NULL THEN if(indexOf({p${place}:Array(String)}, toString(${operand})) = 0, ${length + 1}, indexOf({p${place}:Array(String)}, toString(${operand}))) END`,
  masked: (operand, kind, key) =>
    maskTextInClickHouse(`toString(${operand})`, kind, kind === 'device' ? `{p${key()}:String}` : ''),
  day: (day) => `toDate32('${day}')`,
  moment: (day, hour) => `toDateTime64('${day} ${String(hour).padStart(2, '0')}:00:00', 6, 'UTC')`,
  wallClock: (operand, zone) =>
    `(toDateTime64(${operand}, 6, 'UTC') + toIntervalSecond(timezoneOffset(toTimeZone(${operand}, ${text(zone)}))))`,
  businessDay: (operand, cutoffHour) =>
    `toDate32(${cutoffHour === 0 ? operand : `${operand} - INTERVAL ${cutoffHour} HOUR`})`,
  truncated: (operand, grain) => startOf(grain, operand),
  shifted(operand, { unit, count }, from, cutoffHour) {
    const interval = `INTERVAL ${count} ${unit.toUpperCase()}`
    if (from === 'date') return `toDate32(toDate32(${operand}) + ${interval})`
    // Months count from the business day, not from the hours after midnight that still belong to it.
    const hours = unit === 'month' && cutoffHour > 0 ? `INTERVAL ${cutoffHour} HOUR` : null
    return hours === null ? `(${operand} + ${interval})` : `(${operand} - ${hours} + ${interval} + ${hours})`
  },
  // Without rows there are no bounds and no days.
  series: (first, last, unit) =>
    unit === 'day'
      ? `arrayJoin(arrayMap(step -> ${first} + step, range(toUInt32(ifNull(dateDiff('day', ${first}, ${last}) + 1, 0)))))`
      : `arrayJoin(arrayMap(step -> ${first} + toIntervalHour(step), range(toUInt32(ifNull(dateDiff('hour', ${first}, ${last}) + 1, 0)))))`,
  unitsBetween: (first, last, unit) => `dateDiff('${unit}', ${first}, ${last})`,
  microseconds: (first, last) =>
    `(toUnixTimestamp64Micro(toDateTime64(${last}, 6, 'UTC')) - toUnixTimestamp64Micro(toDateTime64(${first}, 6, 'UTC')))`,
  wholeDays: (microseconds) => `intDiv(${microseconds}, ${microsecondsADay})`,
  // throwIf is inside the value, so that it is not evaluated where there are no rows.
  unless: (condition, message, value) => `if(throwIf(${condition}, ${text(message)}) = 0, ${value}, NULL)`,
  notFinite: (operand) => `ifNull(isFinite(${operand}) = 0, 0)`,
  divide: (left, right) => `toFloat64(${left}) / ${orEmpty(`toFloat64(${right})`)}`,
  remainder: (left, right) => `${left} % ${orEmpty(right)}`,
  widen: (operand) => operand,
  number: numberText,
  cast: (operand, type, precision, exact = { is: 'unknown' }) =>
    type === 'varchar'
      ? asText({ text: operand, exact, digits: null })
      : `accurateCastOrNull(${operand}, '${type === 'decimal' ? `Decimal(${precision?.join(', ')})` : castNames[type].replaceAll("'", "\\'")}')`,
  call: (name, values) => (name === 'lower' ? lowered(values[0] as string) : `${name}(${values.join(', ')})`),
  aggregate(aggregate, argument, condition, exact) {
    // …OrNull: no rows give null, also for columns that are not Nullable.
    const name = {
      sum: 'sumOrNull',
      min: 'minOrNull',
      max: 'maxOrNull',
      count: 'count',
      distinct: 'uniqExact',
    }[aggregate]
    const added =
      aggregate === 'sum' && argument !== null && exact !== undefined ? summable(argument, exact) : argument
    const given = [added, condition].filter((part) => part !== null).join(', ')
    const text = `${name}${condition === null ? '' : 'If'}(${given})`
    return aggregate === 'count' || aggregate === 'distinct' ? `toInt64(${text})` : text
  },
  over(how, values, window) {
    // Without a neighbour a column that is not Nullable would give its type's zero.
    if (isNeighbour(how)) {
      const frame = 'ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING'
      return `${windowNames[how]}(toNullable(${values[0]})) OVER (${window} ${frame})`
    }
    const text = `${windowNames[how]}(${values.join(', ')}) OVER (${window})`
    return ['rank', 'row_number', 'count'].includes(how) ? `toInt64(${text})` : text
  },
  // Skips nulls by itself.
  latest: (value, moment) => `argMaxOrNull(${value}, ${moment})`,
  earliest: (value, moment) => `argMinOrNull(${value}, ${moment})`,
  statistic(statistic, value) {
    const real = `toFloat64(${value})`
    if (statistic.how === 'mean') return `toFloat64(sumOrNull(${value})) / nullIf(count(${value}), 0)`
    if (statistic.how === 'min' || statistic.how === 'max')
      return `toFloat64(${statistic.how}OrNull(${value}))`
    if (statistic.how === 'deviation') return `if(count(${value}) > 1, stddevSampStableOrNull(${real}), NULL)`
    const name = statistic.approximate ? 'quantileTDigestOrNull' : 'quantileExactInclusiveOrNull'
    return `toFloat64(${name}(${statistic.share})(${real}))`
  },
  joined: (argument) => `arrayStringConcat(arraySort(groupUniqArray(${argument})), '、')`,
  // Skips nulls by itself; a row without a partner gets the empty list.
  listed: (argument) => `groupArray(${argument})`,
  countUntil: (list, day) => `arrayCount(one -> one <= ${day}, ${list})`,
  semiJoin: 'LEFT SEMI JOIN',
  same: (left, right) => `${left} <=> ${right}`,
  // Otherwise ClickHouse evaluates an expression again at each reference.
  materialized: (name) => `${name} AS MATERIALIZED`,
  repeated: (name) => `${name} AS MATERIALIZED`,
  runsSubqueriesFirst: true,
  // A scalar subquery is computed once, while the statement is analyzed. What it reads is not analyzed again for
  // each reference, which makes statements of many parts a hundred times as fast to plan.
  valueList: {
    // groupArray drops empty values, but not tuples of them.
    define: (name, column, query) =>
      `(\n  SELECT arrayMap(one -> one.1, groupArray(tuple(${column})))\n  FROM (\n${indent(indent(query))}\n  ) AS listed\n) AS ${name}`,
    // IN makes a hashed set of the list, where `has` would search it for each row. It knows no empty value.
    includes: (list, operand) => `ifNull(${operand} IN ${list}, has(${list}, NULL))`,
  },
  whereAny: (rows) => `CROSS JOIN (SELECT 1 AS "_any" FROM ${rows} LIMIT 1) AS "_any_row"`,
  atMost: (most, sources, message) => {
    const counts = sources.map(
      (name, index) => `CROSS JOIN (SELECT count() AS "_rows" FROM ${name}) AS "_counted${index}"`,
    )
    const product = sources.map((_, index) => `toInt128("_counted${index}"."_rows")`).join(' * ')
    return `${counts.join(' ')} WHERE throwIf(${product} > ${most}, ${text(message)}) = 0`
  },
  // `r.*` would name columns that another source has, too, `r.x` instead of `x`.
  everything: (source, columns) => columns.map((name) => `${source}.${name} AS ${name}`).join(', '),
  truth: (condition) => `CAST(${condition} AS Bool)`,
  bitOr: (argument, condition) =>
    condition === null ? `groupBitOr(${argument})` : `groupBitOrOrNullIf(${argument}, ${condition})`,
  hasBit: (set, bit) => `bitAnd(${set}, ${bit}) <> 0`,
}
