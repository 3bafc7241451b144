// Rows of a statement on their way: column by column, in chunks.

export type CellType = 'boolean' | 'integer' | 'number' | 'string' | 'date' | 'datetime' | 'json'

export interface WarehouseColumn {
  name: string
  type: CellType
  /** The engine's own type: DECIMAL(18,2), TIMESTAMP. */
  databaseType: string
}

/**
 * Some rows, column-wise. Each text is a JSON array, so that the server can pass it on unparsed. Integers
 * beyond 2^53 and decimals beyond 15 digits are JSON strings; dates are `YYYY-MM-DD`, times `YYYY-MM-DD
 * HH:mm:ss[.fff]`; NaN and infinities are null in reports.
 */
export interface ColumnChunk {
  rowCount: number
  columns: string[]
}
