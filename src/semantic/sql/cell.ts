// One row of a report's result: the report's own statement as a subquery, with the dimensions' cells as
// conditions.
//
//   SELECT * FROM (…the report…) AS report WHERE "d4" = CAST($3 AS VARCHAR) AND "d1" IS NULL AND "_level" = 2
import type { CompiledReport, ReportColumn } from '../model/types.ts'
import type { BoundType } from '../plan/tree/tree.ts'
import type { Dialect } from './dialect.ts'
import { levelColumn } from './levels.ts'
import { indent } from './select.ts'
import type { Statement } from './statement.ts'
import { otherColumn } from './top.ts'

/** A row's cells by dimension column key (`d4`); null for the null value. */
export type WantedCells = ReadonlyMap<string, string | number | boolean | null>

export interface RowWanted {
  /** For a subtotal, only the cells of its dimensions. */
  cells: WantedCells
  /** Whether the row 其他 is meant. */
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
 * Read the last row: where all wanted cells are null, the total looks the same and comes first. `report` must
 * be compiled with the maximum limit, so that its row is not cut off.
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

/**
 * A condition per column in `cells`; the others are not restricted. `bind` returns a parameter's placeholder.
 */
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
