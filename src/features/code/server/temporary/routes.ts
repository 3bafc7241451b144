// The calls of temp tables, and the sweep of expired ones.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '#features/code/contract.ts'
import type { Runs } from '../runs/types.ts'
import {
  createTemporary,
  dropTemporary,
  listTemporary,
  proveTemporary,
  sweepOrphans,
  sweepTemporary,
} from './service.ts'

const sweepEveryMs = 3_600_000

export function registerTemporary(app: FastifyInstance, deps: Deps, runs: Runs): void {
  registerCall(app, calls.tmpTableList, (_, { user }) => listTemporary(deps, user))
  registerCall(app, calls.createTmpTable, ({ body }, { user, signal }) =>
    createTemporary(deps, runs, user, body, signal),
  )
  registerCall(app, calls.dropTmpTable, ({ params }, { user }) => dropTemporary(deps, user, params.id))

  const sweep = () =>
    sweepTemporary(deps).catch((error: unknown) => deps.log.error({ err: error }, 'temp tables not swept'))
  const timer = setInterval(sweep, sweepEveryMs)
  timer.unref()
  app.addHook('onReady', async () => {
    await sweep()
    await sweepOrphans(deps)
    await proveTemporary(deps)
  })
  app.addHook('onClose', () => clearInterval(timer))
}
