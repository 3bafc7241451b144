// The slices of the browser's part, one line each.
export { calendarWeb } from './calendar/web/slice.ts'
export { codeWeb } from './code/web/slice.ts'
export { customWeb } from './custom/web/slice.ts'
export { definitionsWeb } from './definitions/web/slice.ts'
export { documentsWeb } from './documents/web/slice.ts'
export { sessionWeb } from './session/web/slice.ts'
export { statementWeb } from './statement/web/slice.ts'
export { traceWeb } from './trace/web/slice.ts'
