// What other slices may use of the calendar's server.
export { readFestivals } from './festivals.ts'
export { readNotes } from './notes.ts'
export { readYears } from './years.ts'
