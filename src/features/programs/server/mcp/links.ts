// Links into the product: a report as it was asked, unsaved, so that a person sees it, changes it and saves it there.
import { writeConditions } from '#semantic/model/address/filterCode.ts'
import type { ReportInfo } from '#semantic/model/types.ts'
import { pages } from '#shared/pages.ts'

/** In the form that the report page reads (features/statement/web/address). */
export function reportLink(home: string, info: ReportInfo): string {
  const { dateRange, grain, dims, points, order, limit, compare, top, filters = [] } = info
  const query = new URLSearchParams({ report: '0' })
  const put = (name: string, value: string | undefined) => value !== undefined && query.set(name, value)
  put(
    'range',
    dateRange && ('relative' in dateRange ? dateRange.relative : `${dateRange.from}..${dateRange.to}`),
  )
  put('grain', grain)
  put('dims', dims.join('.'))
  put('points', points.join('.'))
  put('order', order?.map(({ key, desc }) => (desc ? `-${key}` : key)).join('.'))
  put('limit', limit === undefined ? undefined : String(limit))
  put('cmp', compare)
  put('top', top && `${top.dim}.${top.count}.${top.by}`)
  for (const text of writeConditions(filters)) query.append('f', text)
  return `${home}${pages.statementDetail()}?${query.toString()}`
}
