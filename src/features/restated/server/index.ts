// What imports note, and what reports and messages ask; loaded on first use.
import type { restatedFor as reading } from './reading.ts'
import type * as Recording from './recording.ts'
import type * as Untold from './untold.ts'

const recording = () => import('./recording.ts')
const untold = () => import('./untold.ts')

export const restatedFor: typeof reading = async (...given) =>
  (await import('./reading.ts')).restatedFor(...given)

export const noteRestatement: typeof Recording.noteRestatement = async (...given) =>
  (await recording()).noteRestatement(...given)
export const confirmRestatement: typeof Recording.confirmRestatement = async (...given) =>
  (await recording()).confirmRestatement(...given)
export const forgetRestatement: typeof Recording.forgetRestatement = async (...given) =>
  (await recording()).forgetRestatement(...given)

export const untoldRestatements: typeof Untold.untoldRestatements = async (...given) =>
  (await untold()).untoldRestatements(...given)
export const restatementsSince: typeof Untold.restatementsSince = async (...given) =>
  (await untold()).restatementsSince(...given)
export const restatedLoads: typeof Untold.restatedLoads = async (...given) =>
  (await untold()).restatedLoads(...given)
export const markRestatementsTold: typeof Untold.markRestatementsTold = async (...given) =>
  (await untold()).markRestatementsTold(...given)
