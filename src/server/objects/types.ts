// What users make and keep: objects with an owner, a revision and a history, kept for a while after they are deleted.
import type { Kysely } from 'kysely'
import type { GameScope } from '#semantic/model/rowScope.ts'
import type { SessionUser } from '../http/session.ts'
import type { Database } from '../metadata/schema.ts'
import type { Mortal } from '../scopes/life.ts'
import type { Seen } from '../scopes/seen.ts'

/** What every object's row has (`objectColumns`). */
export interface ObjectRow extends Mortal {
  /** A text where it stands in addresses that nobody may guess. */
  id: number | string
  owner_id: number
  created_at: string
  modified_at: string
  modified_by: number
  revision: number
}

/** Who asks: a user as the session knows them. */
export type Caller = Pick<SessionUser, 'id' | 'games' | 'rules' | 'authorityInfo'>

/** How the history shows a column; a secret's `show` tells nothing of it. */
export interface Field {
  title: string
  show?: (stored: unknown) => string
  /** Of a column that holds several settings: those that differ, each under a title of its own. */
  parts?: (from: unknown, to: unknown) => Part[]
  /** Where it stands and for whom, not what it says: such a change is noted, and no time or author of the content. */
  beside?: true
}

export interface Part {
  title: string
  from: string
  to: string
}

export interface ObjectKind<Row extends ObjectRow> {
  table: keyof Database
  /** Leads the audit's actions: `blackList.add`. */
  name: string
  /** Makes the id of a new one, where the store does not count them. */
  makeId?(): string
  /** Columns that may be changed; the history tells of these and of no others. */
  fields: Partial<Record<keyof Row & string, Field>>
  /** Whoever may not see a row gets the answer of one that does not exist. */
  seen: Seen
  /** Why somebody who sees it may not change it, in Chinese; null: they may. */
  refuses?(caller: Caller, row: Row): string | null
  /**
   * What it reads by itself, with its owner's rights: the owner's rows in these games. Whoever changes it sees as much,
   * or could ask by it for what they may not know.
   */
  runs: 'never' | { in(row: Row): GameScope }
  /** Names that nothing else of the kind may have in the scope while the object lives. */
  names?(row: Row): { scope: string; name: string }[]
  /** Said when a name, or a unique column, is taken, and at which field of the form. */
  taken: { field: string; message: string }
  /** Whether the history keeps what was changed as it was stored, so that it can be brought back. */
  keepsBefore?: boolean
  /** Deleted rows that still mean something, by what a column holds, or all: they are never given up. */
  keptDeleted?: { column: string; value: string } | 'all'
}

/** What giving up deleted rows needs to know of a kind, whatever its rows are. */
export type PurgedKind = Pick<ObjectKind<ObjectRow>, 'table' | 'name' | 'keptDeleted'>

/** What telling of a kind's columns needs to know of it, whatever its rows are. */
export interface TitledKind {
  name: string
  fields: Readonly<Record<string, Field | undefined>>
}

export type Db = Kysely<Database>
