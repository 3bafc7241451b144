// The levels of one period in one expression: the total, subtotals by the first dimension, by the first two,
// and so on, and the rows.
import type { LeafPoint, PeriodPlan } from '../plan/tree.ts'
import type { FactSources } from './facts.ts'
import { type FigureSources, figuresText, sameKeys, totalFigures } from './figures.ts'
import { define, select } from './select.ts'
import { balanceColumns, otherColumn } from './top.ts'
import type { Writer } from './writer.ts'

/** Column of every section's levels that holds the level's mark. */
export const levelColumn = '_level'

/** The mark of the rows. Without dimensions the one row is still told from the total. */
export const rowLevelOf = (dims: readonly string[]): number => Math.max(dims.length, 1)

/** The rows that are shown, and what the other levels are taken from. */
export interface Shown {
  rows: string
  /** Whether filters on points left fewer than there were. */
  isFiltered: boolean
  sources: FactSources[]
  /** The rows' keys: dimensions, and the mark of the rest behind its own. */
  keys: string[]
  leaves: LeafPoint[]
}

/** Expressions in order; the last of them, `name`, holds all levels. */
export function levelParts(period: PeriodPlan, shown: Shown, name: string, writer: Writer): string[] {
  const { keys, leaves, rows } = shown
  const level = writer.name(levelColumn)
  const points = leaves.map((leaf) => writer.name(leaf.key))
  const subtotals = period.subtotals ? period.dims.slice(0, -1) : []
  const { parts, narrowedBy, ...taken } = takenFrom(shown, subtotals.length > 0, writer)
  const total = totalFigures(leaves, { ...taken, rows, narrowedBy }, writer)
  const texts = [select([`0 AS ${level}`, ...keyColumns(keys, [], writer), ...total.figures], [total.from])]
  const base = { name: rows, points: new Map(leaves.map((leaf) => [leaf.key, writer.name(leaf.key)])) }
  const sources: FigureSources = { ...taken, bases: [base] }
  for (const [index, dim] of subtotals.entries()) {
    const present = keysUpTo(keys, dim)
    const own = `${name}_${index + 1}`
    parts.push(define(own, figuresText(present, leaves, sources, writer)))
    const columns = [`${index + 1} AS ${level}`, ...keyColumns(keys, present, writer), ...points]
    texts.push(select(columns, [`FROM ${own}`]))
  }
  const mark = `${rowLevelOf(period.dims)} AS ${level}`
  texts.push(select([mark, ...keyColumns(keys, keys, writer), ...points], [`FROM ${rows}`]))
  return [...parts, define(writer.dialect.repeated(name), texts.join('\nUNION ALL\n'))]
}

/** Keys by which a level is grouped: its dimensions, and the mark of the rest where it is one of them. */
export function keysUpTo(keys: string[], dim: string): string[] {
  const place = keys.indexOf(dim)
  return keys.slice(0, keys[place + 1] === otherColumn ? place + 2 : place + 1)
}

/** The keys as columns, empty where the level is not grouped by them. */
export function keyColumns(keys: string[], present: string[], writer: Writer): string[] {
  return keys.map((key) => {
    const column = writer.name(key)
    if (present.includes(key)) return column
    return `${key === otherColumn ? 'FALSE' : 'NULL'} AS ${column}`
  })
}

/**
 * Pairs and last values of the rows that filters on points left; `narrowedBy` where the total limits pairs
 * itself.
 */
function takenFrom(
  { sources, isFiltered, rows, keys }: Shown,
  isReadAgain: boolean,
  writer: Writer,
): Omit<FigureSources, 'bases'> & { parts: string[]; narrowedBy: string[] | null } {
  const pairs = sources.flatMap((source) => source.pairs)
  const balances = sources.flatMap((source) => source.balances ?? [])
  if (!isFiltered) return { parts: [], pairs, balances, narrowedBy: null }
  const parts: string[] = []
  const narrowed = <Source extends { name: string }>(own: Source, columns: string[]): Source => {
    const name = `${own.name}_kept`
    const all = [...keys.map((key) => writer.name(key)), ...columns]
    parts.push(define(writer.dialect.materialized(name), narrowedText(own.name, rows, keys, all, writer)))
    return { ...own, name }
  }
  const kept = balances.map((own) => narrowed(own, balanceColumns(own, writer)))
  return isReadAgain
    ? { parts, pairs: pairs.map((own) => narrowed(own, [own.value])), balances: kept, narrowedBy: null }
    : { parts, pairs, balances: kept, narrowedBy: keys }
}

/** The kept rows are one for each combination of the keys, so that the join multiplies nothing. */
function narrowedText(name: string, rows: string, keys: string[], columns: string[], writer: Writer): string {
  const from =
    keys.length === 0
      ? `FROM ${name} ${writer.dialect.whereAny(rows)}`
      : `FROM ${name} JOIN ${rows} ON ${sameKeys(rows, name, keys, writer)}`
  return select([writer.dialect.everything(name, columns)], [from])
}
