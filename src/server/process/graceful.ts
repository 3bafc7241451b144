// The end of the server: no new requests, those under way are finished within ten seconds, then all is closed.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'

const longestDrainMs = 10_000

export async function stopServer(
  app: FastifyInstance,
  { metadata, warehouse, sandbox, results, cache, log }: Deps,
  drainMs = longestDrainMs,
): Promise<void> {
  const timer = setTimeout(() => {
    log.warn('requests still run after the time to drain; their connections are cut')
    app.server.closeAllConnections()
  }, drainMs)
  // A connection whose reply was under way would stay open after it for as long as its client keeps it alive.
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50)
  await app.close()
  clearTimeout(timer)
  clearInterval(sweep)
  await sandbox.stop()
  await results.stop()
  await cache.stop()
  await warehouse.stop()
  await metadata.stop()
}

/** One Ctrl+C comes several times: from the terminal, from npm and from the script that started us. */
const sameSignalMs = 1000

/** The first signal stops in good order, a second one at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let since: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (since !== undefined) {
      if (now - since > sameSignalMs) process.exit(1)
      return
    }
    since = now
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).stack}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
}
