// What the import hands to whoever makes a report of the new table.
import type { PhysicalTable } from '../../../semantic/model/types.ts'
import type { Metadata } from '../../metadata/open.ts'
import type { ColumnProfile } from './profile.ts'

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

/** Saves a proposal in one transaction. */
export interface Proposer {
  /** Throws AppError where nothing could be saved later: before the table is made. */
  check(metadata: Metadata): Promise<void>
  /** What definitions of the table, by its name, were saved before; null where there are none. */
  known(metadata: Metadata, table: string): Promise<UsualColumns | null>
  save(metadata: Metadata, imported: ImportedTable): Promise<ProposedReport>
}
