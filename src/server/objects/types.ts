// Objects that users create: with an owner, a revision and a history, kept for a while after deletion.
import type { Kysely } from 'kysely'
import type { GameScope } from '#semantic/model/rowScope.ts'
import type { AuditDetail } from '#shared/auditDetails.ts'
import type { SessionUser } from '../http/session.ts'
import type { Database } from '../metadata/schema.ts'
import type { Mortal } from '../scopes/life.ts'
import type { Seen } from '../scopes/seen.ts'

/** Columns of every object's row (`objectColumns`). */
export interface ObjectRow extends Mortal {
  /** A text when the id is part of an address that nobody may guess. */
  id: number | string
  owner_id: number
  created_at: string
  modified_at: string
  modified_by: number
  revision: number
}

/** The caller: a user as in the session. */
export type Caller = Pick<
  SessionUser,
  'id' | 'role' | 'games' | 'rules' | 'personal' | 'marks' | 'authorityInfo'
>

/** How the history shows a column; for a secret, `show` reveals nothing. */
/** Whose codes a field holds: games, or a dictionary by its form name. */
export type CodeKind = 'game' | 'channel' | 'server'

export interface Field {
  title: string
  /** Its shown text is a code, or several joined by 、: histories show their names. */
  codes?: CodeKind
  show?: (stored: unknown) => string
  /** For a column with several settings: the changed settings, each with its own title. */
  parts?: (from: unknown, to: unknown) => Part[]
  /**
   * True for place and visibility rather than content: such a change is recorded, but leaves the content's
   * time and author.
   */
  beside?: true
}

interface Part {
  title: string
  from: string
  to: string
}

export interface ObjectKind<Row extends ObjectRow> {
  table: keyof Database
  /** Prefix of the audit's actions: `blackList.add`. */
  name: string
  /** Makes the id of a new object when the store does not assign one. */
  makeId?(): string
  /** Columns that may be changed; the history records these and no others. */
  fields: Partial<Record<keyof Row & string, Field>>
  /** A caller who may not see a row gets the same answer as for one that does not exist. */
  seen: Seen
  /** Chinese: why a user who sees the row may not change it; null: they may. */
  refuses?(caller: Caller, row: Row): string | null
  /**
   * What the object reads by itself with its owner's permissions: the owner's rows in these games. Whoever
   * changes the object must see as much, or could use it to read what they may not see. `query`: whether it runs a
   * saved query, which its owner must be allowed to.
   */
  runs: 'never' | { in(row: Row): GameScope; query?(row: Row): boolean }
  /** Names that must be unique in their scope among living objects of the kind. */
  names?(row: Row): { scope: string; name: string }[]
  /** The message when a name or unique column is taken, and its form field. */
  taken: { field: string; message: string }
  /** What names it in the audit; by default its name or title. */
  called?(row: Row): AuditDetail
  /** Whether the history stores previous values, so that states can be restored. */
  keepsBefore?: boolean
  /** The schedule by which it runs as its owner; a schedule that names the revision keeps it with another owner. */
  schedule?: { id(id: number): string; namesRevision?: true }
  /** Deleted rows that keep a meaning, by a column's value, or all: they are never purged. */
  keptDeleted?: { column: string; value: string } | 'all'
}

/** What purging needs to know of a kind, whatever its rows are. */
export type PurgedKind = Pick<ObjectKind<ObjectRow>, 'table' | 'name' | 'keptDeleted'>

/** What giving objects to another owner needs to know of a kind, whatever its rows are. */
export type OwnedKind = Pick<
  ObjectKind<ObjectRow>,
  'table' | 'name' | 'seen' | 'runs' | 'names' | 'taken' | 'keepsBefore' | 'schedule'
>

/** What describing a kind's columns needs, whatever its rows are. */
export interface TitledKind {
  name: string
  fields: Readonly<Record<string, Field | undefined>>
}

export type Db = Kysely<Database>
