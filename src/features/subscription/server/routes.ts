// The calls of the subscriptions, and the work of their jobs.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { tellQueryUses } from '#features/code/server/index.ts'
import { tellReceiverUses } from '#features/receivers/server/index.ts'
import * as calls from '../contract.ts'
import type { SubscriptionDeps } from './deps.ts'
import { usesOfQueries } from './queryUses.ts'
import { countReceiverUses, usesOfReceiver } from './receiverUses.ts'
import { sendOne, watchData } from './scheduling.ts'

// Loaded on first use, because the start-up needs none of it.
const leaving = () => import('./leaving.ts')
const previewing = () => import('./previewing.ts')
const sending = () => import('./sending.ts')
const service = () => import('./service.ts')

export function registerSubscription(app: FastifyInstance, given: Deps): void {
  const deps: SubscriptionDeps = { ...given, jobs: app.jobs }
  const { jobs } = app
  jobs.handle(sendOne, {
    run: async (payload, context) => (await sending()).sendFire(deps, payload, context),
    changed: async (db, run) => (await sending()).noteFire(deps, db, run),
  })
  jobs.handle(watchData, {
    run: async (_, { signal }) => {
      await (await import('./watching.ts')).watchOnce(deps, signal)
      return undefined
    },
  })
  app.addHook('onReady', () =>
    jobs.schedules.save({
      id: 'watch subscriptions',
      kind: watchData,
      payload: {},
      userId: null,
      rule: { cron: '*/5 * * * *' },
    }),
  )
  tellReceiverUses('subscription', { usesOf: usesOfReceiver, count: countReceiverUses })
  tellQueryUses('subscription', usesOfQueries)
  registerCall(app, calls.listSubscriptions, async (_, { user }) => (await service()).listOwn(deps, user))
  registerCall(app, calls.managedSubscriptions, async (_, { user }) =>
    (await service()).listManaged(deps, user),
  )
  registerCall(app, calls.saveSubscription, async ({ body }, { user }) =>
    (await service()).saveSubscription(deps, user, body),
  )
  registerCall(app, calls.deleteSubscriptions, async ({ body }, { user }) =>
    (await service()).deleteOnes(deps, user, body.ids),
  )
  registerCall(app, calls.restoreSubscriptions, async ({ body }, { user }) =>
    (await service()).restoreOnes(deps, user, body.ids),
  )
  registerCall(app, calls.pauseSubscription, async ({ params, body }, { user }) =>
    (await service()).pauseOne(deps, user, params.id, body.paused),
  )
  registerCall(app, calls.stopSubscription, async ({ params, body }, { user }) =>
    (await service()).stopOne(deps, user, params.id, body.stopped),
  )
  registerCall(app, calls.sendSubscription, async ({ params }, { user }) =>
    (await service()).sendNow(deps, user, params.id),
  )
  registerCall(app, calls.leaveSubscription, async ({ params, body }, { user }) =>
    (await service()).leaveOne(deps, user, params.id, body.left),
  )
  registerCall(app, calls.previewSubscription, async ({ body }, { user, signal }) =>
    (await previewing()).previewContent(deps, user, body, signal),
  )
  registerCall(app, calls.trySubscription, async ({ body }, { user, signal }) =>
    (await previewing()).sendToCaller(deps, user, body, signal),
  )
  registerCall(app, calls.timingMoments, async ({ body }) => (await service()).momentsOf(deps, body.timing))
  registerCall(app, calls.subscriptionRuns, async ({ params }, { user }) =>
    (await import('./runs.ts')).readRuns(deps, user, params.id),
  )
  registerCall(app, calls.subscriptionsOfView, async ({ params }, { user }) =>
    (await service()).subscriptionsOfView(deps, user, params.id),
  )
  registerCall(app, calls.readLeaving, async ({ params }) =>
    (await leaving()).readLeaving(deps, params.token),
  )
  registerLeaving(app, deps)
}

/** Mail programs post a form (RFC 8058); its content does not matter, only its address. */
function registerLeaving(app: FastifyInstance, deps: SubscriptionDeps): void {
  void app.register(async (inner) => {
    const form = { parseAs: 'string', bodyLimit: 1_000 } as const
    inner.addContentTypeParser('application/x-www-form-urlencoded', form, (_, __, done) => done(null, {}))
    registerCall(inner, calls.unsubscribe, async ({ params, body }) =>
      (await leaving()).leaveByLink(deps, params.token, body.again === true),
    )
  })
}
