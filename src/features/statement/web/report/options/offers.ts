// Which calculations a report can have, and why not the others. The server refuses those with messages of its
// own.

import type { Comparison, ReportInfo } from '#semantic/model/types.ts'
import { datesRefused, isDate } from '#features/statement/web/filters/filters.ts'
import type { QueryParams } from '../store.ts'

/** Cohorts have columns of their own and no further calculations. */
export const isPlain = ({ kind }: ReportInfo): boolean => (kind ?? 'table') === 'table'

/** Reports that compare two periods. */
export const compares = (info: ReportInfo): boolean => isPlain(info) || info.kind === 'change'

const hasDates = ({ dims }: ReportInfo, params: QueryParams | null): boolean =>
  // Until the options are loaded, the server decides.
  params === null || params.dimensions.some((dimension) => isDate(dimension) && dims.includes(dimension.id))

const plainOnly = '留存、漏斗与分布报表没有这一项'

export function subtotalRefusal(info: ReportInfo, _params: QueryParams | null): string {
  if (!isPlain(info)) return plainOnly
  return info.dims.length < 2 ? '小计需要两个以上的分组维度' : ''
}

export function fillRefusal(info: ReportInfo, params: QueryParams | null): string {
  if (!isPlain(info)) return plainOnly
  return hasDates(info, params) ? '' : '补全日期需要按日期分组'
}

export function topRefusal(info: ReportInfo, params: QueryParams | null): string {
  if (!isPlain(info)) return plainOnly
  if (info.points.length === 0) return '先选择排名用的指标'
  return rankable(info, params).length === 0 ? '前 N 项需要一个日期以外的分组维度' : ''
}

/** Dimensions whose values can be ranked: not dates, which have an order of their own. */
export function rankable(info: ReportInfo, params: QueryParams | null): number[] {
  return info.dims.filter((id) => {
    const dimension = params?.dimensions.find((one) => one.id === id)
    return dimension ? !isDate(dimension) : params === null
  })
}

/** Points with a share of the total: a ratio has none. */
export const shareable = (info: ReportInfo, params: QueryParams | null): number[] =>
  info.points.filter((id) => shareRefusal(id, params) === '')

export const shareRefusal = (point: number, params: QueryParams | null): string =>
  params?.points.find(({ id }) => id === point)?.noShare ?? ''

export function compareRefusal(
  { dateRange }: ReportInfo,
  comparison: Comparison,
  params: QueryParams | null,
): string {
  if (comparison === 'filters') return ''
  const refused = datesRefused(params?.dimensions ?? [])
  if (refused) return refused
  if (!dateRange) return '报表没有日期范围'
  return 'relative' in dateRange && dateRange.relative === 'all' ? '全部日期没有可以对比的另一段日期' : ''
}
