// The calls of custom reports.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { jsonText } from '#server/http/reply.ts'
import { pages } from '#shared/pages.ts'
import { tellClosed } from '#features/inbox/server/index.ts'
import { noteTrace } from '#features/trace/server/index.ts'
import * as calls from '../contract.ts'
import type { CustomRuns } from './running.ts'

// Loaded on the first run, because the start-up needs none of it.
const reports = () => import('./reports.ts')
const running = () => import('./running.ts')

export function registerCustom(app: FastifyInstance, deps: Deps): void {
  const { metadata } = deps
  let runs: CustomRuns | undefined

  tellClosed([pages.customDetail.path], async (...given) =>
    (await import('./sharing.ts')).closedReports(...given),
  )

  registerCall(app, calls.listCustomReports, async (_, { user }) =>
    (await reports()).listReports(metadata, user),
  )
  registerCall(app, calls.getCustomReport, async ({ params }, { user }) =>
    (await reports()).openReport(metadata, user, params.id),
  )
  registerCall(app, calls.saveCustomReport, async ({ body }, { user }) =>
    (await reports()).saveReport(metadata, user, body),
  )
  registerCall(app, calls.deleteCustomReport, async ({ params, body }, { user }) =>
    (await reports()).deleteReport(metadata, user, params.id, body.restored === true),
  )
  registerCall(app, calls.whoSeesCustomReport, async ({ params }, { user }) =>
    (await import('./sharing.ts')).readWhoSees(metadata, user, params.id),
  )
  registerCall(app, calls.shareCustomReport, async ({ body }, { user }) =>
    (await import('./sharing.ts')).shareReport(metadata, user, body),
  )
  registerCall(app, calls.runCustomReport, async ({ params, body }, { user, signal }) => {
    const report = await (await reports()).seenReport(metadata, user, params.id)
    const { CustomRuns, orderFor, traceDetail } = await running()
    const { labelsOf } = await import('./naming.ts')
    const { tableText } = await import('./tableText.ts')
    runs ??= new CustomRuns(deps)
    const order = await orderFor(deps, user, report, body.values ?? {})
    const { answer, cached } = await runs.run(user, order, { fresh: body.fresh === true, signal })
    const trace = await noteTrace(deps, { kind: 'view', userId: user.id, detail: traceDetail(order) })
    const labels = await labelsOf(deps, order, answer)
    return jsonText(tableText(answer, { cached, labels, values: order.values, trace }))
  })
  registerCall(app, calls.exportCustomReport, async ({ params, body }, { user, signal }) => {
    const report = await (await reports()).seenReport(metadata, user, params.id)
    const { orderFor } = await running()
    const order = await orderFor(deps, user, report, body.values ?? {})
    return (await import('./exports.ts')).exportReport(deps, user, order, body.format, signal)
  })
}
