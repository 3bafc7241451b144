// Health endpoints for monitoring: whether the server lives, and whether it can work. No session, no secrets.
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '../deps.ts'

const patienceMs = 5000

export function registerHealth(app: FastifyInstance, { metadata, warehouse }: Deps): void {
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (_request, reply) => {
    const [metadataReady, warehouseReady] = await Promise.all([
      answers(sql`select 1`.execute(metadata.db)),
      answers(warehouse.ready()),
    ])
    const { isLeaving } = app.leaving
    if (isLeaving || !metadataReady || !warehouseReady) reply.status(503)
    const stores = { metadata: stateOf(metadataReady), warehouse: stateOf(warehouseReady) }
    return isLeaving ? { ...stores, server: 'leaving' } : stores
  })
}

const stateOf = (ready: boolean): string => (ready ? 'ready' : 'unavailable')

async function answers(work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(false), patienceMs)
  const done = work.then(
    () => true,
    () => false,
  )
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}
