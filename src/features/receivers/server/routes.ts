// The calls of the receivers and their delivery jobs.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, objectHistory } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import { handleDeliveries, type ReceiversDeps } from './delivering.ts'
import { deliveryFigure } from './figures.ts'
import { receivers } from './objectKinds.ts'
import { usualPace } from './pace.ts'
import { chooseReceivers, deleteReceivers, listReceivers, saveReceiver } from './service.ts'
import { readUses, testReceiver } from './testing.ts'

export function registerReceivers(app: FastifyInstance, given: Deps): void {
  const deps: ReceiversDeps = { ...given, jobs: app.jobs, pace: usualPace }
  handleDeliveries(deps)
  app.figures.watched.push(deliveryFigure(deps))
  registerCall(app, calls.listReceivers, (_, { user }) => listReceivers(deps, user))
  registerCall(app, calls.receiverChoices, (_, { user }) => chooseReceivers(deps, user))
  registerCall(app, calls.saveReceiver, ({ body }, { user }) => saveReceiver(deps, user, body))
  registerCall(app, calls.deleteReceivers, ({ body }, { user }) => deleteReceivers(deps, user, body.ids))
  registerCall(app, calls.restoreReceivers, ({ body }, { user }) =>
    bringBackObjects(deps, receivers, user, body.ids),
  )
  registerCall(app, calls.testReceiver, ({ params }, { user, signal }) =>
    testReceiver(deps, user, params.id, signal),
  )
  registerCall(app, calls.readReceiverUses, ({ params }, { user }) => readUses(deps, user, params.id))
  registerCall(app, calls.receiverHistory, ({ params }, { user }) =>
    objectHistory(deps, receivers, user, params.id),
  )
}
