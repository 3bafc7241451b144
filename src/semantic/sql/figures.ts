// Figures by fewer keys than the rows': for subtotals, the total, and the ranking of first N values.
//
//   sums, counts, min, max   from the rows                SELECT "d3", sum("p2") … FROM _rows GROUP BY 1
//   distinct counts          counted again over pairs     SELECT "d3", count(DISTINCT "_1_p1_value") …
//   statistics               computed again over values   SELECT "d3", quantile_cont(…, 0.5) …
//   balances                 taken again from last values
//
// The pieces are stacked (UNION ALL) and grouped once more (rows.ts).
import type { LeafPoint } from '../plan/tree/tree.ts'
import { type Balances, type Branch, balanceText, type Pairs, pairedFigure, pairedSource } from './facts.ts'
import { rollUp, type Stacked, stackText } from './rows.ts'
import { groupBy, indent, select } from './select.ts'
import type { Writer } from './writer.ts'

/** Aggregates that can't be computed from the rows' figures. */
const ownSources: LeafPoint['aggregate'][] = ['last', 'first', 'statistic']
const isPaired = ({ aggregate }: LeafPoint): boolean => aggregate === 'distinct' || aggregate === 'statistic'

/** The sources that figures are computed from. */
export interface FigureSources {
  /**
   * Sources with at least the wanted keys, with the additive points. Distinct points there: 0 where rows
   * exist.
   */
  bases: Pick<Branch, 'name' | 'points'>[]
  pairs: Pairs[]
  balances: Balances[]
}

/** A query with the leaf points by `keys`. */
export function figuresText(
  keys: string[],
  leaves: LeafPoint[],
  sources: FigureSources,
  writer: Writer,
): string {
  const { dialect } = writer
  const names = keys.map((key) => writer.name(key))
  const by = new Map(leaves.map((leaf) => [leaf.key, leaf]))
  const pieces: { text: string; keys: string[] }[] = []
  for (const base of sources.bases) {
    const held = [...base.points].filter(
      ([key]) => by.has(key) && !ownSources.includes(by.get(key)?.aggregate ?? 'sum'),
    )
    const figures = held.map(([key, text]) => {
      // A group with any distinct count, even 0, has at least 0; its pairs' piece has the true count, and
      // max() of both is taken.
      const rolled =
        rollUp(by.get(key) as LeafPoint, text, writer) ?? dialect.aggregate('max', `${text} * 0`, null)
      return `${rolled} AS ${writer.name(key)}`
    })
    pieces.push({
      text: select([...names, ...figures], [`FROM ${base.name}`, groupBy(keys)]),
      keys: held.map(([key]) => key),
    })
  }
  for (const pairs of sources.pairs.filter(({ key }) => by.has(key)))
    pieces.push({
      text: select(
        [...names, `${pairedFigure(pairs, false, writer)} AS ${writer.name(pairs.key)}`],
        [`FROM ${pairedSource(pairs, keys, writer)}`, groupBy(keys)],
      ),
      keys: [pairs.key],
    })
  for (const balances of sources.balances)
    for (const balance of balances.points.filter(({ key }) => by.has(key)))
      pieces.push({ text: balanceText(balances, balance, keys, writer), keys: [balance.key] })
  const [only, ...others] = pieces
  if (only !== undefined && others.length === 0 && only.keys.length === leaves.length) return only.text
  const stacked = pieces.map(
    (piece, index): Stacked => ({
      from: `(\n${indent(piece.text)}\n) AS piece${index + 1}`,
      points: new Map(piece.keys.map((key) => [key, writer.name(key)])),
    }),
  )
  return stackText(stacked, keys, leaves, 'pieces', writer)
}

interface TotalSources extends Omit<FigureSources, 'bases'> {
  /** Name of the expression with the shown rows. */
  rows: string
  /**
   * Where filters on points dropped rows: the keys by which pairs are joined to the remaining rows. Null: all
   * pairs count.
   */
  narrowedBy: string[] | null
}

/** The total's columns and its FROM (null where no figure is read from `rows`); one row. */
export function totalFigures(
  leaves: LeafPoint[],
  sources: TotalSources,
  writer: Writer,
): { figures: string[]; from: string | null } {
  const rollsUp = leaves.some((leaf) => rollUp(leaf, '', writer) !== null)
  const isAlone = leaves.every((leaf) => rollUp(leaf, '', writer) !== null)
  if (writer.dialect.runsSubqueriesFirst && !isAlone) return stackedTotal(leaves, sources, writer)
  const figures = leaves.map((leaf) => {
    const column = writer.name(leaf.key)
    if (isPaired(leaf)) return `(${pairedTotal(leaf, sources, writer)}) AS ${column}`
    if (leaf.aggregate === 'last' || leaf.aggregate === 'first') {
      return `(\n${indent(indent(totalBalance(leaf, sources.balances, writer)))}\n  ) AS ${column}`
    }
    return totalOfRows(leaf, writer)
  })
  return { figures, from: rollsUp ? `FROM ${sources.rows}` : null }
}

function totalOfRows(leaf: LeafPoint, writer: Writer): string {
  const column = writer.name(leaf.key)
  // A count over no rows is 0, not null.
  return leaf.aggregate === 'count'
    ? `coalesce(${writer.dialect.aggregate('sum', column, null)}, 0) AS ${column}`
    : `${rollUp(leaf, column, writer)} AS ${column}`
}

/**
 * The total without scalar subqueries: one row from each source, with null for other points, merged by max().
 */
function stackedTotal(
  leaves: LeafPoint[],
  sources: TotalSources,
  writer: Writer,
): { figures: string[]; from: string } {
  const rolled = leaves.filter((leaf) => rollUp(leaf, '', writer) !== null)
  const others = leaves.filter((leaf) => !rolled.includes(leaf))
  const pieces = others.map((leaf) => ({
    keys: [leaf.key],
    text: isPaired(leaf) ? pairedTotal(leaf, sources, writer) : totalBalance(leaf, sources.balances, writer),
  }))
  if (rolled.length > 0)
    pieces.unshift({
      keys: rolled.map(({ key }) => key),
      text: select(
        rolled.map((leaf) => totalOfRows(leaf, writer)),
        [`FROM ${sources.rows}`],
      ),
    })
  const stack = pieces.map(({ keys, text }, index) => {
    const columns = leaves.map(({ key }) => {
      const name = writer.name(key)
      return keys.includes(key) ? name : `NULL AS ${name}`
    })
    return select(columns, [`FROM (\n${indent(text)}\n) AS piece${index + 1}`])
  })
  const figures = leaves.map(({ key }) => {
    const name = writer.name(key)
    return `${writer.dialect.aggregate('max', name, null)} AS ${name}`
  })
  return { figures, from: `FROM (\n${indent(stack.join('\nUNION ALL\n'))}\n) AS pieces` }
}

function pairedTotal(leaf: LeafPoint, sources: TotalSources, writer: Writer): string {
  const own = sources.pairs.find((candidate) => candidate.key === leaf.key) as Pairs
  const { dialect } = writer
  // Named only where it is a source in FROM, not a scalar subquery.
  const named = dialect.runsSubqueriesFirst ? ` AS ${writer.name(leaf.key)}` : ''
  const counted = `SELECT ${pairedFigure(own, false, writer)}${named} FROM `
  return `${counted}${pairedSource(own, [], writer, narrowing(own, sources, writer))}`
}

/** Text after the pairs' name that keeps those of the shown rows. */
function narrowing(
  { name }: Pairs,
  { narrowedBy, rows }: TotalSources,
  writer: Writer,
): { text: string; of: string } {
  if (narrowedBy === null) return { text: '', of: '' }
  const text =
    narrowedBy.length === 0
      ? ` ${writer.dialect.whereAny(rows)}`
      : ` JOIN ${rows} ON ${sameKeys(rows, name, narrowedBy, writer)}`
  return { text, of: `${name}.` }
}

function totalBalance(leaf: LeafPoint, sources: Balances[], writer: Writer): string {
  for (const balances of sources)
    for (const balance of balances.points)
      if (balance.key === leaf.key) return balanceText(balances, balance, [], writer)
  throw new Error(`a balance that no fact gives: ${leaf.key}`)
}

/** Join condition: equal in all keys, null equal to null. */
export function sameKeys(left: string, right: string, keys: string[], writer: Writer): string {
  const pairs = keys.map((key) => [`${left}.${writer.name(key)}`, `${right}.${writer.name(key)}`] as const)
  return pairs.map(([one, other]) => writer.dialect.same(one, other)).join(' AND ')
}
