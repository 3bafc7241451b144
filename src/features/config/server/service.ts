// Lists tables: physical ones suitable for a definition, and defined ones.
import { isAllRows, type RowScope } from '#semantic/model/rowScope.ts'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { FittingTable } from '../contract.ts'

/** Joining larger look-ups would be unexpectedly slow. */
const dimensionRows = 200_000
const numeric = /^(TINYINT|SMALLINT|INTEGER|BIGINT|HUGEINT|U\w*INT\w*|FLOAT|DOUBLE|REAL|DECIMAL)/i

/**
 * `dim`: small tables; `point`: tables with summable columns. Row counts of invisible rows are not revealed.
 */
export function fittingTables(
  tables: PhysicalTable[],
  tableType: 'dim' | 'point',
  caller: RowScope,
): FittingTable[] {
  const fitting =
    tableType === 'dim'
      ? tables.filter((table) => table.rowCount <= dimensionRows)
      : tables.filter((table) => table.columns.some((column) => numeric.test(column.type)))
  return isAllRows(caller) ? fitting : fitting.map(({ rowCount: _, ...table }) => table)
}

/** Those with the given ids; all of them without ids. */
export function pickTables<Table extends { id: number }>(
  tables: Table[],
  tableIds: number[] | undefined,
): Table[] {
  if (!tableIds) return tables
  const wanted = new Set(tableIds)
  return tables.filter((table) => wanted.has(table.id))
}
