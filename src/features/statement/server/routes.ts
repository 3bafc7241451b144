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
import { readFigures, readUpdateTimes } from './figures.ts'
import { closedFolders, deleteFolder, saveFolder } from './folders.ts'
import { closedViews, deleteView, saveView } from './views.ts'

// Code not needed at the start is loaded on first use.
const vocabulary = () => import('./vocabulary.ts')
const tree = () => import('./tree.ts')
const reports = () => import('./reports.ts')
const changes = () => import('./reportChanges.ts')
const queryParams = () => import('./queryParams.ts')
const boards = () => import('./board/boards.ts')
const past = () => import('./past.ts')
const ordering = () => import('./order.ts')
const lookups = () => import('./lookups.ts')
const exporting = () => import('./exports/exporting.ts')

/** Exchanges names, which people write by hand, for ids. */
const named = () => import('./named/requests.ts')

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
  registerCall(app, calls.getViewMeta, async (_, { user }) => (await tree()).readTree(metadata, user))
  registerCall(app, calls.addOrUpdateViewType, ({ body }, { user }) => saveFolder(metadata, user, body))
  registerCall(app, calls.addOrUpdateViewMeta, ({ body }, { user }) => saveView(metadata, user, body))
  registerCall(app, calls.markView, async ({ body }, { user }) =>
    (await import('./standing.ts')).markView(deps, user, body),
  )
  registerCall(app, calls.deleteViewMeta, ({ params }, { user }) => deleteView(metadata, user, params.id))
  registerCall(app, calls.deleteViewType, ({ params }, { user }) => deleteFolder(metadata, user, params.id))
  registerCall(app, calls.updateOrder, async ({ body }, { user }) =>
    (await ordering()).placeInOrder(metadata, user, body.kind, body.ids),
  )

  registerCall(app, calls.getReportByViewMetaId, async ({ params }, { user }) =>
    (await reports()).reportsOfView(metadata, user, params.id),
  )
  registerCall(app, calls.getReportBy, async ({ params }, { user }) =>
    (await lookups()).findReportsBy(deps, user, params.type, params.id),
  )
  registerCall(app, calls.getPointTableConfByPointTableName, async ({ params }) =>
    (await lookups()).pointTableByName(deps, params.name),
  )
  registerCall(app, calls.addOrUpdateReportMeta, async ({ body }, { user }) =>
    (await changes()).saveReport(deps, user, await (await named()).idsIn(deps, user, body)),
  )
  registerCall(app, calls.addOrUpdateReportRemark, async ({ body }, { user }) =>
    (await changes()).saveRemark(metadata, user, body),
  )
  registerCall(app, calls.delReportByViewMetaId, async ({ body }, { user }) =>
    (await changes()).deleteReports(metadata, user, body),
  )

  registerCall(app, calls.getBoard, async ({ params }, { user }) =>
    (await boards()).readShownBoard(deps, user, params.viewId),
  )
  registerCall(app, calls.saveBoard, async ({ body }, { user }) =>
    (await boards()).saveBoard(deps, user, body),
  )

  registerCall(app, calls.treeHistory, async ({ params }, { user }) =>
    (await past()).treeHistory(deps, user, params.kind, params.id),
  )
  registerCall(app, calls.treeBack, async ({ body }, { user }) => (await past()).treeBack(deps, user, body))

  registerCall(app, calls.getReportDataByInfo, async ({ body }, { user, requestId, signal }) =>
    jsonText(
      await running.only(`${user.id} ${requestId}`, signal, async (signal) =>
        readFigures(deps, user, await (await named()).idsIn(deps, user, body), signal),
      ),
    ),
  )
  registerCall(app, calls.getReportUpdateTime, ({ body }, { user }) =>
    readUpdateTimes(deps, user, body.reportIds),
  )
  registerCall(app, calls.getReportQueryParam, async ({ params, query }, { user, signal }) =>
    (await queryParams()).readQueryParams(deps, user, { ...query, reportId: params.reportId }, signal),
  )
  registerCall(app, calls.exporeExcel, async ({ body, query }, { user, signal }) =>
    (await exporting()).exportReport(
      deps,
      user,
      await (await named()).idsIn(deps, user, body),
      query,
      signal,
    ),
  )

  registerCall(
    app,
    calls.resolveReport,
    async ({ body }, { user }) => (await (await named()).idsIn(deps, user, body)).info,
  )

  registerCall(app, calls.getHomeFigures, async ({ body }, { user, signal }) =>
    (await import('./home/cards.ts')).readHome(deps, user, body.viewIds, signal),
  )
  registerCall(app, calls.getReportColumns, async (_, { user }) =>
    (await import('./columns.ts')).readReportColumns(deps, user),
  )
  registerCall(app, calls.getVocabulary, async (_, { user }) =>
    (await vocabulary()).readVocabulary(deps, user),
  )
  registerCall(app, calls.checkOwnFormulas, async ({ body }, { user, signal }) =>
    (await import('./ownFormulas.ts')).readOwnFormulas(deps, user, body, signal),
  )
  registerCall(app, calls.explainColumns, async ({ body }, { user }) =>
    (await import('./explain/columns.ts')).explainColumns(
      deps,
      user,
      await (await named()).columnIdsIn(deps, body),
    ),
  )
  registerCall(app, calls.explainCell, async ({ body }, { user, signal }) =>
    (await import('./explain/cell.ts')).explainCell(
      deps,
      user,
      await (await named()).cellIdsIn(deps, user, body),
      signal,
    ),
  )
  registerCall(app, calls.explainChange, async ({ body }, { user, signal }) =>
    (await import('./explain/contributions.ts')).explainChange(
      deps,
      user,
      await (await named()).cellIdsIn(deps, user, body),
      signal,
    ),
  )
  registerCall(app, calls.listPlayers, async ({ body }, { user, signal }) =>
    (await import('./players/list.ts')).listPlayers(
      deps,
      user,
      await (await named()).cellIdsIn(deps, user, body),
      signal,
    ),
  )
  registerCall(app, calls.getPlayerHistory, async ({ body }, { user, signal }) =>
    (await import('./players/history.ts')).playerHistory(deps, user, body, signal),
  )
  registerCall(app, calls.keepPlayers, async ({ body }, { user, signal }) =>
    (await import('./players/keep.ts')).keepPlayers(
      { ...deps, jobs: app.jobs },
      user,
      await (await named()).cellIdsIn(deps, user, body),
      signal,
    ),
  )

  registerCall(app, calls.runInBackground, async ({ body }, { user }) =>
    records.send(user, await (await named()).idsIn(deps, user, body)),
  )
  registerCall(app, calls.getRecords, ({ params }, { user }) => records.list(user, params.id))
  registerCall(app, calls.getRecordData, async ({ params, query }, { user, signal }) =>
    params.export === 'true'
      ? records.file(user, params.id, query, signal)
      : jsonText(await records.table(user, params.id)),
  )
  registerCall(app, calls.deleteRecord, ({ params }, { user }) => records.delete(user, params.id))
}
