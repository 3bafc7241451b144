// Holidays as they were edited here, and notes on dates.
import { sql } from 'kysely'
import {
  type Change,
  counted,
  defineTable,
  type RowOf,
  type RowsOf,
  text,
  whole,
} from '#server/metadata/table.ts'
import { game } from '#server/scopes/seen.ts'

const asObjects = '0047-views-as-objects'

/** The last editor of older notes is unknown: assumed to be the owner. */
const adoptNotes: Change = async (db) => {
  const now = new Date().toISOString()
  await sql`update calendar_note set modified_at = created_at, modified_by = owner_id`.execute(db)
  // Deleted notes get the full time in which they can be restored.
  await sql`update calendar_note set deleted_at = ${now} where deleted_at is not null`.execute(db)
}

const calendarYear = defineTable({
  name: 'calendar_year',
  made: '0004-reports',
  key: 'year',
  columns: {
    year: whole(),
    /** JSON array of CalendarDay. */
    days: text(),
    modified_at: text(),
    modified_by: whole().nullable(),
  },
  backup: 'rows',
})

export const calendarNote = defineTable({
  name: 'calendar_note',
  made: '0004-reports',
  key: 'id',
  columns: {
    id: counted(),
    day: text(),
    until: text().nullable(),
    cgi: text().nullable(),
    kind: text<'version' | 'event'>(),
    title: text(),
    text: text(),
    owner_id: whole().refersTo('user'),
    created_at: text(),
    deleted_at: text().nullable(),
    modified_at: text().since(asObjects, '').optional(),
    modified_by: whole().since(asObjects, 0).optional(),
    revision: whole().since(asObjects, 1).optional(),
  },
  changes: { [asObjects]: adoptNotes },
  seen: game('cgi', null),
  backup: 'rows',
})

export type CalendarNoteTable = RowOf<typeof calendarNote>

export const calendarTables = [calendarYear, calendarNote]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof calendarTables> {}
}
