// One statement over several replicas: where one is gone, silent or talks nonsense, the next one is asked from the
// start. An answer comes from one replica alone: once a part of it was handed on, its failure is the statement's.
import { AppError } from '#shared/errors.ts'
import { codeOf } from './failures.ts'
import type { Replica, Replicas } from './replicas.ts'

/** How long a replica that sends nothing is left alone before it is asked whether it lives (ms). */
const quietMs = 2_000

/** Accounts, databases and rights that one replica lacks; the connection to what lies behind it. */
const anotherMayAnswer = [81, 192, 193, 194, 516, 202, 209, 210, 279]

/** Whether the replica, and not the statement, is what failed. */
export function isReplicasFault(error: unknown): boolean {
  const code = codeOf((error as Error).cause ?? error)
  if (code !== null) return anotherMayAnswer.includes(code)
  return (
    !(error instanceof AppError) || error.code === 'warehouse_unavailable' || error.code === 'query_failed'
  )
}

export interface Attempt<Client> {
  replica: Replica<Client>
  /** Aborted where the replica is given up. */
  signal: AbortSignal
  /** To be told of each sign of life. */
  heard(): void
  /** To be told before a part of the answer is handed on: from then on no other replica is asked. */
  handedOn(): void
}

export async function overReplicas<Client, Answer>(
  replicas: Replicas<Client>,
  signal: AbortSignal,
  ask: (attempt: Attempt<Client>) => Promise<Answer>,
): Promise<Answer & { replica: string }> {
  const order = replicas.inOrder()
  let isHandedOn = false
  // One after the other: each is asked only where the one before failed.
  for (const [place, replica] of order.entries()) {
    const leaving = new AbortController()
    const watch = watchOver(replicas, replica, leaving)
    try {
      const attempt: Attempt<Client> = {
        replica,
        signal: AbortSignal.any([signal, leaving.signal]),
        heard: watch.heard,
        handedOn: () => {
          isHandedOn = true
        },
      }
      const answer = await Promise.race([ask(attempt), watch.lost])
      replicas.answered(replica)
      return { ...answer, replica: replica.name }
    } catch (error) {
      leaving.abort()
      if (signal.aborted || !isReplicasFault(error)) throw error
      // Perhaps it was whoever takes the parts that failed.
      if (isHandedOn) throw error
      replicas.fail(replica, (error as Error).message)
      if (place === order.length - 1) throw error
    } finally {
      watch.end()
    }
  }
  throw new AppError('warehouse_unavailable')
}

/** Gives a replica up that is silent and answers no ping either. A statement that takes long is not disturbed. */
function watchOver<Client>(replicas: Replicas<Client>, replica: Replica<Client>, leaving: AbortController) {
  const lost = Promise.withResolvers<never>()
  lost.promise.catch(() => {})
  let isHeard = false
  const look = async () => {
    const wasHeard = isHeard
    isHeard = false
    if (wasHeard || (await replicas.answers(replica)) || isHeard) return
    lost.reject(
      new AppError('warehouse_unavailable', '连接不上 ClickHouse，请稍后再试；仍不行时请联系管理员'),
    )
    leaving.abort()
  }
  const timer = replicas.hasSeveral ? setInterval(look, quietMs) : undefined
  timer?.unref()
  return {
    lost: lost.promise,
    heard: () => {
      isHeard = true
    },
    end: () => clearInterval(timer),
  }
}
