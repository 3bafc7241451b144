// Calls that run SQL, follow runs, and list what SQL may use.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import { jsonText } from '#server/http/reply.ts'
import {
  cancelQuery,
  dropResult,
  explainSql,
  getOdpsTables,
  getSqlFunctions,
  keepResult,
  lightingSqlQuery,
  listSqlQueryHistory,
  queryById,
  queryLight,
  querySql,
} from '#features/code/contract.ts'
import { answerRows, answerRun } from './answers.ts'
import { Catalog } from './catalog.ts'
import { explain } from './explain.ts'
import { historyText } from './history.ts'
import { LightAnswers } from './light.ts'
import type { RunService } from './runs.ts'
import { windowText } from './runText.ts'

export function registerRuns(app: FastifyInstance, deps: Deps, runs: RunService): void {
  const catalog = new Catalog(deps)
  const light = new LightAnswers(deps)

  registerCall(app, querySql, ({ body }, caller) => answerRun(deps, runs, caller, body, false))
  registerCall(app, lightingSqlQuery, ({ body }, caller) => answerRun(deps, runs, caller, body, true))
  registerCall(app, queryLight, async ({ body }, caller) => {
    const { run, columns } = await light.answer(caller, body)
    return jsonText(windowText(run, { from: 0, columns }))
  })
  registerCall(app, queryById, async ({ params: { id }, query }, { user, signal }) => {
    const { after, waitMs = 0 } = query
    const wait = after === undefined ? undefined : { after, waitMs }
    return answerRows(deps, await runs.state(user, id, wait, signal), query)
  })
  registerCall(app, cancelQuery, ({ params: { id } }, { user }) => runs.cancel(user, id))
  registerCall(app, keepResult, ({ params: { id }, body }, { user }) => runs.keep(user, id, body))
  registerCall(app, dropResult, async ({ params: { id } }, { user }) => {
    await runs.drop(user, id)
    return null
  })
  registerCall(app, explainSql, ({ body }, caller) => explain(deps, caller, body))
  registerCall(app, getOdpsTables, (_, { user }) => catalog.tables(user))
  registerCall(app, getSqlFunctions, () => deps.sandbox.functions())
  registerCall(app, listSqlQueryHistory, ({ query }, { user }) =>
    jsonText(historyText(deps.metadata, user, runs.liveStates(user.id), query)),
  )
}
