// A request → its plan. Everything that can be wrong with it is said here, before anything runs.
import { definitionsOf, type LeafDefinition, type PointDefinition } from '../model/definitions.ts'
import type { Kind } from '../model/expression/tree.ts'
import type { Lookup } from '../model/lookup.ts'
import { reportInvalid } from '../model/problem.ts'
import type { CompileContext, Dimension, Point, ReportInfo } from '../model/types.ts'
import { reportColumns } from './columns.ts'
import { computedPoints, resultField } from './computed.ts'
import { agreeDimensions, gamesBound, planFact, type Restrictions } from './facts.ts'
import { factTableOf } from './factTable.ts'
import { dimensionFilter, pointFilter } from './filters.ts'
import { chooseGrain } from './grain.ts'
import { orderTerms } from './order.ts'
import { type ResolvedRange, resolveRange } from './range.ts'
import type { FactRequest } from './request.ts'
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
  const restrictions: Restrictions = {
    dims,
    grain,
    filters: filters.dimensions,
    range,
    games: gamesBound(context.games),
  }
  const facts = factRequests([...selected, ...filtering], lookup).map((request) =>
    planFact(request, restrictions, lookup, context),
  )
  const having = filters.points.flatMap(({ filter, point }) => {
    const definition = definitions.define(point)
    return pointFilter(filter, point.name, definition.kind, resultField(definition)) ?? []
  })
  const kinds = agreeDimensions(facts)
  const columns = reportColumns(
    dims.map((dimension, index) => ({ dimension, kind: kinds[index] as Kind })),
    selected,
    grain,
  )
  return {
    range,
    plan: {
      period: {
        dims: dims.map((dimension) => `d${dimension.id}`),
        facts: facts.map((fact) => fact.plan),
        computed: computedPoints([...selected, ...filtering]),
        having,
      },
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

/** Leaves of all points by point table, each once; a fact is named by the first point that needs it. */
function factRequests(wanted: PointDefinition[], lookup: Lookup): FactRequest[] {
  const requests = new Map<number, FactRequest>()
  const seen = new Set<number>()
  const visit = (definition: PointDefinition, owner: PointDefinition): void => {
    if (seen.has(definition.point.id)) return
    seen.add(definition.point.id)
    if (definition.type === 'computed')
      for (const reference of definition.references.values()) visit(reference, owner)
    else addLeaf(requests, definition, owner, lookup)
  }
  for (const definition of wanted) visit(definition, definition)
  if (requests.size === 0)
    throw reportInvalid('所选指标的公式都没有引用可统计的指标，请至少选择一个来自指标表的指标')
  return [...requests.values()]
}

function addLeaf(
  requests: Map<number, FactRequest>,
  leaf: LeafDefinition,
  owner: PointDefinition,
  lookup: Lookup,
): void {
  const known = requests.get(leaf.table.id)
  if (known !== undefined) {
    known.leaves.push(leaf)
    return
  }
  const title =
    owner === leaf
      ? `指标「${leaf.point.name}」`
      : `指标「${owner.point.name}」（用到「${leaf.point.name}」）`
  requests.set(leaf.table.id, { fact: factTableOf(leaf.table, lookup), leaves: [leaf], title })
}
