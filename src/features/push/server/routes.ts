// The calls of push.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { handleClearing, scheduleClearing } from './clearing.ts'
import type { PushDeps } from './deps.ts'
import { EmbeddedGateway } from './gateway/embedded.ts'
import { vapidKeys } from './gateway/vapid.ts'
import { handleRunning } from './running/handling.ts'

const browsers = () => import('./browsers.ts')
const tasks = () => import('./tasks.ts')
const showing = () => import('./showing.ts')
const records = () => import('./records.ts')
const deciding = () => import('./deciding.ts')
const configs = () => import('./configs.ts')
const segments = () => import('./audience/segments.ts')
const testing = () => import('./testing.ts')

export function registerPush(app: FastifyInstance, given: Deps): void {
  const deps: PushDeps = { ...given, jobs: app.jobs, embedded: new EmbeddedGateway(given) }
  app.addHook('onClose', () => deps.embedded.stop())
  app.addHook('onReady', async () => {
    await scheduleClearing(deps)
    await (await import('./overdue.ts')).noteOverlooked(deps)
  })
  handleRunning(deps)
  handleClearing(deps)
  registerTasks(app, deps)
  registerConfigs(app, deps)
  registerTesting(app, deps)
}

function registerTasks(app: FastifyInstance, deps: PushDeps): void {
  registerCall(app, calls.findPushTasks, async ({ query }, { user }) =>
    (await showing()).listTasks(deps, user, query),
  )
  registerCall(app, calls.addPushTask, async ({ body }, { user, signal }) =>
    (await tasks()).addTask(deps, user, body, signal),
  )
  registerCall(app, calls.changePushTask, async ({ body }, { user, signal }) =>
    (await tasks()).changeTask(deps, user, body, signal),
  )
  registerCall(app, calls.stopPushTask, async ({ body }, { user }) =>
    (await deciding()).stopTask(deps, user, body.id),
  )
  registerCall(app, calls.approvePushTask, async ({ body }, { user }) =>
    (await deciding()).approveTask(deps, user, body.id, body.revision),
  )
  registerCall(app, calls.resumePushTask, async ({ body }, { user }) =>
    (await deciding()).resumeTask(deps, user, body.id),
  )
  registerCall(app, calls.estimatePush, async ({ body }, { user, signal }) =>
    (await import('./estimating.ts')).estimate(deps, user, body, signal),
  )
  registerCall(app, calls.listPushRuns, async ({ params }, { user }) =>
    (await showing()).listRuns(deps, user, params.id),
  )
  registerCall(app, calls.pushTaskHistory, async ({ params }, { user }) =>
    (await showing()).taskHistory(deps, user, params.id),
  )
  registerCall(app, calls.findPushRecords, async ({ query }, { user }) =>
    (await records()).findRecords(deps, user, query),
  )
}

function registerConfigs(app: FastifyInstance, deps: PushDeps): void {
  registerCall(app, calls.findPushApps, async (_, { user }) => (await configs()).listApps(deps, user))
  registerCall(app, calls.findPushSegments, async (_, { user }) =>
    (await segments()).listSegments(deps, user),
  )
  registerCall(app, calls.findGameServers, async ({ query }, { user, signal }) =>
    (await configs()).listServers(deps, user, query.cgi, signal),
  )
}

function registerTesting(app: FastifyInstance, deps: PushDeps): void {
  registerCall(app, calls.pushOne, async ({ body }, { user, signal }) =>
    (await testing()).pushOne(deps, user, body, signal),
  )
  registerCall(app, calls.webPushKey, () => ({ publicKey: vapidKeys(deps.settings).publicKey }))
  registerCall(app, calls.listPushBrowsers, async (_, { user }) =>
    (await browsers()).listBrowsers(deps, user),
  )
  registerCall(app, calls.savePushBrowser, async ({ body }, { user, userAgent }) =>
    (await browsers()).saveBrowser(deps, user, body, userAgent),
  )
  registerCall(app, calls.deletePushBrowser, async ({ params }, { user }) =>
    (await browsers()).deleteBrowser(deps, user, params.id),
  )
  registerCall(app, calls.listEmbeddedPushes, async (_, { user }) =>
    (await testing()).listEmbedded(deps, user),
  )
}
