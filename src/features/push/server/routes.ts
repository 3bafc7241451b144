// The calls of push.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import * as calls from '../contract.ts'
import { listSegments } from './audience/segments.ts'
import { deleteBrowser, listBrowsers, saveBrowser } from './browsers.ts'
import { handleClearing, noteOverlooked, scheduleClearing } from './clearing.ts'
import { listApps, listServers } from './configs.ts'
import { approveTask, resumeTask, stopTask } from './deciding.ts'
import type { PushDeps } from './deps.ts'
import { EmbeddedGateway } from './gateway/embedded.ts'
import { vapidKeys } from './gateway/vapid.ts'
import { findRecords } from './records.ts'
import { handleRunning } from './running/handling.ts'
import { listRuns, listTasks, taskHistory } from './showing.ts'
import { addTask, changeTask } from './tasks.ts'

const testing = () => import('./testing.ts')

export function registerPush(app: FastifyInstance, given: Deps): void {
  const deps: PushDeps = { ...given, jobs: app.jobs, embedded: new EmbeddedGateway(given) }
  app.addHook('onClose', () => deps.embedded.stop())
  app.addHook('onReady', async () => {
    await scheduleClearing(deps)
    await noteOverlooked(deps)
  })
  handleRunning(deps)
  handleClearing(deps)
  registerTasks(app, deps)
  registerConfigs(app, deps)
  registerTesting(app, deps)
}

function registerTasks(app: FastifyInstance, deps: PushDeps): void {
  registerCall(app, calls.findPushTasks, ({ query }, { user }) => listTasks(deps, user, query))
  registerCall(app, calls.addPushTask, ({ body }, { user, signal }) => addTask(deps, user, body, signal))
  registerCall(app, calls.changePushTask, ({ body }, { user, signal }) =>
    changeTask(deps, user, body, signal),
  )
  registerCall(app, calls.stopPushTask, ({ body }, { user }) => stopTask(deps, user, body.id))
  registerCall(app, calls.approvePushTask, ({ body }, { user }) =>
    approveTask(deps, user, body.id, body.revision),
  )
  registerCall(app, calls.resumePushTask, ({ body }, { user }) => resumeTask(deps, user, body.id))
  registerCall(app, calls.estimatePush, async ({ body }, { user, signal }) =>
    (await import('./estimating.ts')).estimate(deps, user, body, signal),
  )
  registerCall(app, calls.listPushRuns, ({ params }, { user }) => listRuns(deps, user, params.id))
  registerCall(app, calls.pushTaskHistory, ({ params }, { user }) => taskHistory(deps, user, params.id))
  registerCall(app, calls.findPushRecords, ({ query }, { user }) => findRecords(deps, user, query))
}

function registerConfigs(app: FastifyInstance, deps: PushDeps): void {
  registerCall(app, calls.findPushApps, (_, { user }) => listApps(deps, user))
  registerCall(app, calls.findPushSegments, (_, { user }) => listSegments(deps, user))
  registerCall(app, calls.findGameServers, ({ query }, { user, signal }) =>
    listServers(deps, user, query.cgi, signal),
  )
}

function registerTesting(app: FastifyInstance, deps: PushDeps): void {
  registerCall(app, calls.pushOne, async ({ body }, { user, signal }) =>
    (await testing()).pushOne(deps, user, body, signal),
  )
  registerCall(app, calls.webPushKey, () => ({ publicKey: vapidKeys(deps.settings).publicKey }))
  registerCall(app, calls.listPushBrowsers, (_, { user }) => listBrowsers(deps, user))
  registerCall(app, calls.savePushBrowser, ({ body }, { user, userAgent }) =>
    saveBrowser(deps, user, body, userAgent),
  )
  registerCall(app, calls.deletePushBrowser, ({ params }, { user }) => deleteBrowser(deps, user, params.id))
  registerCall(app, calls.listEmbeddedPushes, async (_, { user }) =>
    (await testing()).listEmbedded(deps, user),
  )
}
