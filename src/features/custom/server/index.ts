// What others may use of the custom report server.
export { customReports } from './objectKind.ts'
export { assertAllGiven, valuesOnDay } from './onDay.ts'
