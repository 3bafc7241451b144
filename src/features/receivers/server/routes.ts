// The calls of the receivers and their delivery jobs.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, objectHistory } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import { deliver, deliverFiles } from './declaring.ts'
import type { ReceiversDeps } from './delivering.ts'
import { deliveryFigure } from './figures.ts'
import { noteState } from './following.ts'
import { receivers } from './objectKinds.ts'
import { usualPace } from './pace.ts'

// Code not needed at the start is loaded on first use.
const testing = () => import('./testing.ts')
const service = () => import('./service.ts')

export function registerReceivers(app: FastifyInstance, given: Deps): void {
  const deps: ReceiversDeps = { ...given, jobs: app.jobs, pace: usualPace }
  handleDeliveries(deps)
  app.figures.watched.push(deliveryFigure(deps))
  registerCall(app, calls.listReceivers, async (_, { user }) => (await service()).listReceivers(deps, user))
  registerCall(app, calls.receiverChoices, async (_, { user }) =>
    (await service()).chooseReceivers(deps, user),
  )
  registerCall(app, calls.saveReceiver, async ({ body }, { user }) =>
    (await service()).saveReceiver(deps, user, body),
  )
  registerCall(app, calls.deleteReceivers, async ({ body }, { user }) =>
    (await service()).deleteReceivers(deps, user, body.ids),
  )
  registerCall(app, calls.restoreReceivers, ({ body }, { user }) =>
    bringBackObjects(deps, receivers, user, body.ids),
  )
  registerCall(app, calls.testReceiver, async ({ params }, { user, signal }) =>
    (await testing()).testReceiver(deps, user, params.id, signal),
  )
  registerCall(app, calls.readReceiverUses, async ({ params }, { user }) =>
    (await testing()).readUses(deps, user, params.id),
  )
  registerCall(app, calls.receiverHistory, ({ params }, { user }) =>
    objectHistory(deps, receivers, user, params.id),
  )
}

function handleDeliveries(deps: ReceiversDeps): void {
  for (const kind of [deliver, deliverFiles]) {
    deps.jobs.handle(kind, {
      run: async ({ delivery, once = false }, { signal }) => {
        const { tryOnce } = await import('./delivering.ts')
        const note = await tryOnce(deps, delivery, once, signal)
        return { result: note === undefined ? {} : { note } }
      },
      changed: noteState,
    })
  }
}
