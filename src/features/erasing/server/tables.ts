// Erasures of players' data: who ordered them, and what they did. The id itself is kept sealed until the work is done.
// Beside them, by keyed hashes: the ids whose rows no load brings back.
import type { Selectable } from 'kysely'
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '#server/metadata/table.ts'
import type { IdentityKind } from '#shared/personal.ts'

const erasure = defineTable({
  name: 'erasure',
  made: '0079-erasures',
  key: 'id',
  columns: {
    id: counted(),
    /** Keyed hash in the id's place. */
    player: text(),
    /** The id, sealed; empty once it is erased. */
    wanted: text(),
    state: text<'waiting' | 'done' | 'failed'>(),
    at: text(),
    by_id: whole(),
    ended_at: text().nullable(),
    problem: text().nullable(),
    /** JSON of Outcome; adds up over the runs of the job. */
    outcome: text(),
  },
  backup: {
    // A restore brings no job along.
    rows: (row) =>
      row.state === 'waiting'
        ? { ...row, wanted: '', state: 'failed' as const, problem: '备份时还没有做完；请再删除一次' }
        : { ...row, wanted: '' },
  },
})

/** One row an id and kind. */
const keptOut = defineTable({
  name: 'kept_out',
  made: '0096-erased-ids',
  key: 'hash',
  columns: {
    /** Of the kind and the id, with the installation's key. */
    hash: text(),
    /** The id's keyed hash as erasures and the audit have it. */
    player: text(),
    kind: text<IdentityKind>(),
    at: text(),
    by_id: whole(),
  },
  indexes: [{ columns: ['player'] }],
  backup: 'rows',
})

export type ErasureRow = Selectable<RowOf<typeof erasure>>

/** What was removed so far. */
export interface Outcome {
  /** Rows by table. */
  rows: Record<string, number>
  /** Former versions by table. */
  formers: Record<string, number>
  files: number
  /** On a ClickHouse: tables that nothing can be removed from. */
  unreached?: string[]
  held: number
  results: number
  temporary: number
  records: number
  /** Absent in the first of them. */
  lists?: number
  segments?: number
  tags?: number
  pushes?: number
}

export const entryKinds = ['lists', 'segments', 'tags', 'pushes'] as const

export const erasingTables = [erasure, keptOut]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof erasingTables> {}
}
