// Explains a cell of a forecast: how it was learned, and how far the back-tests were off.

import type { ExpectedWorth, NoWorth, WorthMethod } from '#forecast/worth/types.ts'
import type { ReportColumn } from '#semantic/model/types.ts'
import { readableSql } from '#semantic/sql/readable.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import type { Cell } from '#features/statement/contract.ts'
import type { Prepared } from '../compiling.ts'
import { type Forecasted, forecastsFor } from '../worth/forecasting.ts'

const methodNames: Record<WorthMethod, string> = {
  allRatio: '全部批次的增长比例',
  allAdded: '全部批次每人增加的金额',
  ownRatio: '本行以往批次的增长比例',
  ownAdded: '本行以往批次每人增加的金额',
}

const reasons: Record<NoWorth | 'many', string> = {
  over: '没有预测：这些批次都已过完，看 LTV 一列',
  young: '没有预测：过完这么多天的批次不足 7 批',
  nobody: '没有预测：没有玩家，或以往的批次没有收入',
  many: '没有预测：批次太多，请减少分组或缩短日期',
}

export interface ExplainedForecast {
  value: Cell
  parts: { name: string; value: Cell; unit: string }[]
  sql: string
  tables: string[]
  elapsedMs: number
}

export async function explainForecast(
  deps: Deps,
  prepared: Prepared,
  column: ReportColumn,
  cells: ReadonlyMap<string, Cell>,
  signal: AbortSignal,
): Promise<ExplainedForecast> {
  const { forecast } = prepared
  if (forecast === undefined) throw new AppError('report_invalid', '报表没有这一列，请刷新后再试')
  const begun = performance.now()
  const forecastOf = await forecastsFor(deps, { forecast }, signal)
  const found =
    forecastOf(cells.size === 0 ? null : [...cells.values()]).get((column.day ?? 0) + 1) ?? 'nobody'
  const { learned } = forecast
  return {
    ...toldOf(found, column),
    sql: readableSql(learned.sql, learned.params),
    tables: learned.tables,
    elapsedMs: Math.round(performance.now() - begun),
  }
}

function toldOf(found: Forecasted, column: ReportColumn): Pick<ExplainedForecast, 'value' | 'parts'> {
  if (typeof found === 'string')
    return { value: null, parts: [{ name: reasons[found], value: null, unit: '' }] }
  return { value: figureOf(found, column), parts: partsOf(found, column.unit) }
}

const figureOf = ({ value, low, high }: ExpectedWorth, { role }: ReportColumn): number | null =>
  role === 'low' ? low : role === 'high' ? high : value

function partsOf(
  { value, low, high, method, tests, error }: ExpectedWorth,
  unit: string,
): ExplainedForecast['parts'] {
  const hundredths = (one: number | null): number | null => one && Math.round(one * 100) / 100
  return [
    { name: `按${methodNames[method]}推算`, value: hundredths(value), unit },
    { name: '80% 区间下限', value: hundredths(low), unit },
    { name: '80% 区间上限', value: hundredths(high), unit },
    { name: '回测次数', value: tests, unit: '次' },
    { name: '回测平均误差', value: error === null ? null : Math.round(error * 1000) / 10, unit: '%' },
  ]
}
