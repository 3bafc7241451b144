// What a request names, found in the model: dimensions, points, filters, the row limit. Throws report_invalid
// for ids that no longer exist, with `missing`.
import type { Lookup } from '../model/lookup.ts'
import { reportInvalid } from '../model/problem.ts'
import type { Dimension, Point, ReportInfo } from '../model/types.ts'
import { dimensionFilter } from './filters.ts'

export const defaultLimit = 100_000
export const maxLimit = 1_000_000
const maxDimensions = 50
const maxPoints = 1000

export function rowLimit(info: ReportInfo): number {
  const { limit } = info
  if (limit === undefined || limit === null) return defaultLimit
  if (!Number.isInteger(limit) || limit < 1)
    throw reportInvalid(`行数上限「${String(limit)}」应为 1 到 ${maxLimit.toLocaleString('en-US')} 的整数`)
  return Math.min(limit, maxLimit)
}

export function wantedDimensions(info: ReportInfo, lookup: Lookup): Dimension[] {
  const ids = [...new Set(info.dims)]
  if (ids.length > maxDimensions) throw reportInvalid(`维度过多，最多 ${maxDimensions} 个`)
  return found(ids, lookup.dimensions, '维度')
}

export function wantedPoints(info: ReportInfo, lookup: Lookup): Point[] {
  const ids = [...new Set(info.points)]
  if (ids.length === 0) throw reportInvalid('请至少选择一个指标')
  if (ids.length > maxPoints) throw reportInvalid(`指标过多，最多 ${maxPoints} 个`)
  return found(ids, lookup.points, '指标')
}

export function found<Item>(ids: number[], items: ReadonlyMap<number, Item>, what: string): Item[] {
  const missing = ids.filter((id) => !items.has(id)).map((id) => `${what} #${id}`)
  if (missing.length > 0)
    throw reportInvalid(`报表用到的${what}已被删除：${missing.slice(0, 20).join('、')}`, { missing })
  return ids.map((id) => items.get(id) as Item)
}

export function readFilters(info: ReportInfo, lookup: Lookup) {
  const filters = info.filters ?? []
  for (const filter of filters)
    if ((filter.dim === undefined) === (filter.point === undefined))
      throw reportInvalid('筛选条件须且只能指定一个维度或一个指标')
  const onDims = filters.filter((filter) => filter.dim !== undefined)
  const onPoints = filters.filter((filter) => filter.point !== undefined)
  const dimensions = found(
    onDims.map((filter) => filter.dim as number),
    lookup.dimensions,
    '维度',
  )
  const points = found(
    onPoints.map((filter) => filter.point as number),
    lookup.points,
    '指标',
  )
  return {
    dimensions: onDims.map((filter, index) => {
      const dimension = dimensions[index] as Dimension
      return { dimension, condition: dimensionFilter(filter, dimension) }
    }),
    points: onPoints.map((filter, index) => ({ filter, point: points[index] as Point })),
  }
}
