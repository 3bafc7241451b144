// The calls of the game flow.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { bringBackObjects, objectHistory, removeObjects } from '#server/objects/services.ts'
import * as calls from '../contract.ts'
import { rates, shares } from './rates/kinds.ts'
import { records } from './records/objectKind.ts'

const work = () => import('./work.ts')

export function registerGameFlow(app: FastifyInstance, deps: Deps): void {
  registerFigures(app, deps)
  registerRecords(app, deps)
  registerRates(app, deps)
  registerCall(app, calls.listGameFlowMonths, async (_, { user }) => (await work()).monthsOf(deps, user))
  registerCall(app, calls.closeGameFlowMonth, async ({ body }, { user, signal }) =>
    (await work()).closeMonth(deps, user, body, signal),
  )
  registerCall(app, calls.reopenGameFlowMonth, async ({ body }, { user }) =>
    (await work()).reopenMonth(deps, user, body),
  )
  registerCall(app, calls.gameFlowMonthDrift, async ({ params }, { user, signal }) =>
    (await work()).monthDrift(deps, user, params.id, signal),
  )
}

function registerFigures(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.getGameFlow, async ({ params, query }, { user, signal }) =>
    (await work()).gameFlow(deps, user, params, query, signal),
  )
  registerCall(app, calls.getGameFlowBak, async ({ params }, { user, signal }) =>
    (await work()).formerFlow(deps, user, params, signal),
  )
  registerCall(app, calls.exportGameFlow, async ({ params, body }, { user, signal }) =>
    (await work()).exportFlow(deps, user, params, body, signal),
  )
  registerCall(app, calls.getGameFlowSource, async (_, { user }) => (await work()).sourceInfo(deps, user))
  registerCall(app, calls.saveGameFlowSource, async ({ body }, { user }) =>
    (await work()).saveSource(deps, user, body),
  )
}

function registerRecords(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.getGameFlowRecords, async ({ query }, { user, signal }) =>
    (await work()).listRecords(deps, user, query, signal),
  )
  registerCall(app, calls.addGameFlowRecord, async ({ body }, { user }) =>
    (await work()).saveRecord(deps, user, body),
  )
  registerCall(app, calls.deleteGameFlowRecord, async ({ params }, { user }) =>
    (await work()).deleteRecords(deps, user, [params.id]),
  )
  registerCall(app, calls.restoreGameFlowRecords, async ({ body }, { user }) =>
    (await work()).restoreRecords(deps, user, body.ids),
  )
  registerCall(app, calls.gameFlowRecordHistory, ({ params }, { user }) =>
    objectHistory(deps, records, user, params.id),
  )
  registerCall(app, calls.pasteGameFlowRecords, async ({ body }, { user }) =>
    (await work()).pasteRecords(deps, user, body),
  )
  registerCall(app, calls.checkGameFlowRecord, async ({ params }, { user, signal }) =>
    (await work()).checkRecord(deps, user, params.id, signal),
  )
  registerCall(app, calls.settleGameFlowRecord, async ({ params, body }, { user }) =>
    (await work()).settleRecord(deps, user, params.id, body),
  )
}

function registerRates(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listGameFlowRates, async (_, { user }) => (await work()).listRates(deps, user))
  registerCall(app, calls.saveGameFlowRate, async ({ body }, { user }) =>
    (await work()).saveRate(deps, user, body),
  )
  registerCall(app, calls.deleteGameFlowRate, ({ params }, { user }) =>
    removeObjects(deps, rates, user, [params.id]),
  )
  registerCall(app, calls.restoreGameFlowRates, ({ body }, { user }) =>
    bringBackObjects(deps, rates, user, body.ids),
  )
  registerCall(app, calls.gameFlowRateHistory, ({ params }, { user }) =>
    objectHistory(deps, rates, user, params.id),
  )
  registerCall(app, calls.pasteGameFlowRates, async ({ body }, { user }) =>
    (await work()).pasteRates(deps, user, body),
  )
  registerCall(app, calls.listGameFlowShares, async (_, { user }) => (await work()).listShares(deps, user))
  registerCall(app, calls.saveGameFlowShare, async ({ body }, { user }) =>
    (await work()).saveShare(deps, user, body),
  )
  registerCall(app, calls.deleteGameFlowShare, ({ params }, { user }) =>
    removeObjects(deps, shares, user, [params.id]),
  )
  registerCall(app, calls.restoreGameFlowShares, async ({ body }, { user }) =>
    (await work()).restoreShares(deps, user, body.ids),
  )
  registerCall(app, calls.gameFlowShareHistory, ({ params }, { user }) =>
    objectHistory(deps, shares, user, params.id),
  )
}
