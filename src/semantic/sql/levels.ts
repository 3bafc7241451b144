// All levels of one period in one expression. For two dimensions d3, d1 with subtotals:
//
//   _level  d3    d1          p2
//   0       null  null        210     the total
//   1       a     null        120     subtotal by d3
//   2       a     2026-01-01  30      rows
import { rowSource } from '../plan/tree/reached.ts'
import type { ComparedLevel, LeafPoint, Node, PeriodPlan } from '../plan/tree/tree.ts'
import type { FactSources } from './facts.ts'
import { type FigureSources, figuresText, sameKeys, totalFigures } from './figures.ts'
import { define, select } from './select.ts'
import { balanceColumns, otherColumn } from './top.ts'
import type { Writer } from './writer.ts'

/** Column with the level: the number of dimensions that the row is grouped by. */
export const levelColumn = '_level'

/** The level of the rows; 1 even without dimensions, where the one row must differ from the total. */
export const rowLevelOf = (dims: readonly string[]): number => Math.max(dims.length, 1)

/** The shown rows, and the sources from which the other levels are computed. */
export interface Shown {
  rows: string
  /** Whether filters on points dropped rows. */
  isFiltered: boolean
  sources: FactSources[]
  /** The rows' keys: dimensions, with `_other` after the one with top-N values. */
  keys: string[]
  leaves: LeafPoint[]
}

/** Common table expressions; the last one, `name`, has all levels. */
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

/**
 * Keys of the level down to dimension `dim`, with `_other` if it belongs to that dimension or an earlier one.
 */
export function keysUpTo(keys: string[], dim: string): string[] {
  const place = keys.indexOf(dim)
  return keys.slice(0, keys[place + 1] === otherColumn ? place + 2 : place + 1)
}

/** The condition of these levels' rows: `_level` = 1 AND (…) OR `_level` = 0. */
export function levelsText(
  levels: ComparedLevel[],
  conditionOf: (level: ComparedLevel) => Node | null,
  writer: Writer,
): string {
  const mark = `${rowSource}.${writer.name(levelColumn)}`
  const texts = levels.map((compared) => {
    const condition = conditionOf(compared)
    const own = `${mark} = ${compared.level}`
    return condition === null || condition.kind === 'boolean'
      ? own
      : `${own} AND (${writer.write(condition)})`
  })
  return texts.join(' OR ')
}

/** All keys as columns; those not `present` at the level as NULL (`_other` as FALSE). */
export function keyColumns(keys: string[], present: string[], writer: Writer): string[] {
  return keys.map((key) => {
    const column = writer.name(key)
    if (present.includes(key)) return column
    return `${key === otherColumn ? 'FALSE' : 'NULL'} AS ${column}`
  })
}

/**
 * Sources for totals and subtotals. Where filters on points dropped rows, pairs and last values are limited
 * to the remaining rows: as expressions `…_kept`, or, for pairs that only the total reads, by a join in the
 * total (`narrowedBy`).
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
    ? {
        parts,
        pairs: pairs.map((own) => narrowed(own, [own.value, ...(own.per === null ? [] : [own.per])])),
        balances: kept,
        narrowedBy: null,
      }
    : { parts, pairs, balances: kept, narrowedBy: keys }
}

/** The join multiplies nothing: `rows` has one row per combination of the keys. */
function narrowedText(name: string, rows: string, keys: string[], columns: string[], writer: Writer): string {
  const from =
    keys.length === 0
      ? `FROM ${name} ${writer.dialect.whereAny(rows)}`
      : `FROM ${name} JOIN ${rows} ON ${sameKeys(rows, name, keys, writer)}`
  return select([writer.dialect.everything(name, columns)], [from])
}
