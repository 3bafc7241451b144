// The calls of the pages about the installation.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { clearOwn, clearReports, clearSums, readCaches } from './caches.ts'
import { Checks } from './checking.ts'
import { followSettings } from './settings/follow.ts'

const settingsService = () => import('./settings/service.ts')

export function registerInstallation(app: FastifyInstance, deps: Deps): void {
  followSettings(app, deps)
  const checks = new Checks({ ...deps, jobs: app.jobs })
  registerCall(app, calls.sendSpans, async ({ body }) => {
    const { takeSpans } = await import('./spans.ts')
    return { passed: takeSpans(body.spans, app.calls) }
  })
  registerCall(app, calls.pingServer, () => ({ now: Date.now() }))
  registerCall(app, calls.checkPart, ({ query }, { user, requestId }) =>
    checks.check(query.part, user, requestId),
  )
  registerCall(app, calls.checkMail, (_input, { user, requestId }) =>
    checks.check('mailServer', user, requestId),
  )
  registerCall(app, calls.readCaches, (_input, { user }) => readCaches(deps, user))
  registerCall(app, calls.clearReportCache, ({ body }, { user }) => clearReports(deps, user.id, body.table))
  registerCall(app, calls.clearReportSums, ({ body }, { user }) => clearSums(deps, user.id, body.table))
  registerCall(app, calls.clearOwnResults, (_input, { user }) => clearOwn(deps, user.id))
  registerCall(app, calls.listSettings, async () => (await settingsService()).listSettings(deps))
  registerCall(app, calls.saveSettings, async ({ body }, { user }) =>
    (await settingsService()).saveSettings(deps, user, body),
  )
}
