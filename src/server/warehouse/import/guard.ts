// What looks over a load before it is published: it may hold the load back, and notes what it found once the load
// counts.
import type { DuckDBConnection } from '@duckdb/node-api'
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Caller } from '#server/objects/types.ts'
import type { ImportRole } from '#shared/imports/roles.ts'
import type { PublishedTable } from '../snapshot/manifest.ts'
import type { Addition } from './addition.ts'
import type { ColumnProfile } from './profile.ts'
import type { UsualColumns } from './proposal.ts'

/** What publishes the load's rows later, as JSON. */
export type KeptLoad =
  | {
      how: 'replace'
      title: string
      loaded: UsualColumns
      profiles: ColumnProfile[]
      roles: Readonly<Record<string, ImportRole>>
      weights?: Readonly<Record<string, string>>
    }
  | { how: 'add'; addition: Addition }

/** Relations of a ClickHouse, for use after FROM. */
export interface LoadThere {
  arriving: string
  /** The table as it would be. */
  whole: string
  /** Rows as reports get them; throws AppError, query_timeout after `longestMs`. */
  ask(sql: string, longestMs: number): Promise<unknown[][]>
}

export interface ArrivingLoad {
  /** In which the relations can be read. Nothing may be made in its main schema. */
  connection: DuckDBConnection
  table: string
  columns: PhysicalTable['columns']
  dateColumn: string | null
  /** The rows that arrive, for use after FROM. */
  arriving: string
  /** The table as it would be with them, for use after FROM. */
  whole(): Promise<string>
  /** Whether rows of the table stay. */
  joins: boolean
  /** Where the rows wait on a ClickHouse: they are looked over there, and `arriving` is their copy. */
  there?: LoadThere
  /** The tables as they are. */
  published: readonly PublishedTable[]
  /** File name, and the SHA-256 of its content. */
  source: string
  digest: string
  kept: KeptLoad
  by: Pick<Caller, 'id'> | null
  signal: AbortSignal | undefined
}

export interface LoadGuard {
  /** The load is one that was held back before, under this id. */
  readonly releases?: string
  /** Throws where the load is held back. What it returns is called once the load counts. */
  judge(load: ArrivingLoad): Promise<(() => Promise<void>) | null>
}
