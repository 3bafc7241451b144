// The calls of the game flow.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../server/deps.ts'
import { registerCall } from '../../../server/http/registerCall.ts'
import { bringBackObjects, objectHistory, removeObjects } from '../../../server/objects/services.ts'
import * as calls from '../contract.ts'
import { exportFlow } from './figures/exporting.ts'
import { formerFlow } from './figures/former.ts'
import { gameFlow } from './figures/report.ts'
import { saveSource, sourceInfo } from './figures/source.ts'
import { closeMonth, reopenMonth } from './months/closing.ts'
import { monthDrift } from './months/drift.ts'
import { monthsOf } from './months/listing.ts'
import { rates, shares } from './rates/kinds.ts'
import { listRates, pasteRates, saveRate } from './rates/rates.ts'
import { listShares, restoreShares, saveShare } from './rates/shares.ts'
import { checkRecord } from './records/explaining.ts'
import { records } from './records/kind.ts'
import { listRecords } from './records/listing.ts'
import { pasteRecords } from './records/pasting.ts'
import { deleteRecords, restoreRecords, saveRecord, settleRecord } from './records/saving.ts'

export function registerGameFlow(app: FastifyInstance, deps: Deps): void {
  registerFigures(app, deps)
  registerRecords(app, deps)
  registerRates(app, deps)
  registerCall(app, calls.listGameFlowMonths, (_, { user }) => monthsOf(deps, user))
  registerCall(app, calls.closeGameFlowMonth, ({ body }, { user, signal }) =>
    closeMonth(deps, user, body, signal),
  )
  registerCall(app, calls.reopenGameFlowMonth, ({ body }, { user }) => reopenMonth(deps, user, body))
  registerCall(app, calls.gameFlowMonthDrift, ({ params }, { user, signal }) =>
    monthDrift(deps, user, params.id, signal),
  )
}

function registerFigures(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.getGameFlow, ({ params, query }, { user, signal }) =>
    gameFlow(deps, user, params, query, signal),
  )
  registerCall(app, calls.getGameFlowBak, ({ params }, { user, signal }) =>
    formerFlow(deps, user, params, signal),
  )
  registerCall(app, calls.exportGameFlow, ({ params, body }, { user, signal }) =>
    exportFlow(deps, user, params, body, signal),
  )
  registerCall(app, calls.getGameFlowSource, (_, { user }) => sourceInfo(deps, user))
  registerCall(app, calls.saveGameFlowSource, ({ body }, { user }) => saveSource(deps, user, body))
}

function registerRecords(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.getGameFlowRecords, ({ query }, { user, signal }) =>
    listRecords(deps, user, query, signal),
  )
  registerCall(app, calls.addGameFlowRecord, ({ body }, { user }) => saveRecord(deps, user, body))
  registerCall(app, calls.deleteGameFlowRecord, ({ params }, { user }) =>
    deleteRecords(deps, user, [params.id]),
  )
  registerCall(app, calls.restoreGameFlowRecords, ({ body }, { user }) =>
    restoreRecords(deps, user, body.ids),
  )
  registerCall(app, calls.gameFlowRecordHistory, ({ params }, { user }) =>
    objectHistory(deps, records, user, params.id),
  )
  registerCall(app, calls.pasteGameFlowRecords, ({ body }, { user }) => pasteRecords(deps, user, body))
  registerCall(app, calls.checkGameFlowRecord, ({ params }, { user, signal }) =>
    checkRecord(deps, user, params.id, signal),
  )
  registerCall(app, calls.settleGameFlowRecord, ({ params, body }, { user }) =>
    settleRecord(deps, user, params.id, body),
  )
}

function registerRates(app: FastifyInstance, deps: Deps): void {
  registerCall(app, calls.listGameFlowRates, (_, { user }) => listRates(deps, user))
  registerCall(app, calls.saveGameFlowRate, ({ body }, { user }) => saveRate(deps, user, body))
  registerCall(app, calls.deleteGameFlowRate, ({ params }, { user }) =>
    removeObjects(deps, rates, user, [params.id]),
  )
  registerCall(app, calls.restoreGameFlowRates, ({ body }, { user }) =>
    bringBackObjects(deps, rates, user, body.ids),
  )
  registerCall(app, calls.gameFlowRateHistory, ({ params }, { user }) =>
    objectHistory(deps, rates, user, params.id),
  )
  registerCall(app, calls.pasteGameFlowRates, ({ body }, { user }) => pasteRates(deps, user, body))
  registerCall(app, calls.listGameFlowShares, (_, { user }) => listShares(deps, user))
  registerCall(app, calls.saveGameFlowShare, ({ body }, { user }) => saveShare(deps, user, body))
  registerCall(app, calls.deleteGameFlowShare, ({ params }, { user }) =>
    removeObjects(deps, shares, user, [params.id]),
  )
  registerCall(app, calls.restoreGameFlowShares, ({ body }, { user }) => restoreShares(deps, user, body.ids))
  registerCall(app, calls.gameFlowShareHistory, ({ params }, { user }) =>
    objectHistory(deps, shares, user, params.id),
  )
}
