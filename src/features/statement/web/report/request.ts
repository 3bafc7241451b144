// From a report's definition on screen to what is asked, and back to what can be told about it.
import type { ReportFilter, ReportInfo } from '../../../../semantic/model/types.ts'
import type { QueryParams } from './store.ts'

const needsNoValue = (filter: ReportFilter) => filter.op === 'isNull' || filter.op === 'isNotNull'

/** A control in which nothing is chosen limits nothing; the order of columns is the screen's alone. */
export function askedInfo(info: ReportInfo): ReportInfo {
  const { columns: _, filters, ...rest } = info
  const chosen = (filters ?? []).filter((filter) => needsNoValue(filter) || filter.values.length > 0)
  return chosen.length > 0 ? { ...rest, filters: chosen } : rest
}

export const requestKey = (reportId: number | null, info: ReportInfo): string =>
  JSON.stringify([reportId, askedInfo(info)])

/** Whether there is anything to ask for. */
export const isAskable = (info: ReportInfo): boolean => info.points.length > 0 || info.dims.length > 0

export interface Gone {
  dims: number[]
  points: number[]
}

/** What the report names and nobody defines any more. */
export function goneFrom(info: ReportInfo, params: QueryParams): Gone {
  const dims = new Set(params.dimensions.map(({ id }) => id))
  const points = new Set(params.points.map(({ id }) => id))
  const named = [...info.dims, ...(info.filters ?? []).flatMap(({ dim }) => (dim === undefined ? [] : [dim]))]
  const filtered = (info.filters ?? []).flatMap(({ point }) => (point === undefined ? [] : [point]))
  return {
    dims: [...new Set(named)].filter((id) => !dims.has(id)),
    points: [...new Set([...info.points, ...filtered])].filter((id) => !points.has(id)),
  }
}

export const isAnythingGone = (gone: Gone): boolean => gone.dims.length + gone.points.length > 0

/** The definition without what is gone. */
export function withoutGone(info: ReportInfo, gone: Gone): ReportInfo {
  const isGone = (key: string) =>
    (key.startsWith('d') ? gone.dims : gone.points).includes(Number(key.slice(1)))
  return {
    ...info,
    dims: info.dims.filter((id) => !gone.dims.includes(id)),
    points: info.points.filter((id) => !gone.points.includes(id)),
    filters: info.filters?.filter(
      ({ dim, point }) => !gone.dims.includes(dim ?? -1) && !gone.points.includes(point ?? -1),
    ),
    order: info.order?.filter(({ key }) => !isGone(key)),
    columns: info.columns?.filter((key) => !isGone(key)),
  }
}

/** Order and columns may only name what the report still shows. */
export function withoutStrays(info: ReportInfo): ReportInfo {
  const shown = new Set([...info.dims.map((id) => `d${id}`), ...info.points.map((id) => `p${id}`)])
  const order = info.order?.filter(({ key }) => shown.has(key))
  const columns = info.columns?.filter((key) => shown.has(key))
  // A column that came later takes its place at the end of its kind.
  const missing = columns && [...shown].filter((key) => !columns.includes(key))
  return {
    ...info,
    ...(order && { order }),
    ...(columns && { columns: [...columns, ...(missing ?? [])] }),
  }
}

/** What another report of the view takes over: the days, and filters on dimensions that it knows as well. */
export function carriedOver(info: ReportInfo, saved: ReportInfo, target: ReportInfo): ReportInfo {
  const changedRange = JSON.stringify(info.dateRange) !== JSON.stringify(saved.dateRange)
  const known = new Set([...target.dims, ...(target.filters ?? []).map(({ dim }) => dim ?? -1)])
  const changed = JSON.stringify(info.filters ?? []) !== JSON.stringify(saved.filters ?? [])
  const carried = changed ? (info.filters ?? []).filter(({ dim }) => dim !== undefined && known.has(dim)) : []
  const dims = new Set(carried.map(({ dim }) => dim))
  const own = (target.filters ?? []).filter(({ dim }) => dim === undefined || !dims.has(dim))
  return {
    ...target,
    ...(changedRange && info.dateRange && target.dateRange ? { dateRange: info.dateRange } : {}),
    ...(carried.length > 0 ? { filters: [...own, ...carried] } : {}),
  }
}
