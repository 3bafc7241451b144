// What the parts of the runs share: the server's engines, the limits, and the runs that are under way.
import type { Deps } from '#server/deps.ts'
import type { LiveRun } from './live.ts'

const hour = 3_600_000

export const usualLimits = {
  /** Time at work of one statement. */
  timeoutMs: 180_000,
  /** How long results are kept. */
  keepMs: 24 * hour,
  pinnedMs: 7 * 24 * hour,
  /** Of one user: the oldest that are not pinned give way. */
  resultsPerUser: 200,
  pinnedPerUser: 50,
  /** Half of what the store lets a user have, so that one more of the largest always finds room. */
  bytesPerUser: 2 * 1024 ** 3,
  sweepEveryMs: 5 * 60_000,
  /** How often the rights of those whose runs are under way are read again. */
  ownersEveryMs: 5_000,
}
export type RunsLimits = typeof usualLimits

export interface RunsContext {
  deps: Deps
  limits: RunsLimits
  /** By id; a run leaves it when its row says how it ended. */
  live: Map<string, LiveRun>
}
