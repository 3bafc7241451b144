import type { ServerSlice } from '#server/slice.ts'
import * as contract from '../contract.ts'
import { notesAs } from './objectKind.ts'
import { registerCalendar } from './routes.ts'
import { calendarTables } from './tables.ts'

export const calendarServer: ServerSlice = {
  contract,
  register: registerCalendar,
  tables: calendarTables,
  objects: [notesAs()],
}
