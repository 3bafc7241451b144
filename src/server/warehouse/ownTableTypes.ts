// What is said of a table of the product's own, and what its writing is given.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Settings } from '../settings.ts'
import type { Warehouse } from './types.ts'

export interface OwnTable {
  name: string
  comment: string
  /** By column. */
  comments: Readonly<Record<string, string>>
  /** Columns by which the rows lie on a ClickHouse. */
  order: readonly string[]
  signal: AbortSignal
  /** Throws where the table that has the name is somebody else's. */
  accept(former: PhysicalTable): void
}

export interface OwnWriting {
  /** The table is made in its main schema. */
  connection: DuckDBConnection
  /** Tells this content from others of the table. */
  generation: number
  /** Where the content so far is read; null where there is none. */
  former: string | null
}

export interface OwnPlace {
  settings: Pick<Settings, 'dataDir'>
  warehouse: Warehouse
}
