// State shared by the modules of runs: the server's engines, the limits, and the running queries.
import type { Deps } from '#server/deps.ts'
import type { LiveRun } from './live.ts'

const hour = 3_600_000

export const usualLimits = {
  /** Running time of one statement. */
  timeoutMs: 180_000,
  /** How long results are kept. */
  keepMs: 24 * hour,
  pinnedMs: 7 * 24 * hour,
  /** Results of one user: the oldest unpinned ones are dropped. */
  resultsPerUser: 200,
  pinnedPerUser: 50,
  /** Half of the store's quota per user, so that one more result of maximum size always fits. */
  bytesPerUser: 2 * 1024 ** 3,
  sweepEveryMs: 5 * 60_000,
  /** How often the rights of users with running queries are re-read. */
  ownersEveryMs: 5_000,
}
export type RunsLimits = typeof usualLimits

export interface RunsContext {
  deps: Deps
  limits: RunsLimits
  /** By id; a run is removed when its row says how it ended. */
  live: Map<string, LiveRun>
}
