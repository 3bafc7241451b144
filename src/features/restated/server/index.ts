// What imports note, and what reports ask.
import type { restatedFor as reading } from './reading.ts'

export { confirmRestatement, forgetRestatement, noteRestatement } from './recording.ts'
export { markRestatementsTold, restatementsSince, untoldRestatements } from './untold.ts'

export const restatedFor: typeof reading = async (...given) =>
  (await import('./reading.ts')).restatedFor(...given)
