// What statements of the warehouse took. Each engine tells it; /metrics listens once somebody has asked for it, and
// until then it costs nothing.
import { channel } from 'node:diagnostics_channel'

interface MeasuredStatement {
  /** Of reports, or of users' SQL. */
  of: 'report' | 'sql'
  /** Before its turn came. */
  waitedMs: number
  workedMs: number
}

const statements = channel('analytics:statement')

export function tellStatement(measured: MeasuredStatement): void {
  if (statements.hasSubscribers) statements.publish(measured)
}

/** Returns a function that stops listening. */
export function onStatement(listener: (measured: MeasuredStatement) => void): () => void {
  const take = (message: unknown) => listener(message as MeasuredStatement)
  statements.subscribe(take)
  return () => void statements.unsubscribe(take)
}
