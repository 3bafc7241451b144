// What other slices may use of the calendar's server.
export { readYears } from './years.ts'
