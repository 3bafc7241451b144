// What is not asked of ClickHouse yet. A statement in which the first values of a dimension meet another
// period, filled dates or conditions on figures names its parts so often that ClickHouse reads some of them
// before they are made; requests at random then gave errors, and rarely a figure that was not DuckDB's.
import { reportInvalid } from '../../model/problem.ts'
import type { ReportInfo } from '../../model/types.ts'

/** Throws report_invalid. */
export function refuseUnproven({ top, compare, fillDates, filters = [] }: ReportInfo): void {
  if (!top) return
  const beside = [
    ...(compare ? ['对比'] : []),
    ...(fillDates ? ['补全日期'] : []),
    ...(filters.some(({ point }) => point !== undefined) ? ['指标条件'] : []),
  ]
  if (beside.length > 0)
    throw reportInvalid(`ClickHouse 上的「前 N」暂不能与${beside.join('、')}同时使用，请去掉其中一项`)
}
