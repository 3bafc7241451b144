// What the import passes to the author of a report on the new table.
import type { PhysicalTable } from '#semantic/model/types.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Caller } from '#server/objects/types.ts'
import type { ImportRole } from '#shared/imports/roles.ts'
import type { PersonalKind } from '#shared/personal.ts'
import type { KeptOut } from './keepingOut.ts'
import type { ColumnProfile } from './profile.ts'
import type { Broken } from './replacement.ts'
import type { Restated, Standing } from './restating/types.ts'

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
  roles?: Readonly<Record<string, ImportRole>>
  /** The columns by which means are weighted, by the mean's name. */
  weights?: Readonly<Record<string, string>>
  /** Columns with personal data, marked with the definitions. */
  personal?: readonly { name: string; kind: PersonalKind }[]
  /** Owner of the reports; the first user who may manage the installation where absent. */
  owner?: number
  /** The noted change of whole days, which counts from now on. */
  restated?: number | null
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

export interface ToldRole {
  role: ImportRole
  /** Why, in a few words. */
  why: string
  /** The column by which the mean is weighted. */
  weight?: string
  /** Its values are shares or rates, which don't add up. */
  isRate?: true
}

export const rolesAlone = (told: Readonly<Record<string, ToldRole>>): Record<string, ImportRole> =>
  Object.fromEntries(Object.entries(told).map(([column, { role }]) => [column, role]))

export const weightsAlone = (told: Readonly<Record<string, ToldRole>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(told).flatMap(([column, { weight }]) => (weight === undefined ? [] : [[column, weight]])),
  )

interface AddedRows {
  table: string
  /** File name. */
  source: string
  rows: number
  /** Rows of the table that they replaced. */
  replaced: number
  /** Codes found in the game column. */
  games: string[]
  /** Who added them; the first user who may manage the installation where absent. */
  owner?: number
  /** The noted change of whole days, which counts from now on. */
  restated: number | null
}

/** What a proposal is based on, before the table exists. */
export type ProfiledTable = Pick<ImportedTable, 'profiles' | 'dateColumn' | 'gameColumn'> & {
  table: Pick<PhysicalTable, 'rowCount'>
}

/** A table that takes the place of another. */
export interface TableChange {
  before: PhysicalTable
  after: PhysicalTable
  /** All tables as they are. */
  tables: readonly PhysicalTable[]
  dateColumn: string | null
  gameColumn: string | null
  /** The column of moments, given the former one. */
  timeColumnOf(former: string | null): string | null
}

export interface SampledColumn {
  name: string
  values: readonly (string | null)[]
}

/** Saves a proposal in one transaction. */
export interface Proposer {
  /** Each column's role, by its name. */
  roles(metadata: Metadata, table: ProfiledTable): Promise<Record<string, ToldRole>>
  /** Columns that look like personal data and are not marked, by names and some values, with the reason. */
  personal(
    metadata: Metadata,
    table: string,
    columns: readonly SampledColumn[],
  ): Promise<{ name: string; kind: PersonalKind; reason: string }[]>
  /** What would not work any more; `caller` null: at the terminal, where everything may be known. */
  breaks(metadata: Metadata, change: TableChange, caller: Caller | null): Promise<Broken>
  /** Throws AppError where a later save would fail; called before the table is made. */
  check(metadata: Metadata): Promise<void>
  /** The saved definitions of a table with this name; null where there are none. */
  known(metadata: Metadata, table: string): Promise<UsualColumns | null>
  /** By which columns the table is reported, to be kept with its former version. */
  kept(metadata: Metadata, table: string): Promise<unknown>
  gameColumnOf(kept: unknown): string | null
  /** Reports the table by the kept columns again; `swap` is given those of now, and comes last. */
  takeBack(
    metadata: Metadata,
    taken: {
      table: PhysicalTable
      kept: unknown
      owner?: number
      restated: number | null
      /** When the version was replaced: tells it from the others. */
      replacedAt: string
    },
    swap: (kept: unknown) => Promise<void>,
  ): Promise<void>
  save(metadata: Metadata, imported: ImportedTable): Promise<ProposedReport>
  /** The points that stand on a table, with the columns by which they are reported. */
  standing(metadata: Metadata, table: string): Promise<Standing[]>
  /** Notes a change of whole days that is about to be published; returns the note's id. */
  restates(metadata: Metadata, restated: Restated): Promise<number>
  /** It was not published, or taken back at once. */
  forgetsRestated(metadata: Metadata, id: number): Promise<void>
  /** Whose rows are left out of loads into the table; null where nobody's are. */
  keepsOut(place: { metadata: Metadata; dataDir: string; table: string }): Promise<KeptOut | null>
  /** Records rows that were added to a table; returns the view with its points. */
  added(metadata: Metadata, added: AddedRows): Promise<number | null>
}
