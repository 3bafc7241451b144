// One row of a report's result: the report's own statement, and of its rows the one that is meant.
import type { CompiledReport, ReportColumn } from '../model/types.ts'
import type { BoundType } from '../plan/tree.ts'
import type { Dialect } from './dialect.ts'
import { levelColumn } from './levels.ts'
import { indent } from './select.ts'
import type { Statement } from './statement.ts'
import { otherColumn } from './top.ts'

export interface RowWanted {
  /** Values of the dimensions' columns; null for the empty value. Fewer than all for a subtotal. */
  cells: ReadonlyMap<string, string | number | boolean | null>
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
 * The row that is meant comes last: where its values are all empty the total, which looks the same, comes before it.
 * `report` must not be cut.
 */
export function writeRow(report: CompiledReport, { cells, other }: RowWanted, dialect: Dialect): Statement {
  const params = [...report.params]
  const dims = report.columns.filter(({ kind }) => kind === 'dimension')
  const conditions = dims.flatMap(({ key, type }) => {
    const value = cells.get(key)
    if (value === undefined) return []
    const name = dialect.identifier(key)
    if (value === null) return [`${name} IS NULL`]
    params.push(String(value))
    const operand = type === 'boolean' ? dialect.cast(name, 'varchar', null) : name
    return [`${operand} = ${dialect.parameter(params.length, boundTypes[type])}`]
  })
  if (report.marks.includes('level')) conditions.push(`${dialect.identifier(levelColumn)} = ${cells.size}`)
  if (report.marks.includes('other'))
    conditions.push(`${other ? '' : 'NOT '}${dialect.identifier(otherColumn)}`)
  const where = conditions.length === 0 ? '' : `\nWHERE ${conditions.join(' AND ')}`
  const sql = `SELECT *\nFROM (\n${indent(report.sql)}\n) AS report${where}`
  return { sql, params, tables: report.tables }
}
