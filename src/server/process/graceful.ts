// Shuts the server down: no new requests, ten seconds for those under way, then everything is closed.
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
  // A connection whose reply was under way would otherwise stay open for as long as its client keeps it
  // alive.
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

/** One Ctrl+C arrives several times: from the terminal, from npm and from the script that started us. */
const sameSignalMs = 1000

/** Whether our parent holds the other end of an IPC channel, which tells us when the parent is gone. */
const tethered = process.connected === true

/**
 * The first signal shuts down in order, a second one exits at once. The end of the parent process, which may
 * be killed without notice, counts as a signal.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let begun = false
  const begin = () => {
    if (begun) return
    begun = true
    stop().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${(error as Error).stack}\n`)
        process.exit(1)
      },
    )
  }
  let since: number | undefined
  const onSignal = () => {
    const now = performance.now()
    if (since !== undefined && now - since > sameSignalMs) process.exit(1)
    since ??= now
    begin()
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, onSignal)
  if (!tethered) return
  process.on('disconnect', begin)
  if (!process.connected) begin()
}
