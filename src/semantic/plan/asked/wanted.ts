// The dimensions, points and row limit of a request, resolved in the model. Throws report_invalid for ids that no
// longer exist, with `missing`.
import type { Lookup } from '#semantic/model/lookup.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Dimension, Point, ReportInfo } from '#semantic/model/types.ts'

const defaultLimit = 100_000
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
