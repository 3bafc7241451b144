// A fact's part of the statement: one pass for all points that add up, one for each distinct point, and one
// pair for all balances. For dimension d3 (the game), of login_day (p2 minutes, p1 players) and balance_day
// (p62):
//
//   base       _1              SELECT f."cgi" AS "d3", sum(f."minutes") AS "p2" … GROUP BY 1
//   pairs      _1_p1           SELECT f."cgi" AS "d3", f."player_id" AS "_1_p1_value" … GROUP BY 1, 2
//              _1_p1_rows      SELECT "d3", count("_1_p1_value") AS "p1" FROM _1_p1 GROUP BY 1
//   balances   _2_last_moments the last moment at which each series (server, currency) has a value
//              _2_last         the values of these moments: (d3, server, currency, moment, p62)
//
// Pairs and last values are kept because subtotals and the total are computed from them again: adding up the
// rows' counts would count a player of two games twice.
import { exactOf } from '../plan/tree/exact.ts'
import { copyColumn, copySource, type FactPlan, type LeafPoint, type Node } from '../plan/tree/tree.ts'
import { joinTexts } from './joins.ts'
import { define, groupBy, groupByFirst, indent, select } from './select.ts'
import { type SeriesField, seriesDims, withFields } from './series.ts'
import type { Writer } from './writer.ts'

/** A query with one row per combination of the dimensions, and some of the points as columns. */
export interface Branch {
  name: string
  text: string
  /** Its points, by key: a column's name, or the literal 0. */
  points: Map<string, string>
}

/**
 * A distinct point's pairs of (dimensions, value), each once; a statistic's values with their dimensions, all
 * of them, or summed by its key.
 */
export interface Pairs {
  key: string
  name: string
  value: string
  /** Null for a distinct point. */
  statistic: LeafPoint['statistic']
  /** Column of the key by which a statistic's values are summed; null where they are not. */
  per: string | null
  /**
   * Null: the expression `name` is defined. Otherwise the pairs are read later (top.ts), from this fact, once
   * the top N values are known: there are then fewer of them, and the ranking does not need them.
   */
  unread: { fact: FactPlan; point: LeafPoint } | null
}

/**
 * A fact's last balances: an expression with dimensions, series, and for each balance point its value and
 * moment.
 */
export interface Balances {
  name: string
  /** Columns that identify a series. */
  series: string[]
  points: Balance[]
  /** Whether there is one row per combination of dimensions and series. */
  single: boolean
  /** Keys of the dimensions that are columns of it. */
  dims: string[]
  /** Dimensions that are constant within a series (its server): along these last values add up. */
  ofSeries: string[]
  /** Error message of the statement where two rows have the same series and moment. */
  unclear: string
}

interface Balance {
  key: string
  /** Column of the moment. */
  at: string
  /** Whether the first value counts, not the last. */
  isFirst: boolean
}

/** The sources of a fact's figures. `parts` defines all of them except `base`, which the caller defines. */
export interface FactSources {
  parts: string[]
  /**
   * The additive points; null where there are none and the pairs or balances show which rows the fact has.
   */
  base: Branch | null
  pairs: Pairs[]
  balances: Balances | null
  /** Keys of the distinct points: 0, not null, where the fact has rows but none that count for them. */
  zeros: string[]
}

export interface SourceUse {
  /** Whether a distinct point's pairs are read only once the top N values are known (Pairs.unread). */
  isLater: (point: LeafPoint, isFactKnown: boolean) => boolean
}

export function factSources(
  fact: FactPlan,
  dims: string[],
  name: string,
  writer: Writer,
  { isLater }: SourceUse,
): FactSources {
  const paired = fact.points.filter(isPaired)
  const last = fact.points.filter(isBalance)
  const additive = fact.points.filter((point) => !isPaired(point) && !isBalance(point))
  const parts: string[] = []
  const isFactKnown = last.length > 0 || needsBase(fact.points)
  const pairs = paired.map((point): Pairs => {
    const { key, statistic } = point
    const own = `${name}_${key}`
    const value = writer.name(`${own}_value`)
    const per = point.per === null ? null : writer.name(`${own}_per`)
    const pairs = { key, name: own, value, statistic, per }
    if (isLater(point, isFactKnown)) return { ...pairs, unread: { fact, point } }
    // A fact's single values are more numerous than pairs: the warehouse decides whether to keep them.
    const isMany = statistic !== null && per === null
    const head = isMany ? writer.dialect.repeated(own) : writer.dialect.materialized(own)
    parts.push(define(head, pairsText(fact, point, dims, pairs, writer)))
    return { ...pairs, unread: null }
  })
  const balances = last.length === 0 ? null : lastBalances(fact, last, dims, `${name}_last`, parts, writer)
  const zeros = paired.filter(isDistinct).map((point) => point.key)
  const base = needsBase(fact.points) ? additiveBranch(fact, additive, zeros, dims, name, writer) : null
  return { parts, base, pairs, balances, zeros }
}

/**
 * Whether the base is needed: for additive points, or to know the fact's combinations of dimensions. The
 * pairs of a single unconditional distinct point show these, too, and so do balances.
 */
export function needsBase(points: LeafPoint[]): boolean {
  const paired = points.filter(isPaired)
  const last = points.filter(isBalance)
  const areRowsKnown = last.length > 0 || (paired.length === 1 && paired[0]?.condition === null)
  return !areRowsKnown || paired.length + last.length < points.length
}

const isDistinct = ({ aggregate }: LeafPoint): boolean => aggregate === 'distinct'
/** Computed from values that are kept with their dimensions. */
const isPaired = (point: LeafPoint): boolean => isDistinct(point) || point.aggregate === 'statistic'
const isBalance = ({ aggregate }: LeafPoint): boolean => aggregate === 'last' || aggregate === 'first'

/** Queries with the fact's points by the rows' keys. */
export function rowBranches(source: FactSources, keys: string[], writer: Writer): Branch[] {
  return [
    ...(source.base === null ? [] : [source.base]),
    ...source.pairs.map((pairs) => countBranch(pairs, keys, writer)),
    ...(source.balances === null ? [] : balanceBranches(source.balances, source, keys, writer)),
  ]
}

function additiveBranch(
  fact: FactPlan,
  additive: LeafPoint[],
  zeros: string[],
  dims: string[],
  name: string,
  writer: Writer,
): Branch {
  const read = fact.sums ?? fact
  const columns = [...dimensionColumns(read, dims, writer), ...addedColumns(fact, additive, writer)]
  return {
    name,
    text: select(columns.length === 0 ? ['count(*)'] : columns, [
      ...fromText(read, [], writer),
      groupBy(dims),
    ]),
    // Where the fact has rows but none to count, a distinct count is 0; where it has no rows, null.
    points: new Map([
      ...additive.map((point) => [point.key, writer.name(point.key)] as const),
      ...zeros.map((key) => [key, '0'] as const),
    ]),
  }
}

/** Additive points as columns over the fact, or over its kept sums. */
export function addedColumns(
  { sums }: Pick<FactPlan, 'sums'>,
  points: LeafPoint[],
  writer: Writer,
): string[] {
  return points.map((point) => {
    const kept = sums?.figures.get(point.key)
    const text = kept === undefined ? aggregateText(point, writer) : addedText(point, kept, writer)
    return `${text} AS ${writer.name(point.key)}`
  })
}

/** A kept figure in the type of the facts' figure: a count is no sum there, and 0 over no rows. */
function addedText(
  { aggregate }: LeafPoint,
  { column, condition }: { column: Node; condition: Node | null },
  writer: Writer,
): string {
  const { dialect } = writer
  const how = aggregate === 'min' || aggregate === 'max' ? aggregate : 'sum'
  const added = dialect.aggregate(how, writer.write(column), condition && writer.write(condition))
  return aggregate === 'count' ? dialect.cast(dialect.call('coalesce', [added, '0']), 'integer', null) : added
}

export function aggregateText(point: LeafPoint, writer: Writer): string {
  const { aggregate } = point
  return writer.dialect.aggregate(
    aggregate === 'last' || aggregate === 'first' || aggregate === 'statistic' ? 'sum' : aggregate,
    point.argument === null ? null : writer.write(point.argument),
    point.condition === null ? null : writer.write(point.condition),
    point.argument === null ? undefined : exactOf(point.argument),
  )
}

export function dimensionColumns(fact: Pick<FactPlan, 'dims'>, dims: string[], writer: Writer): string[] {
  return dims.map((key, index) => `${writer.value(fact.dims[index] as Node)} AS ${writer.name(key)}`)
}

export function fromText(
  fact: Pick<FactPlan, 'physicalName' | 'joins' | 'where' | 'copies'>,
  conditions: Node[],
  writer: Writer,
  further: string[] = [],
  alreadyWritten: string[] = [],
): (string | null)[] {
  const written = [...fact.where, ...conditions].map((condition) => writer.conjunct(condition))
  const where = [...written, ...alreadyWritten]
  return [
    `FROM ${writer.name(fact.physicalName)} AS f`,
    ...(fact.copies === undefined ? [] : [copiesText(fact.copies, writer)]),
    ...joinTexts(fact.joins, writer),
    ...further,
    where.length === 0 ? null : `WHERE ${where.join(' AND ')}`,
  ]
}

function copiesText(count: number, writer: Writer): string {
  const numbers = Array.from(
    { length: count },
    (_, index) => `SELECT ${index + 1} AS ${writer.name(copyColumn)}`,
  )
  return `CROSS JOIN (${numbers.join(' UNION ALL ')}) AS ${copySource}`
}

function pairsText(
  fact: FactPlan,
  point: LeafPoint,
  dims: string[],
  pairs: Pick<Pairs, 'value' | 'per' | 'statistic'>,
  writer: Writer,
): string {
  const columns = dimensionColumns(fact, dims, writer)
  const read = valueColumns(point, pairs, columns.length, writer)
  const conditions = point.condition === null ? [] : [point.condition]
  return select([...columns, ...read.columns], [...fromText(fact, conditions, writer), read.grouped])
}

/** What a paired point reads of the fact after `before` columns, and how its rows are grouped by these. */
export function valueColumns(
  point: LeafPoint,
  { value, per, statistic }: Pick<Pairs, 'value' | 'per' | 'statistic'>,
  before: number,
  writer: Writer,
): { columns: string[]; grouped: string | null } {
  const argument = point.argument as Node
  const text = writer.write(argument)
  if (per === null)
    return {
      columns: [`${text} AS ${value}`],
      // A statistic counts equal values as often as they occur.
      grouped: statistic === null ? groupByFirst(before + 1) : null,
    }
  const key = writer.operand(point.per as Node)
  // Rows without a key show that the fact has rows, but count for nobody.
  const sum = writer.dialect.aggregate('sum', text, `${key} IS NOT NULL`, exactOf(argument))
  return {
    columns: [`${writer.value(point.per as Node)} AS ${per}`, `${sum} AS ${value}`],
    grouped: groupByFirst(before + 1),
  }
}

/** The figure over pairs: the number of distinct values, or the statistic. `isOnce`: no value repeats. */
export function pairedFigure({ value, statistic }: Pairs, isOnce: boolean, { dialect }: Writer): string {
  if (statistic !== null) return dialect.statistic(statistic, value)
  return dialect.aggregate(isOnce ? 'count' : 'distinct', value, null)
}

/** The source of a paired point's figure by `keys`: of sums by a key, those with the same keys. */
export function pairedSource(
  pairs: Pairs,
  keys: string[],
  writer: Writer,
  joined: { text: string; of: string } = { text: '', of: '' },
): string {
  const { name, per, value } = pairs
  const from = `${name}${joined.text}`
  if (per === null) return from
  const held = [...keys.map((key) => writer.name(key)), per].map((column) => `${joined.of}${column}`)
  const sum = writer.dialect.aggregate('sum', `${joined.of}${value}`, null)
  const text = select([...held, `${sum} AS ${value}`], [`FROM ${from}`, groupByFirst(held.length)])
  return `(\n${indent(text)}\n) AS sums`
}

function countBranch(pairs: Pairs, keys: string[], writer: Writer): Branch {
  const key = writer.name(pairs.key)
  return {
    name: `${pairs.name}_rows`,
    text: select(
      [...keys.map((dim) => writer.name(dim)), `${pairedFigure(pairs, true, writer)} AS ${key}`],
      [`FROM ${pairs.name}`, groupBy(keys)],
    ),
    points: new Map([[pairs.key, key]]),
  }
}

/**
 * Defines the last values: first the last moment at which each series has a value, then the values of that
 * moment. These two reads cost a quarter of grouping the fact by each moment. Subtotals and totals are taken
 * from the result again, as the last of a quarter is the last of its months' last values.
 *
 *   server  currency  01-01  01-02  01-03      last moment   value
 *   1       gold      100    110    –          01-02         110
 *   1       gem       10     null   30         01-03         30
 *   4       gold      –      null   5          01-03         5
 */
function lastBalances(
  fact: FactPlan,
  last: LeafPoint[],
  dims: string[],
  name: string,
  parts: string[],
  writer: Writer,
): Balances {
  const { series, at, unclear } = fact.balances as NonNullable<FactPlan['balances']>
  const seriesNames = series.map((_, index) => writer.name(`${name}_s${index + 1}`))
  const points = last.map(
    ({ key, aggregate }): Balance => ({
      key,
      at: writer.name(`${name}_${key}_at`),
      isFirst: aggregate === 'first',
    }),
  )
  const moment = writer.write(at)
  const told = dims
    .map((key, index) => ({ key, name: writer.name(key), node: fact.dims[index] as Node, index }))
    .map((dim) => ({ ...dim, text: writer.write(dim.node) }))
  // By the moment itself each row and series has one moment: nothing to choose.
  const isDated = told.some(({ text }) => text === moment)
  const { isOf, naming, needed } = seriesDims(fact)
  const later = isDated ? [] : told.filter(({ index }) => isOf[index])
  const keys: Key[] = [
    ...told.filter((dim) => !later.includes(dim)),
    ...series.map((node, index) => ({ name: seriesNames[index] as string, text: writer.write(node) })),
  ]
  const texts = keys.map((key) => `${key.text} AS ${key.name}`)
  if (isDated) {
    const sums = last.map((point) => {
      const conditions = point.condition === null ? null : writer.conjunct(point.condition)
      return `${clearSum(point, conditions, unclear, writer)} AS ${writer.name(point.key)}`
    })
    const text = select(
      [...texts, ...sums, ...points.map((point) => `${moment} AS ${point.at}`)],
      [...fromText(fact, [], writer), groupByFirst(keys.length)],
    )
    parts.push(define(writer.dialect.materialized(name), text))
  } else {
    const moments = `${name}_moments`
    const read = later.length === 0 ? fact : { ...fact, joins: needed }
    const ats = last.map((point, index) => {
      const known = [
        ...conditionTexts(point, writer),
        `(${writer.write(point.argument as Node)}) IS NOT NULL`,
      ]
      const end = points[index]?.isFirst ? 'min' : 'max'
      return `${writer.dialect.aggregate(end, moment, known.join(' AND '))} AS ${points[index]?.at}`
    })
    const text = select(
      [...texts, ...ats],
      [...fromText(read, [], writer), groupBy(keys.map((key) => key.name))],
    )
    parts.push(define(writer.dialect.materialized(moments), text))
    const values = valuesText(read, last, { keys, points, moment, moments, unclear }, writer)
    if (later.length === 0) parts.push(define(writer.dialect.materialized(name), values))
    else {
      const unnamed = `${name}_values`
      const held = [
        ...keys.map((key) => key.name),
        ...points.flatMap(({ key, at }) => [at, writer.name(key)]),
      ]
      const place = new Map(
        series.map((node, index) => [(node as SeriesField).name, `${name}_s${index + 1}`] as const),
      )
      const inValues = (node: Node): Node =>
        withFields(node, (field) => ({ ...field, source: unnamed, name: place.get(field.name) as string }))
      const named = select(
        [
          ...later.map((dim) => `${writer.value(inValues(dim.node))} AS ${dim.name}`),
          ...held.map((column) => `${unnamed}.${column} AS ${column}`),
        ],
        [
          `FROM ${unnamed}`,
          ...joinTexts(
            naming.map((join) => ({ ...join, on: join.on.map(inValues) })),
            writer,
          ),
        ],
      )
      parts.push(define(unnamed, values), define(writer.dialect.materialized(name), named))
    }
  }
  return {
    name,
    series: seriesNames,
    points,
    single: true,
    dims: told.map(({ key }) => key),
    ofSeries: later.map(({ key }) => key),
    unclear,
  }
}

/** The value of one moment; two rows of it are refused. */
function clearSum(
  { argument }: LeafPoint,
  condition: string | null,
  unclear: string,
  writer: Writer,
): string {
  const { dialect } = writer
  const text = writer.write(argument as Node)
  const sum = dialect.aggregate('sum', text, condition, exactOf(argument as Node))
  return dialect.unless(`${dialect.aggregate('count', text, condition)} > 1`, unclear, sum)
}

/** A column that last balances are grouped by, and its text over the fact. */
interface Key {
  name: string
  text: string
}

const conditionTexts = ({ condition }: LeafPoint, writer: Writer): string[] =>
  condition === null ? [] : [writer.conjunct(condition)]

function valuesText(
  fact: FactPlan,
  last: LeafPoint[],
  from: { keys: Key[]; points: Balance[]; moment: string; moments: string; unclear: string },
  writer: Writer,
): string {
  const { keys, points, moment, moments, unclear } = from
  const columns = keys.map((key) => `${moments}.${key.name}`)
  const ats = points.map((point) => `${moments}.${point.at}`)
  const [only, ...others] = ats
  // With one balance point the join finds its moment; several have their own moments, so each sum has a
  // FILTER.
  const isAlone = others.length === 0
  const met = [
    ...keys.map((key) => writer.dialect.same(`${moments}.${key.name}`, key.text)),
    ...(isAlone ? [`${only} = ${moment}`] : []),
  ]
  const sums = last.map((point, index) => {
    const conditions = [...conditionTexts(point, writer), ...(isAlone ? [] : [`${moment} = ${ats[index]}`])]
    const joined = conditions.length === 0 ? null : conditions.join(' AND ')
    return `${clearSum(point, joined, unclear, writer)} AS ${writer.name(point.key)}`
  })
  // Most series have their last value on the same few days: IN skips rows of all other days before the join.
  const days = isAlone ? [`${moment} IN (SELECT DISTINCT ${only} FROM ${moments})`] : []
  const join = `JOIN ${moments} ON ${met.length === 0 ? 'TRUE' : met.join(' AND ')}`
  const groups = columns.length + ats.length
  const text = select(
    [...columns, ...ats, ...sums],
    [...fromText(fact, [], writer, [join], days), groupByFirst(groups)],
  )
  if (!isAlone) return text
  // Series that never had a value are kept, with null: their row of the report exists.
  const empty = select(
    [
      ...keys.map((key) => key.name),
      ...points.map((point) => point.at),
      `NULL AS ${writer.name(last[0]?.key ?? '')}`,
    ],
    [`FROM ${moments}`, `WHERE ${points[0]?.at} IS NULL`],
  )
  return `${text}\nUNION ALL\n${empty}`
}

function balanceBranches(
  balances: Balances,
  { base, zeros }: FactSources,
  keys: string[],
  writer: Writer,
): Branch[] {
  // Without a base, balances show which rows the fact has, so distinct points are 0 there.
  const known = base === null ? zeros.map((key) => [key, '0'] as const) : []
  const named = balances.points.map(({ key }) => [key, writer.name(key)] as const)
  if (!balances.single)
    return balances.points.map((balance, index) => ({
      name: `${balances.name}_${balance.key}`,
      text: balanceText(balances, balance, keys, writer),
      points: new Map([named[index] as readonly [string, string], ...(index === 0 ? known : [])]),
    }))
  const columns = keys.map((key) => writer.name(key))
  const sums = named.map(([, name]) => `${writer.dialect.aggregate('sum', name, null)} AS ${name}`)
  const text = select([...columns, ...sums], [`FROM ${balances.name}`, groupBy(keys)])
  return [{ name: `${balances.name}_rows`, text, points: new Map([...named, ...known]) }]
}

/** A source with every combination of the fact's dimensions; distinct points have the text 0 in it. */
export function knownRows({ base, balances, pairs, zeros }: FactSources): Pick<Branch, 'name' | 'points'> {
  if (base !== null) return base
  const name = balances?.name ?? (pairs[0] as Pairs).name
  return { name, points: new Map(zeros.map((key) => [key, '0'])) }
}

/** A balance point by `keys`: in each group the last values of all series, summed. */
export function balanceText(balances: Balances, balance: Balance, keys: string[], writer: Writer): string {
  const value = writer.name(balance.key)
  const sum = `${writer.dialect.aggregate('sum', value, null)} AS ${value}`
  const names = keys.map((key) => writer.name(key))
  const addsUp = balances.dims.every((dim) => keys.includes(dim) || balances.ofSeries.includes(dim))
  if (balances.single && addsUp) return select([...names, sum], [`FROM ${balances.name}`, groupBy(keys)])
  const series = [...names, ...balances.series]
  // Two rows of a series and moment occur here where they differ in a dimension that the keys lack.
  const counted = writer.dialect.aggregate('count', value, null)
  const added = writer.dialect.aggregate('sum', value, null)
  const clear = `${writer.dialect.unless(`${counted} > 1`, balances.unclear, added)} AS ${value}`
  const moments = select(
    [...series, balance.at, clear],
    [`FROM ${balances.name}`, groupByFirst(series.length + 1)],
  )
  const lasts = select(
    [...series, `${chosenText(value, balance, writer)} AS ${value}`],
    [`FROM (\n${indent(moments)}\n) AS moments`, groupByFirst(series.length)],
  )
  return select([...names, sum], [`FROM (\n${indent(lasts)}\n) AS lasts`, groupBy(keys)])
}

const chosenText = (value: string, { at, isFirst }: Balance, { dialect }: Writer): string =>
  isFirst ? dialect.earliest(value, at) : dialect.latest(value, at)
