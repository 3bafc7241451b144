// One row of a report's result: the report's own statement, and of its rows the one that is meant.
import type { CompiledReport, ReportColumn } from '../model/types.ts'
import type { BoundType } from '../plan/tree.ts'
import type { Dialect } from './dialect.ts'
import { levelColumn } from './levels.ts'
import { indent } from './select.ts'
import type { Statement } from './statement.ts'
import { otherColumn } from './top.ts'

/** Values of dimensions' columns by key; null for the empty value. */
export type WantedCells = ReadonlyMap<string, string | number | boolean | null>

export interface RowWanted {
  /** Fewer than all for a subtotal. */
  cells: WantedCells
  /** The rest below the first values. */
  other: boolean
}

const boundTypes: Record<ReportColumn['type'], BoundType> = {
  string: 'text',
  integer: 'huge',
  number: 'number',
  date: 'date',
  datetime: 'datetime',
  boolean: 'text',
}

/**
 * The row that is meant comes last: where its values are all empty the total, which looks the same, comes
 * before it. `report` must not be cut.
 */
export function writeRow(report: CompiledReport, { cells, other }: RowWanted, dialect: Dialect): Statement {
  const params = [...report.params]
  const dims = report.columns.filter(({ kind }) => kind === 'dimension')
  const conditions = cellConditions(dims, cells, dialect, (value) => params.push(value))
  if (report.marks.includes('level')) conditions.push(`${dialect.identifier(levelColumn)} = ${cells.size}`)
  if (report.marks.includes('other'))
    conditions.push(`${other ? '' : 'NOT '}${dialect.identifier(otherColumn)}`)
  const where = conditions.length === 0 ? '' : `\nWHERE ${conditions.join(' AND ')}`
  const sql = `SELECT *\nFROM (\n${indent(report.sql)}\n) AS report${where}`
  return { sql, params, tables: report.tables }
}

/** That the columns hold the values; those without one are free. `bind` gives a value its place. */
export function cellConditions(
  columns: Pick<ReportColumn, 'key' | 'type'>[],
  cells: WantedCells,
  dialect: Dialect,
  bind: (value: string) => number,
): string[] {
  return columns.flatMap(({ key, type }) => {
    const value = cells.get(key)
    if (value === undefined) return []
    const name = dialect.identifier(key)
    if (value === null) return [`${name} IS NULL`]
    const operand = type === 'boolean' ? dialect.cast(name, 'varchar', null) : name
    return [`${operand} = ${dialect.parameter(bind(String(value)), boundTypes[type])}`]
  })
}
