// What other slices may use of the traces' server.
export type { TraceDetail } from './detail.ts'
export { noteTrace, type TraceNote } from './noting.ts'
