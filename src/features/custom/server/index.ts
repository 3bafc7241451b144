// What others may use of the custom reports' server: what its objects are.
export { customReports } from './kind.ts'
