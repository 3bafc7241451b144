// The calls that work on kept results: views, statistics, sums of a selection, charts, comparisons.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { registerCall } from '#server/http/registerCall.ts'
import {
  columnStatistics,
  compareResults,
  findInResult,
  resultChart,
  resultValues,
  resultView,
  selectionStatistics,
} from '#features/code/contract.ts'
import type { Runs } from '../runs/types.ts'
import { assertColumns } from './columns.ts'

// Code not needed at the start is loaded on first use.
const values = () => import('./values.ts')
const comparing = () => import('./comparing.ts')

export function registerResults(app: FastifyInstance, deps: Deps, runs: Runs): void {
  const { results } = deps

  registerCall(app, resultView, async ({ params: { id }, body: { sort, filters } }, { user, signal }) => {
    const run = await runs.assertKept(user, id)
    assertColumns(
      run,
      [...sort, ...filters].map(({ column }) => column),
    )
    return results.view(id, { sort, filters }, signal)
  })
  registerCall(app, columnStatistics, async ({ params: { id }, body }, { user, signal }) => {
    const run = await runs.assertKept(user, id)
    assertColumns(run, [body.column])
    return results.statistics(id, body.column, body.view ?? null, signal)
  })
  registerCall(app, resultValues, async ({ params: { id }, body }, { user, signal }) => {
    const run = await runs.assertKept(user, id)
    assertColumns(run, [body.column, ...(body.filters ?? []).map(({ column }) => column)])
    return (await values()).listValues(results, id, body, signal)
  })
  registerCall(app, findInResult, async ({ params: { id }, body }, { user, signal }) => {
    const { view = null, text, columns, labels = [], from, back = false, counts = false } = body
    const run = await runs.assertKept(user, id)
    assertColumns(run, columns)
    return results.search(id, { viewId: view, text, columns, labels, from, back, counts }, signal)
  })
  registerCall(app, selectionStatistics, async ({ params: { id }, body }, { user, signal }) => {
    const { view = null, from, to, columns } = body
    const run = await runs.assertKept(user, id)
    assertColumns(run, columns)
    return results.selection(id, { viewId: view, from, to, columns }, signal)
  })
  registerCall(app, resultChart, async ({ params: { id }, body }, { user, signal }) => {
    const { view = null, x, values, series = null, aggregate } = body
    const run = await runs.assertKept(user, id)
    assertColumns(run, [x, ...values, ...(series === null ? [] : [series])])
    return results.chart(id, { viewId: view, x, values, series, aggregate }, signal)
  })
  registerCall(app, compareResults, async ({ body }, caller) =>
    (await comparing()).compareRuns(results, runs, caller, body),
  )
}
