// The calls of data reports.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { readGrantees } from '#server/grantees.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { jsonText } from '#server/http/reply.ts'
import { Newest } from '#server/limits/newest.ts'
import { pages } from '#shared/pages.ts'
import { tellClosed } from '#features/inbox/server/index.ts'
import * as calls from '../contract.ts'
import { Records } from './background/records.ts'
import { keepSums } from './background/sums.ts'
import { exportReport } from './exports/exporting.ts'
import { readFigures, readUpdateTimes } from './figures.ts'
import { closedFolders, deleteFolder, saveFolder } from './folders.ts'
import { findReportsBy, pointTableByName } from './lookups.ts'
import { placeInOrder } from './order.ts'
import { treeBack, treeHistory } from './past.ts'
import { readQueryParams } from './queryParams.ts'
import { deleteReports, saveRemark, saveReport } from './reportChanges.ts'
import { reportsOfView } from './reports.ts'
import { readTree } from './tree.ts'
import { closedViews, deleteView, saveView } from './views.ts'
import { readVocabulary } from './vocabulary.ts'

export function registerStatement(app: FastifyInstance, deps: Deps): void {
  const { metadata } = deps
  const running = new Newest()
  const records = new Records(deps, app.jobs)
  app.addHook('onReady', () => records.start())
  app.addHook('onClose', async () => records.stop())
  keepSums(app, deps)

  tellClosed([pages.statement.path, pages.statementDetail.path, pages.statementDetail2.path], closedViews)
  tellClosed([pages.statement.path], closedFolders, 'folder')

  registerCall(app, calls.listGrantees, () => readGrantees(metadata.db))
  registerCall(app, calls.whoSees, async ({ body }, { user }) =>
    (await import('./whoSees.ts')).readWhoSees(metadata, user, body),
  )
  registerCall(app, calls.getViewMeta, (_, { user }) => readTree(metadata, user))
  registerCall(app, calls.addOrUpdateViewType, ({ body }, { user }) => saveFolder(metadata, user, body))
  registerCall(app, calls.addOrUpdateViewMeta, ({ body }, { user }) => saveView(metadata, user, body))
  registerCall(app, calls.markView, async ({ body }, { user }) =>
    (await import('./standing.ts')).markView(deps, user, body),
  )
  registerCall(app, calls.deleteViewMeta, ({ params }, { user }) => deleteView(metadata, user, params.id))
  registerCall(app, calls.deleteViewType, ({ params }, { user }) => deleteFolder(metadata, user, params.id))
  registerCall(app, calls.updateOrder, ({ body }, { user }) =>
    placeInOrder(metadata, user, body.kind, body.ids),
  )

  registerCall(app, calls.getReportByViewMetaId, ({ params }, { user }) =>
    reportsOfView(metadata, user, params.id),
  )
  registerCall(app, calls.getReportBy, ({ params }, { user }) =>
    findReportsBy(deps, user, params.type, params.id),
  )
  registerCall(app, calls.getPointTableConfByPointTableName, ({ params }) =>
    pointTableByName(deps, params.name),
  )
  registerCall(app, calls.addOrUpdateReportMeta, ({ body }, { user }) => saveReport(deps, user, body))
  registerCall(app, calls.addOrUpdateReportRemark, ({ body }, { user }) => saveRemark(metadata, user, body))
  registerCall(app, calls.delReportByViewMetaId, ({ body }, { user }) => deleteReports(metadata, user, body))

  registerCall(app, calls.treeHistory, ({ params }, { user }) =>
    treeHistory(deps, user, params.kind, params.id),
  )
  registerCall(app, calls.treeBack, ({ body }, { user }) => treeBack(deps, user, body))

  registerCall(app, calls.getReportDataByInfo, async ({ body }, { user, requestId, signal }) =>
    jsonText(
      await running.only(`${user.id} ${requestId}`, signal, (signal) =>
        readFigures(deps, user, body, signal),
      ),
    ),
  )
  registerCall(app, calls.getReportUpdateTime, ({ body }, { user }) =>
    readUpdateTimes(deps, user, body.reportIds),
  )
  registerCall(app, calls.getReportQueryParam, ({ params, query }, { user, signal }) =>
    readQueryParams(deps, user, { ...query, reportId: params.reportId }, signal),
  )
  registerCall(app, calls.exporeExcel, ({ body, query }, { user, signal }) =>
    exportReport(deps, user, body, query, signal),
  )

  registerCall(app, calls.getHomeFigures, async ({ body }, { user, signal }) =>
    (await import('./home/cards.ts')).readHome(deps, user, body.viewIds, signal),
  )
  registerCall(app, calls.getReportColumns, async (_, { user }) =>
    (await import('./columns.ts')).readReportColumns(deps, user),
  )
  registerCall(app, calls.getVocabulary, (_, { user }) => readVocabulary(deps, user))
  registerCall(app, calls.checkOwnFormulas, async ({ body }, { user, signal }) =>
    (await import('./ownFormulas.ts')).readOwnFormulas(deps, user, body, signal),
  )
  registerCall(app, calls.explainColumns, async ({ body }, { user }) =>
    (await import('./explain/columns.ts')).explainColumns(deps, user, body),
  )
  registerCall(app, calls.explainCell, async ({ body }, { user, signal }) =>
    (await import('./explain/cell.ts')).explainCell(deps, user, body, signal),
  )
  registerCall(app, calls.explainChange, async ({ body }, { user, signal }) =>
    (await import('./explain/contributions.ts')).explainChange(deps, user, body, signal),
  )

  registerCall(app, calls.runInBackground, ({ body }, { user }) => records.send(user, body))
  registerCall(app, calls.getRecords, ({ params }, { user }) => records.list(user, params.id))
  registerCall(app, calls.getRecordData, async ({ params, query }, { user, signal }) =>
    params.export === 'true'
      ? records.file(user, params.id, query, signal)
      : jsonText(await records.table(user, params.id)),
  )
  registerCall(app, calls.deleteRecord, ({ params }, { user }) => records.delete(user, params.id))
}
