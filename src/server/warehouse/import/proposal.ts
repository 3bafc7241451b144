// What the import passes to the author of a report on the new table.
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { ColumnProfile } from './profile.ts'

/**
 * The role of a column: date of the rows, game of the rows, dimension, sum, balance (adds up except over
 * days, where the last one counts), mean, distinct count; or not shown in reports.
 */
const columnRoles = ['date', 'game', 'dimension', 'sum', 'balance', 'average', 'count', 'none'] as const
export type ColumnRole = (typeof columnRoles)[number]

export interface ImportedTable {
  table: PhysicalTable
  /** File name without its ending: what people call the table. */
  title: string
  /** File name. */
  source: string
  profiles: ColumnProfile[]
  /** DATE or TIMESTAMP column; null without dates. */
  dateColumn: string | null
  gameColumn: string | null
  /** Codes found in the game column. */
  games: string[]
  /** The user's roles by column name; proposed where absent. */
  roles?: Readonly<Record<string, ColumnRole>>
  /** Owner of the reports; the first user who may manage the installation where absent. */
  owner?: number
}

/** The date and game columns that a replaced table had. */
export interface UsualColumns {
  dateColumn: string | null
  gameColumn: string | null
}

export interface ProposedReport {
  viewMetaId: number
  /** Sentences for the user. */
  notes: string[]
}

/** What a proposal is based on, before the table exists. */
export type ProfiledTable = Pick<ImportedTable, 'profiles' | 'dateColumn' | 'gameColumn'> & {
  table: Pick<PhysicalTable, 'rowCount'>
}

/** Saves a proposal in one transaction. */
export interface Proposer {
  /** Each column's role, by its name. */
  roles(table: ProfiledTable): Record<string, ColumnRole>
  /** Throws AppError where a later save would fail; called before the table is made. */
  check(metadata: Metadata): Promise<void>
  /** The saved definitions of a table with this name; null where there are none. */
  known(metadata: Metadata, table: string): Promise<UsualColumns | null>
  save(metadata: Metadata, imported: ImportedTable): Promise<ProposedReport>
}
