// Distribution → one statement. Expressions, here for players by channel and bucket:
//
//   _people    d4, _game, _player, _value     each player's value within the dimensions (and the game)
//   _rows      d4, _place, n, v               players and their value by bucket (its place, from 0)
//   _total     n, v                           all players, each once
//   _levels    _level, d4, _place, b, n, v    the total, and for each d4 that occurs a row for every bucket
//   result     d4, b, n, n_share, v           shares of all players of the same d4, ordered, cut
//
//   bounds 0, 50:  CASE WHEN "_value" IS NULL THEN 3 WHEN "_value" < 0 THEN 0
//                       WHEN "_value" < 50 THEN 1 ELSE 2 END
import type { Bucket, DistributionPlan, PlayerRows } from '#semantic/plan/cohort/tree.ts'
import { rowSource } from '#semantic/plan/tree/reached.ts'
import { orderTexts } from '../ordering.ts'
import { define, select } from '../select.ts'
import { finiteText } from '../shown.ts'
import type { Writer } from '../writer.ts'
import { column, conjunction, fromFact } from './players.ts'

export const valueKey = '_value'
const placeKey = '_place'

export function distributionText(plan: DistributionPlan, prefix: string, writer: Writer): string {
  const names = {
    people: `${prefix}people`,
    values: `${prefix}values`,
    rows: `${prefix}rows`,
    total: `${prefix}total`,
    levels: `${prefix}levels`,
  }
  const { dialect } = writer
  const whom = plan.valueRows === null ? names.people : `${names.people}_all`
  const parts = [
    define(plan.valueRows === null ? dialect.materialized(whom) : whom, peopleText(plan, writer)),
    ...(plan.valueRows === null
      ? []
      : [
          define(names.values, valuesText(plan, plan.valueRows, writer)),
          define(dialect.materialized(names.people), valuedText(plan, whom, names.values, writer)),
        ]),
    define(dialect.materialized(names.rows), rowsText(plan, names.people, writer)),
    define(dialect.materialized(names.total), totalText(plan, names, writer)),
    define(names.levels, levelsText(plan, names, writer)),
  ]
  return `WITH ${parts.join(',\n')}\n${resultText(plan, names, writer)}`
}

/** The dimensions, the game and the player over the fact, each with its column's name. */
function playerColumns(plan: DistributionPlan, rows: PlayerRows, writer: Writer): string[] {
  return [
    ...plan.dims.map(
      (key, index) => `${writer.value(rows.dims[index] as PlayerRows['player'])} AS ${writer.name(key)}`,
    ),
    ...(rows.game === null ? [] : [`${writer.write(rows.game)} AS ${column('game', writer)}`]),
    `${writer.write(rows.player)} AS ${column('player', writer)}`,
  ]
}

export function peopleText(plan: DistributionPlan, writer: Writer): string {
  const columns = playerColumns(plan, plan.people, writer)
  const counts = plan.counts === null ? null : writer.write(plan.counts)
  return select(
    [
      ...columns,
      ...(plan.valueRows === null ? [`${valueText(plan, writer)} AS ${writer.name(valueKey)}`] : []),
    ],
    [
      ...fromFact(plan.people.physicalName, plan.people.joins, writer),
      `WHERE ${conjunction(plan.people.where, writer)}`,
      `GROUP BY ${columns.map((_, index) => index + 1).join(', ')}`,
      counts === null ? null : `HAVING ${writer.dialect.aggregate('count', null, counts)} > 0`,
    ],
  )
}

/** A player's value: a sum or count of nothing is 0, as everywhere. */
function valueText({ value }: DistributionPlan, writer: Writer): string {
  const text = writer.dialect.aggregate(
    value.aggregate,
    value.argument === null ? null : writer.write(value.argument),
    value.condition === null ? null : writer.write(value.condition),
  )
  return value.aggregate === 'sum' ? `coalesce(${text}, 0)` : text
}

export function valuesText(plan: DistributionPlan, rows: PlayerRows, writer: Writer): string {
  const columns = playerColumns(plan, rows, writer)
  return select(
    [...columns, `${valueText(plan, writer)} AS ${writer.name(valueKey)}`],
    [
      ...fromFact(rows.physicalName, rows.joins, writer),
      `WHERE ${conjunction(rows.where, writer)}`,
      `GROUP BY ${columns.map((_, index) => index + 1).join(', ')}`,
    ],
  )
}

/** Players with their values from another fact; without rows there 0 for sums and counts, else null. */
export function valuedText(plan: DistributionPlan, whom: string, values: string, writer: Writer): string {
  const { dialect } = writer
  const same = (name: string): string => dialect.same(`${whom}.${name}`, `${values}.${name}`)
  const hasGame = plan.valueRows?.game !== null && plan.people.game !== null
  const on = [
    ...plan.dims.map((key) => same(writer.name(key))),
    ...(hasGame ? [same(column('game', writer))] : []),
    `${whom}.${column('player', writer)} = ${values}.${column('player', writer)}`,
  ]
  const value = `${values}.${writer.name(valueKey)}`
  const isSum = plan.value.aggregate === 'sum' || plan.value.aggregate === 'count'
  return select(
    [`${whom}.*`, `${isSum ? `coalesce(${value}, 0)` : value} AS ${writer.name(valueKey)}`],
    [`FROM ${whom}`, `LEFT JOIN ${values} ON ${on.join(' AND ')}`],
  )
}

const placeOf = (bucket: Bucket, buckets: Bucket[]): number => buckets.indexOf(bucket)

function rowsText(plan: DistributionPlan, people: string, writer: Writer): string {
  const value = writer.name(valueKey)
  const dims = plan.dims.map((key) => writer.name(key))
  return select(
    [
      ...dims,
      `${placeText(plan, writer)} AS ${writer.name(placeKey)}`,
      `${writer.dialect.aggregate('count', null, null)} AS ${writer.name('n')}`,
      `${mergedText(plan, value, writer)} AS ${writer.name('v')}`,
    ],
    [`FROM ${people}`, `GROUP BY ${[...dims, ''].map((_, index) => index + 1).join(', ')}`],
  )
}

/** A bound as a literal; from 1e15 on as a double, because such a number may not fit the value's decimals. */
const boundText = (bound: number): string => (Math.abs(bound) >= 1e15 ? bound.toExponential() : String(bound))

/** The index of the bucket of a player's value: see the CASE above. */
export function placeText(plan: DistributionPlan, writer: Writer): string {
  const value = writer.name(valueKey)
  const bounded = plan.buckets.filter((bucket) => bucket.below !== null)
  const empty = plan.buckets.length - 1
  // Bounds are literals, not parameters: they are compared exactly, in the value's own type.
  const whens = bounded
    .map((bucket) => {
      const bound = writer.dialect.number(boundText(bucket.below as number))
      return ` WHEN ${value} < ${bound} THEN ${placeOf(bucket, plan.buckets)}`
    })
    .join('')
  return `CASE WHEN ${value} IS NULL THEN ${empty}${whens} ELSE ${empty - 1} END`
}

/** The aggregate that merges values of several players: counts are summed, others likewise by their kind. */
export function mergedText({ value }: DistributionPlan, text: string, writer: Writer): string {
  return writer.dialect.aggregate(value.aggregate === 'count' ? 'sum' : value.aggregate, text, null)
}

function totalText(plan: DistributionPlan, names: { people: string; rows: string }, writer: Writer): string {
  const [n, v] = [writer.name('n'), writer.name('v')]
  const merged = mergedText(plan, v, writer)
  const isSum = plan.value.aggregate === 'sum' || plan.value.aggregate === 'count'
  const value = isSum ? `coalesce(${merged}, 0)` : merged
  // Without further dimensions a player is in one row; otherwise each is counted once.
  const rollsUp = plan.dims.length === (plan.people.game === null ? 0 : 1)
  const players = rollsUp ? `coalesce(sum(${n}), 0)` : `(${everyPlayer(plan, names.people, writer)})`
  return select([`${players} AS ${n}`, `${value} AS ${v}`], [`FROM ${names.rows}`])
}

/** Counts the players, each once; by game, each game's separately. */
function everyPlayer(plan: DistributionPlan, people: string, writer: Writer): string {
  const player = column('player', writer)
  if (plan.people.game === null)
    return `SELECT ${writer.dialect.aggregate('distinct', player, null)} FROM ${people}`
  const each = `SELECT DISTINCT ${column('game', writer)}, ${player} FROM ${people}`
  return `SELECT ${writer.dialect.aggregate('count', null, null)} FROM (${each}) AS everybody`
}

function levelsText(plan: DistributionPlan, names: { rows: string; total: string }, writer: Writer): string {
  const { dialect } = writer
  const dims = plan.dims.map((key) => writer.name(key))
  const [level, place, b, n, v] = ['_level', placeKey, 'b', 'n', 'v'].map((key) => writer.name(key)) as [
    string,
    string,
    string,
    string,
    string,
  ]
  const total = select(
    [`0 AS ${level}`, ...dims.map((dim) => `NULL AS ${dim}`), `NULL AS ${place}`, `NULL AS ${b}`, n, v],
    [`FROM ${names.total}`],
  )
  const groups = `SELECT ${[...dims, `1 AS ${level}`].join(', ')} FROM ${names.rows} GROUP BY ${[...dims, ''].map((_, index) => index + 1).join(', ')}`
  const same = [...dims.map((dim) => dialect.same(`g.${dim}`, `c.${dim}`)), `c.${place} = b.${place}`]
  const last = plan.buckets.length - 2
  const isSum = plan.value.aggregate === 'sum' || plan.value.aggregate === 'count'
  const rows = select(
    [
      `g.${level}`,
      ...dims.map((dim) => `g.${dim}`),
      `b.${place}`,
      `b.${b}`,
      `coalesce(c.${n}, 0) AS ${n}`,
      // An empty bucket has the sum 0; the bucket of players without a value has null.
      isSum ? `CASE WHEN c.${place} IS NULL THEN 0 ELSE c.${v} END AS ${v}` : `c.${v} AS ${v}`,
    ],
    [
      `FROM (${groups}) AS g`,
      `CROSS JOIN (${bucketsText(plan, place, b, writer)}) AS b`,
      `LEFT JOIN ${names.rows} AS c ON ${same.join(' AND ')}`,
      // Buckets within the bounds are always shown; those below the first and without a value only if they
      // have players.
      `WHERE b.${place} BETWEEN 1 AND ${last} OR c.${place} IS NOT NULL`,
    ],
  )
  return `${total}\nUNION ALL\n${rows}`
}

function bucketsText(plan: DistributionPlan, place: string, b: string, writer: Writer): string {
  return plan.buckets
    .map((bucket, index) => {
      const label =
        bucket.label === null
          ? 'NULL'
          : writer.dialect.parameter(writer.bind({ value: bucket.label }), 'text')
      return `SELECT ${index} AS ${place}, ${label} AS ${b}`
    })
    .join(' UNION ALL ')
}

function resultText(
  plan: DistributionPlan,
  names: { levels: string; total: string },
  writer: Writer,
): string {
  const n = writer.name('n')
  const columns = plan.columns.map(({ key }) => {
    const own = `${rowSource}.${writer.name(key)}`
    const { real } = plan.value
    return key === 'v' && real !== null ? `${finiteText(own, real, own, writer)} AS ${writer.name(key)}` : own
  })
  // A player with two values of a dimension is in a row of each: shares refer to the row's own players, so
  // that they add up to one.
  const group = ['_level', ...plan.dims].map((key) => `l.${writer.name(key)}`)
  const whole =
    plan.dims.length === 0
      ? `t.${n}`
      : writer.dialect.over('sum', [`l.${n}`], `PARTITION BY ${group.join(', ')}`)
  const share = writer.dialect.divide(`l.${n}`, whole)
  return select(columns, [
    `FROM (SELECT l.*, ${share} AS ${writer.name('n_share')} FROM ${names.levels} AS l CROSS JOIN ${names.total} AS t) AS ${rowSource}`,
    `ORDER BY ${[`${rowSource}.${writer.name('_level')}`, ...plan.order.flatMap((term) => orderTexts(`${rowSource}.${writer.name(term.key)}`, term, writer))].join(', ')}`,
    `LIMIT ${plan.limit + 2}`,
  ])
}
