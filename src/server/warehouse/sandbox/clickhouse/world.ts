// What a statement stands before: the tables of the warehouse, and the rows of temp tables.
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { SandboxScope } from '../types.ts'

export interface TemporaryRows {
  columns: { name: string; type: string }[]
  /** By column; null for no value. */
  cells: (string | null)[][]
}

export interface World {
  database: string
  /** All tables of the warehouse with their columns. */
  tables: readonly PhysicalTable[]
  /** Rows of a temp table. */
  temporaryRows: (table: SandboxScope['temporary'][number]) => Promise<TemporaryRows>
}
