// What statements of the warehouse, reads of the report cache and waits of jobs took. Each engine tells it; /metrics
// listens once somebody has asked for it, and until then it costs nothing.
import { type Channel, channel } from 'node:diagnostics_channel'

interface MeasuredStatement {
  /** Of reports, or of users' SQL. */
  of: 'report' | 'sql'
  /** Before its turn came. */
  waitedMs: number
  workedMs: number
}

interface MeasuredReplica {
  of: 'report' | 'sql'
  /** Host and port. */
  replica: string
  /** Whether its answer was whole; else it failed. */
  answered: boolean
}

interface MeasuredCacheRead {
  found: boolean
  ms: number
}

interface MeasuredJobStart {
  kind: string
  /** Since it could have begun. */
  waitedMs: number
}

const statements = channel('analytics:statement')
const replicas = channel('analytics:replica')
const cacheReads = channel('analytics:cacheRead')
const jobStarts = channel('analytics:jobStart')

export function tellStatement(measured: MeasuredStatement): void {
  if (statements.hasSubscribers) statements.publish(measured)
}

export function tellReplica(measured: MeasuredReplica): void {
  if (replicas.hasSubscribers) replicas.publish(measured)
}

export function tellCacheRead(measured: MeasuredCacheRead): void {
  if (cacheReads.hasSubscribers) cacheReads.publish(measured)
}

export function tellJobStart(measured: MeasuredJobStart): void {
  if (jobStarts.hasSubscribers) jobStarts.publish(measured)
}

/** Each returns a function that stops listening. */
export const onStatement = (listener: (measured: MeasuredStatement) => void) => listen(statements, listener)
export const onReplica = (listener: (measured: MeasuredReplica) => void) => listen(replicas, listener)
export const onCacheRead = (listener: (measured: MeasuredCacheRead) => void) => listen(cacheReads, listener)
export const onJobStart = (listener: (measured: MeasuredJobStart) => void) => listen(jobStarts, listener)

function listen<Measured>(to: Channel, listener: (measured: Measured) => void): () => void {
  const take = (message: unknown) => listener(message as Measured)
  to.subscribe(take)
  return () => void to.unsubscribe(take)
}
