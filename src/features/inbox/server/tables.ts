// Notes from the product to each user: alarms, delivered reports, and failures of their own jobs.
import { counted, defineTable, type RowsOf, text, whole } from '#server/metadata/table.ts'
import { either, every, is, keptRows, owner } from '#server/scopes/seen.ts'
import type { NoteLevel, NoteSource } from '../contract.ts'

/** Within whose rows a note without figures is: everybody's. */
export const ofNobody = '[]'

export const inboxNote = defineTable({
  name: 'inbox_note',
  made: '0017-inbox',
  key: 'id',
  columns: {
    id: counted(),
    user_id: whole().refersTo('user', 'cascade'),
    /** A second note under the same key is ignored. */
    key: text(),
    title: text(),
    /** Lines with links in the format of src/shared/message.ts. */
    text: text(),
    level: text<NoteLevel>(),
    source_kind: text<NoteSource>(),
    source_id: whole().nullable(),
    /** Path within the product. */
    link: text().nullable(),
    /** The row scope of the note's figures (rowScopes.ts). */
    games: text(),
    at: text(),
    read_at: text().nullable(),
    /** The deletion can be undone for a while. */
    deleted_at: text().nullable(),
  },
  indexes: [
    { columns: ['user_id', 'key'], unique: true },
    { columns: ['user_id', 'at'], where: 'deleted_at is null' },
    { columns: ['user_id'], where: 'read_at is null and deleted_at is null' },
    { columns: ['at'] },
  ],
  aging: { as: 'inbox', usualDays: 90, by: 'at' },
  seen: every(owner('user_id'), either(is('games', ofNobody), keptRows('games'))),
  backup: 'rows',
})

export const inboxTables = [inboxNote]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof inboxTables> {}
}
