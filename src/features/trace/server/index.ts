// What other features may use of the trace server.
export type { TraceDetail } from './detail.ts'
export { noteTrace, type TraceNote } from './noting.ts'
