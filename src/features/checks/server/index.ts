// What other slices and the terminal may use of checks.
import type { Deps } from '#server/deps.ts'
import type { LoadGuard } from '#server/warehouse/import/guard.ts'
import type { HeldBatch } from './holding/guarding.ts'

export { openHold, settledHolds } from './holding/ofSource.ts'
export { doubtsFor, doubtsOfTables } from './marks.ts'
export type { HeldBatch }

/** Looks over each load before it counts; loaded when there is one. */
export const loadGuard = (deps: Pick<Deps, 'settings' | 'metadata'>, batch?: HeldBatch): LoadGuard => ({
  judge: async (load) =>
    (await import('./holding/guarding.ts')).judgeLoad(deps, { ...(batch && { batch }) }, load),
})

/** The rows that are held back; loaded when some of them are erased. */
export const heldData = () => import('./holding/erasing.ts')
