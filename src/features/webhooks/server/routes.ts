// The calls of webhooks, and their jobs.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { objectHistory, removeObjects } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import type { WebhooksDeps } from './deps.ts'
import { sendEvents, watchTables } from './jobs.ts'
import { webhooks } from './objectKind.ts'

const service = () => import('./service.ts')
const trying = () => import('./trying.ts')
const watching = () => import('./watching.ts')

export function registerWebhooks(app: FastifyInstance, given: Deps): void {
  const deps: WebhooksDeps = { ...given, jobs: app.jobs }
  handleJobs(app, deps)
  registerCall(app, calls.listWebhooks, async (_, { user }) => (await service()).listWebhooks(deps, user))
  registerCall(app, calls.saveWebhook, async ({ body }, { user }) =>
    (await service()).saveWebhook(deps, user, body),
  )
  registerCall(app, calls.renewWebhookSecret, async ({ params }, { user }) =>
    (await service()).renewSecret(deps, user, params.id),
  )
  registerCall(app, calls.deleteWebhooks, ({ body }, { user }) =>
    removeObjects(deps, webhooks, user, body.ids),
  )
  registerCall(app, calls.restoreWebhooks, async ({ body }, { user }) =>
    (await service()).restoreWebhooks(deps, user, body.ids),
  )
  registerCall(app, calls.pauseWebhook, async ({ params, body }, { user }) =>
    (await service()).pauseWebhook(deps, user, params.id, body.paused),
  )
  registerCall(app, calls.testWebhook, async ({ params }, { user, signal }) =>
    (await trying()).testWebhook(deps, user, params.id, signal),
  )
  registerCall(app, calls.readWebhookDeliveries, async ({ params }, { user }) =>
    (await trying()).readDeliveries(deps, user, params.id),
  )
  registerCall(app, calls.resendWebhookDelivery, async ({ params }, { user }) =>
    (await trying()).resendDelivery(deps, user, params.id),
  )
  registerCall(app, calls.webhookHistory, ({ params }, { user }) =>
    objectHistory(deps, webhooks, user, params.id),
  )
}

function handleJobs(app: FastifyInstance, deps: WebhooksDeps): void {
  const { jobs, warehouse, log } = deps
  jobs.handle(sendEvents, {
    run: async ({ webhook }, context) => {
      await (await import('./sending.ts')).sendWaiting(deps, webhook, context)
      return undefined
    },
  })
  jobs.handle(watchTables, {
    run: async () => {
      await (await watching()).watchOnce(deps)
      return undefined
    },
  })
  // The schedule finds what was published elsewhere, or right before a kill.
  const look = () =>
    jobs
      .enqueue({ kind: watchTables, payload: {}, userId: null })
      .catch((error: unknown) => log.warn({ err: error }, 'published tables could not be looked at'))
  const leave = warehouse.onPublished(() => void look())
  app.addHook('onReady', async () => {
    await jobs.schedules.save({
      id: 'watch webhooks',
      kind: watchTables,
      payload: {},
      userId: null,
      rule: { cron: '* * * * *' },
    })
  })
  app.addHook('onClose', async () => leave())
}
