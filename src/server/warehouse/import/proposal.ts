// What the import hands to whoever makes a report of the new table.
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { ColumnProfile } from './profile.ts'

/**
 * What a column is good for: what dates the rows, whose they are, something to cut by, to add up, to add up but for
 * days, of which the last counts, to take the mean of, to count the different ones of; or nothing that reports show.
 */
export const columnRoles = [
  'date',
  'game',
  'dimension',
  'sum',
  'balance',
  'average',
  'count',
  'none',
] as const
export type ColumnRole = (typeof columnRoles)[number]

export interface ImportedTable {
  table: PhysicalTable
  /** Name of the file without its ending: what people call the table. */
  title: string
  /** Name of the file. */
  source: string
  profiles: ColumnProfile[]
  /** DATE or TIMESTAMP column; null without dates. */
  dateColumn: string | null
  gameColumn: string | null
  /** Codes that stand in the game column. */
  games: string[]
  /** What the user says of columns, by their names; proposed where absent. */
  roles?: Readonly<Record<string, ColumnRole>>
  /** Whose the reports are; the first who may manage the installation where absent. */
  owner?: number
}

/** What dated a table's rows and told their games until now. */
export interface UsualColumns {
  dateColumn: string | null
  gameColumn: string | null
}

export interface ProposedReport {
  viewMetaId: number
  /** Sentences for the user. */
  notes: string[]
}

/** What a proposal is made from, before the table is there. */
export type ProfiledTable = Pick<ImportedTable, 'profiles' | 'dateColumn' | 'gameColumn'> & {
  table: Pick<PhysicalTable, 'rowCount'>
}

/** Saves a proposal in one transaction. */
export interface Proposer {
  /** What each column is good for, by its name. */
  roles(table: ProfiledTable): Record<string, ColumnRole>
  /** Throws AppError where nothing could be saved later: before the table is made. */
  check(metadata: Metadata): Promise<void>
  /** What definitions of the table, by its name, were saved before; null where there are none. */
  known(metadata: Metadata, table: string): Promise<UsualColumns | null>
  save(metadata: Metadata, imported: ImportedTable): Promise<ProposedReport>
}
