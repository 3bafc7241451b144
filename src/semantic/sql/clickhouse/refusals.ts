// Requests that are refused on ClickHouse for now: top-N values together with a comparison, filled dates,
// filters on points, or calculations that read further days or totals. Their statements reference expressions
// so often that ClickHouse reads some before they are materialized; random tests gave errors and, rarely,
// figures other than DuckDB's.
import { hasPoints } from '#semantic/model/conditions.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { ReportInfo } from '#semantic/model/types.ts'

/** Throws report_invalid. */
export function refuseUnproven({ top, compare, fillDates, filters, calculations = [] }: ReportInfo): void {
  if (!top) return
  const beside = [
    ...(compare ? ['对比'] : []),
    ...(fillDates ? ['补全日期'] : []),
    ...(hasPoints(filters) ? ['指标条件'] : []),
    ...(calculations.some(({ kind }) => kind === 'average' || kind === 'sum') ? ['移动平均与移动合计'] : []),
    ...(calculations.some(({ within = [], kind }) => kind === 'share' && within.length > 0)
      ? ['同一维度内的占比']
      : []),
  ]
  if (beside.length > 0)
    throw reportInvalid(`ClickHouse 上的「前 N」暂不能与${beside.join('、')}同时使用，请去掉其中一项`)
}
