// The calls of exports.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '#features/code/contract.ts'
import type { Runs } from '../runs/types.ts'
import { downloadFile, handleExports, startBackgroundExport } from './background.ts'
import { prepareExport } from './orders.ts'
import { streamExport } from './streaming.ts'

export function registerExports(app: FastifyInstance, deps: Deps, runs: Runs): void {
  handleExports(deps, runs, app.jobs)
  registerCall(app, calls.exportCsv, async ({ body }, { user, signal }) =>
    streamExport(deps, runs, user, await prepareExport(runs, user, body, 'csv'), signal),
  )
  registerCall(app, calls.exportXlsx, async ({ body }, { user, signal }) =>
    streamExport(deps, runs, user, await prepareExport(runs, user, body, 'xlsx'), signal),
  )
  registerCall(app, calls.exportDataByQueryMCQA, async ({ body }, { user, signal }) =>
    streamExport(deps, runs, user, await prepareExport(runs, user, body, 'csv', true), signal),
  )
  registerCall(app, calls.exportDataByAsync, async ({ body }, { user }) => {
    const { format = 'csv', ...request } = body
    const prepared = await prepareExport(runs, user, request, format)
    return runs.state(user, await startBackgroundExport(deps, runs, app.jobs, user, prepared))
  })
  registerCall(app, calls.downloadExport, ({ params }, { user }) => downloadFile(deps, runs, user, params.id))
}
