// A request → its plan. Everything that can be wrong with it is said here, before anything runs.
import { definitionsOf } from '../model/definitions.ts'
import type { Kind } from '../model/expression/tree.ts'
import type { Lookup } from '../model/lookup.ts'
import { reportInvalid } from '../model/problem.ts'
import type { CompileContext, Dimension, Point, ReportInfo } from '../model/types.ts'
import { reportColumns } from './columns.ts'
import { gamesBound } from './facts.ts'
import { dimensionFilter } from './filters.ts'
import { chooseGrain } from './grain.ts'
import { orderTerms } from './order.ts'
import { type Asked, planPeriod } from './period.ts'
import { type ResolvedRange, resolveRange } from './range.ts'
import type { ReportPlan } from './tree.ts'

export const defaultLimit = 100_000
export const maxLimit = 1_000_000
const maxDimensions = 50
const maxPoints = 1000

export interface PlannedReport {
  plan: ReportPlan
  range: ResolvedRange | null
}

export function planReport(info: ReportInfo, lookup: Lookup, context: CompileContext): PlannedReport {
  refuseUnbuilt(info)
  const dims = wantedDimensions(info, lookup)
  const points = wantedPoints(info, lookup)
  const filters = readFilters(info, lookup)
  const definitions = definitionsOf(lookup)
  const selected = points.map((point) => definitions.define(point))
  const filtering = filters.points.map(({ point }) => definitions.define(point))
  const range = resolveRange(info.dateRange, context)
  const grain = chooseGrain(dims, info.grain)
  const asked: Asked = {
    dims,
    grain,
    selected,
    hidden: filtering,
    having: filters.points.map(({ filter, point }) => ({ filter, definition: definitions.define(point) })),
    games: gamesBound(context.games),
  }
  const { plan: period, kinds } = planPeriod(asked, { range, filters: filters.dimensions }, lookup, context)
  const columns = reportColumns(
    dims.map((dimension, index) => ({ dimension, kind: kinds[index] as Kind })),
    selected,
    grain,
  )
  return {
    range,
    plan: {
      period,
      order: orderTerms(info, dims, columns),
      limit: rowLimit(info),
      columns,
    },
  }
}

/** What comes with a later issue. It is refused by name, never ignored: a figure that leaves it out is wrong. */
function refuseUnbuilt(info: ReportInfo): void {
  if (info.compare) throw reportInvalid('此版本还不支持对比（环比、同比），请去掉对比后再查询')
  if (info.fillDates) throw reportInvalid('此版本还不支持补全缺失日期，请关闭后再查询')
  if ((info.kind ?? 'table') !== 'table' || info.subtotals || info.top || (info.shares ?? []).length > 0)
    throw reportInvalid('此版本还不支持这种报表')
}

function rowLimit(info: ReportInfo): number {
  const { limit } = info
  if (limit === undefined || limit === null) return defaultLimit
  if (!Number.isInteger(limit) || limit < 1)
    throw reportInvalid(`行数上限「${String(limit)}」应为 1 到 ${maxLimit.toLocaleString('en-US')} 的整数`)
  return Math.min(limit, maxLimit)
}

function wantedDimensions(info: ReportInfo, lookup: Lookup): Dimension[] {
  const ids = [...new Set(info.dims)]
  if (ids.length > maxDimensions) throw reportInvalid(`维度过多，最多 ${maxDimensions} 个`)
  return found(ids, lookup.dimensions, '维度')
}

function wantedPoints(info: ReportInfo, lookup: Lookup): Point[] {
  const ids = [...new Set(info.points)]
  if (ids.length === 0) throw reportInvalid('请至少选择一个指标')
  if (ids.length > maxPoints) throw reportInvalid(`指标过多，最多 ${maxPoints} 个`)
  return found(ids, lookup.points, '指标')
}

function found<Item>(ids: number[], items: ReadonlyMap<number, Item>, what: string): Item[] {
  const missing = ids.filter((id) => !items.has(id)).map((id) => `${what} #${id}`)
  if (missing.length > 0)
    throw reportInvalid(`报表用到的${what}已被删除：${missing.slice(0, 20).join('、')}`, { missing })
  return ids.map((id) => items.get(id) as Item)
}

function readFilters(info: ReportInfo, lookup: Lookup) {
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
