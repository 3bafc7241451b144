// Holidays as they were edited here, and notes on dates.
import { counted, defineTable, type RowOf, type RowsOf, text, whole } from '../../../server/metadata/table.ts'

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

const calendarNote = defineTable({
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
  },
  backup: 'rows',
})

export type CalendarNoteTable = RowOf<typeof calendarNote>

export const calendarTables = [calendarYear, calendarNote]

declare module '../../../server/metadata/schema.ts' {
  interface Database extends RowsOf<typeof calendarTables> {}
}
