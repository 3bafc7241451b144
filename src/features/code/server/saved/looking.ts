// A saved query's result as its owner displays it: sorted, filtered, without hidden columns, as a chart.

import type { Deps } from '#server/deps.ts'
import type { ViewSpec } from '#server/results/types.ts'
import { AppError } from '#shared/errors.ts'
import { type Look, lookAt, lookByIndex, markAt } from '#shared/sql/resultLook.ts'
import { statementsOf } from '#shared/sql/statements.ts'
import type { QueryLook, ResultCell, ResultChart, Run } from '#features/code/contract.ts'
import type { StoredQuery } from './repo.ts'

/** The most rows for a reader of a shared query. */
const mostRows = 1_000

export interface DrawnResult {
  type: string
  xName: string
  /** Null where each series is a column. */
  seriesName: string | null
  valueName: string
  data: ResultChart
}

export interface LookedAt {
  result: Run
  chart: DrawnResult | null
}

type Results = Pick<Deps, 'results'>

/** The text by which runs are matched to the query. */
export const plainText = (sql: string): string => /^[\s\S]*[^;\s]/.exec(sql.trimStart())?.[0] ?? ''

function lookOf({ sql, looks }: StoredQuery, run: Run): Look<number> | null {
  const text = plainText(run.sql)
  const found = statementsOf(sql).find(({ start, end }) => plainText(sql.slice(start, end)) === text)
  const mark = markAt(sql, found?.start ?? statementsOf(sql)[0]?.start ?? 0)
  const look = mark && lookAt<QueryLook>(sql, mark, looks)
  return look
    ? lookByIndex(
        look,
        run.columns.map(({ title }) => title),
      )
    : null
}

/** With its first rows. A filter that no longer fits the columns leaves the result unfiltered. */
export async function lookedAt(deps: Results, query: StoredQuery, run: Run): Promise<LookedAt> {
  const look = lookOf(query, run)
  if (!look) return { result: await withRows(deps, run, null), chart: null }
  try {
    const isPlain = look.sort.length === 0 && look.filters.length === 0
    const spec = { sort: look.sort, filters: look.filters as ViewSpec['filters'] }
    const view = isPlain ? null : await deps.results.view(run.queryId, spec)
    const chart = look.drawn ? await drawn(deps, run, look, view?.viewId ?? null) : null
    return { result: shownPart(await withRows(deps, run, view), look), chart }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'parameter_wrong') throw error
    return { result: await withRows(deps, run, null), chart: null }
  }
}

async function withRows(
  { results }: Results,
  run: Run,
  view: { viewId: string; rowCount: number } | null,
): Promise<Run> {
  const { queryId } = run
  const window = view
    ? await results.viewWindow(queryId, view.viewId, 0, mostRows)
    : await results.window(queryId, 0, mostRows)
  const data = window.columns.map((text) => (JSON.parse(text) as ResultCell[]).slice(0, mostRows))
  return { ...run, data, from: 0, rowCount: view?.rowCount ?? run.rowCount }
}

function shownPart(run: Run, { hidden, frozen }: Look<number>): Run {
  const shown = run.columns.map((_, index) => index).filter((index) => !hidden.includes(index))
  const order = [
    ...frozen.filter((index) => shown.includes(index)),
    ...shown.filter((index) => !frozen.includes(index)),
  ]
  const pick = <Item>(all: readonly Item[]): Item[] => order.flatMap((index) => all[index] ?? [])
  return { ...run, columns: pick(run.columns), data: order.map((index) => run.data[index] ?? []) }
}

async function drawn(
  { results }: Results,
  run: Run,
  { chart }: Look<number>,
  viewId: string | null,
): Promise<DrawnResult | null> {
  if (!chart) return null
  const { type, x, series, aggregate } = chart
  const values = type === 'pie' ? chart.values.slice(0, 1) : chart.values
  const spec = { viewId, x, values, series: type === 'pie' ? null : series }
  const data = await results.chart(run.queryId, {
    ...spec,
    aggregate: aggregate as Parameters<Results['results']['chart']>[1]['aggregate'],
  })
  const titleOf = (index: number | undefined) => run.columns[index ?? -1]?.title ?? ''
  const seriesName = spec.series === null ? null : titleOf(spec.series)
  return {
    type,
    xName: titleOf(x),
    seriesName,
    valueName: values.length === 1 ? titleOf(values[0]) : '',
    data,
  }
}
