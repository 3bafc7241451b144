// What other slices may use of the calendar's server.
export { readNotes } from './notes.ts'
export { readYears } from './years.ts'
