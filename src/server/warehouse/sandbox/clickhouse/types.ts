// ClickHouse's types by DuckDB's names, as results are kept and temp tables are written; what has no equal is text.
import { duckdbType } from '#server/warehouse/clickhouse/writing/columns.ts'
import type { WarehouseColumn } from '#server/warehouse/types.ts'

/** Without Nullable and the like, which don't change what a cell holds. */
function innerType(type: string): string {
  const inner =
    /^(?:Nullable|LowCardinality)\((.*)\)$/s.exec(type)?.[1] ??
    /^SimpleAggregateFunction\(\w+, (.*)\)$/s.exec(type)?.[1]
  return inner === undefined ? type : innerType(inner)
}

export function keptColumn(column: WarehouseColumn): WarehouseColumn {
  return { ...column, databaseType: keptType(innerType(column.databaseType), column.type) }
}

function keptType(type: string, cell: WarehouseColumn['type']): string {
  if (cell === 'datetime') return 'TIMESTAMP'
  if (cell === 'date') return 'DATE'
  if (cell === 'json') return 'JSON'
  const width = /^Decimal\((\d+)/.exec(type)?.[1]
  if (width !== undefined && Number(width) > 38) return 'VARCHAR'
  if (type === 'BFloat16') return 'FLOAT'
  const named = duckdbType(type)
  return named === type && !/^DECIMAL/.test(named) ? 'VARCHAR' : named
}
