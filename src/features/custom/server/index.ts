// What others may use of the custom report server.
export { customReports } from './kind.ts'
