// Figures at a wider grain than the rows: for subtotals, the total, and the ranking of first values. What
// adds up rolls up; distinct values are counted again over their pairs, balances taken again over their last
// values.
import type { LeafPoint } from '../plan/tree.ts'
import { type Balances, type Branch, balanceText, type Pairs } from './facts.ts'
import { rollUp, type Stacked, stackText } from './rows.ts'
import { groupBy, indent, select } from './select.ts'
import type { Writer } from './writer.ts'

/** What figures are taken from. */
export interface FigureSources {
  /** What adds up, at a grain as fine as the keys or finer; a distinct point's text there tells its zeros. */
  bases: Pick<Branch, 'name' | 'points'>[]
  pairs: Pairs[]
  balances: Balances[]
}

/** Figures for each combination of `keys`. */
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
  // Balances of one moment add up along all but the moments.
  const dated = sources.balances.filter((balances) => balances.dated.some((key) => keys.includes(key)))
  const addsUp = (key: string) => dated.some(({ points }) => points.some((point) => point.key === key))
  for (const base of sources.bases) {
    const held = [...base.points].filter(
      ([key]) => by.has(key) && (by.get(key)?.aggregate !== 'last' || addsUp(key)),
    )
    const figures = held.map(([key, text]) => {
      if (addsUp(key)) return `${dialect.aggregate('sum', text, null)} AS ${writer.name(key)}`
      // Where the rows have a distinct count, even of zero, the wider group is not empty.
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
        [...names, `${dialect.aggregate('distinct', pairs.value, null)} AS ${writer.name(pairs.key)}`],
        [`FROM ${pairs.name}`, groupBy(keys)],
      ),
      keys: [pairs.key],
    })
  for (const balances of sources.balances)
    for (const balance of balances.points.filter(({ key }) => by.has(key) && !addsUp(key)))
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

export interface TotalSources extends Omit<FigureSources, 'bases'> {
  /** The rows that are shown. */
  rows: string
  /**
   * Keys of the rows by which the pairs are limited to those that filters on points left; null: all count.
   */
  narrowedBy: string[] | null
}

/** The total's figures, one row. `rows` need not be read where nothing rolls up. */
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
    if (leaf.aggregate === 'distinct') return `(${distinctTotal(leaf, sources, writer)}) AS ${column}`
    if (leaf.aggregate === 'last') {
      return `(\n${indent(indent(totalBalance(leaf, sources.balances, writer)))}\n  ) AS ${column}`
    }
    return totalOfRows(leaf, writer)
  })
  return { figures, from: rollsUp ? `FROM ${sources.rows}` : null }
}

function totalOfRows(leaf: LeafPoint, writer: Writer): string {
  const column = writer.name(leaf.key)
  // Nothing was counted: that is zero, not empty.
  return leaf.aggregate === 'count'
    ? `coalesce(${writer.dialect.aggregate('sum', column, null)}, 0) AS ${column}`
    : `${rollUp(leaf, column, writer)} AS ${column}`
}

/** The same without a subquery for a value: a row of each source, which has some of the points, made one. */
function stackedTotal(
  leaves: LeafPoint[],
  sources: TotalSources,
  writer: Writer,
): { figures: string[]; from: string } {
  const rolled = leaves.filter((leaf) => rollUp(leaf, '', writer) !== null)
  const others = leaves.filter((leaf) => !rolled.includes(leaf))
  const pieces = others.map((leaf) => ({
    keys: [leaf.key],
    text:
      leaf.aggregate === 'distinct'
        ? distinctTotal(leaf, sources, writer)
        : totalBalance(leaf, sources.balances, writer),
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

function distinctTotal(leaf: LeafPoint, sources: TotalSources, writer: Writer): string {
  const own = sources.pairs.find((candidate) => candidate.key === leaf.key) as Pairs
  const { dialect } = writer
  // The point's name where the subquery is no value.
  const named = dialect.runsSubqueriesFirst ? ` AS ${writer.name(leaf.key)}` : ''
  const counted = `SELECT ${dialect.aggregate('distinct', own.value, null)}${named} FROM ${own.name}`
  if (sources.narrowedBy === null) return counted
  return sources.narrowedBy.length === 0
    ? `${counted} ${dialect.whereAny(sources.rows)}`
    : `${counted} JOIN ${sources.rows} ON ${sameKeys(sources.rows, own.name, sources.narrowedBy, writer)}`
}

function totalBalance(leaf: LeafPoint, sources: Balances[], writer: Writer): string {
  for (const balances of sources)
    for (const balance of balances.points)
      if (balance.key === leaf.key) return balanceText(balances, balance, [], writer)
  throw new Error(`a balance that no fact gives: ${leaf.key}`)
}

/** Equal in all keys, empty ones too. */
export function sameKeys(left: string, right: string, keys: string[], writer: Writer): string {
  const pairs = keys.map((key) => [`${left}.${writer.name(key)}`, `${right}.${writer.name(key)}`] as const)
  return pairs.map(([one, other]) => writer.dialect.same(one, other)).join(' AND ')
}
