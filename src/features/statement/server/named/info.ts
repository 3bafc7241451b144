// Exchanges what people write by hand in a request for what the engine reads: names of definitions for ids, labels
// for values, words for days. A request without such names is handed on as it is.
import { mapLeaves } from '#semantic/model/conditions.ts'
import {
  type DateRange,
  type Model,
  type RelativeRange,
  type ReportCondition,
  type ReportFilter,
  type ReportInfo,
  relativeRanges,
} from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import { businessDay } from '#shared/businessDay.ts'
import { isRead, readDays } from '#shared/days/readDays.ts'
import { AppError } from '#shared/errors.ts'
import { readFestivals } from '#features/calendar/server/index.ts'
import { readModel } from '#features/config/server/index.ts'
import { keyPattern, type NamedInfo } from '#features/statement/contract.ts'
import { idNamed, plain } from './names.ts'
import { valuesLabelled } from './values.ts'

type Written = number | string

/** Resolves one definition of a request. */
interface Resolver {
  dim(written: Written): number
  point(written: Written): number
  /** The key of a column of this request: `d1`, `p5`, or the name of its dimension or point. */
  key(written: string): string
}

const ownKey = new RegExp(keyPattern)
const isKey = (text: string): boolean => ownKey.test(text)

export async function resolverFor(
  deps: Deps,
  info: Pick<NamedInfo, 'dims' | 'points' | 'formulas'>,
): Promise<Resolver> {
  const model = await readModel(deps)
  const own = new Map((info.formulas ?? []).map(({ id, name }) => [plain(name), id]))
  const dim = (written: Written) =>
    typeof written === 'number' ? written : idNamed(model, 'dimension', written)
  const point = (written: Written) =>
    typeof written === 'number' ? written : (own.get(plain(written)) ?? idNamed(model, 'point', written))
  const keys = new Map([
    ...info.points
      .map((one) => [point(one), 'p'] as const)
      .map(([id]) => [nameOf(model.points, id), `p${id}`] as const),
    ...info.dims.map((one) => dim(one)).map((id) => [nameOf(model.dimensions, id), `d${id}`] as const),
    ...[...own].map(([name, id]) => [name, `p${id}`] as const),
  ])
  const key = (written: string) => {
    if (isKey(written)) return written
    const found = keys.get(plain(written)) ?? columnOf(written, keys, point)
    if (found) return found
    const columns = [...keys.keys()].filter((name) => name !== '').join('、')
    throw new AppError(
      'report_invalid',
      `这张报表没有名为「${written.slice(0, 60)}」的列；它的列有：${columns}`,
    )
  }
  return { dim, point, key }
}

/** A synonym of one of the columns. */
function columnOf(
  written: string,
  keys: ReadonlyMap<string, string>,
  point: Resolver['point'],
): string | null {
  const key = `p${point(written)}`
  return [...keys.values()].includes(key) ? key : null
}

const nameOf = (list: Model['points'] | Model['dimensions'], id: number): string =>
  plain(list.find((one) => one.id === id)?.name ?? '')

/** Throws report_invalid, with candidates where a name has several meanings or none. */
export async function withIds(deps: Deps, user: SessionUser, info: NamedInfo): Promise<ReportInfo> {
  if (!hasNames(info)) return info as ReportInfo
  const resolver = await resolverFor(deps, info)
  const { dim, point, key } = resolver
  const { dateRange, filters, compareFilters, order, shares, calculations, top, pivot, grainDims, ...rest } =
    info
  const conditions = async (written: unknown) => {
    const named = written as ReportCondition[]
    return mapLeaves(await valuesLabelled(deps, user, named, dim), (filter) => filterInIds(filter, resolver))
  }
  return {
    ...rest,
    dims: info.dims.map(dim),
    points: info.points.map(point),
    ...(dateRange && { dateRange: await daysOf(deps, dateRange) }),
    ...(filters && { filters: await conditions(filters) }),
    ...(compareFilters && { compareFilters: await conditions(compareFilters) }),
    ...(order && { order: order.map((by) => ({ ...by, key: key(by.key) })) }),
    ...(shares && { shares: shares.map(point) }),
    ...(top && { top: { ...top, dim: dim(top.dim), by: point(top.by) } }),
    ...(pivot && { pivot: pivot.map(dim) }),
    ...(grainDims && { grainDims: grainDims.map(dim) }),
    ...(calculations && {
      calculations: calculations.map(({ of, within, along, ...calculation }) => ({
        ...calculation,
        of: point(of),
        ...(within && { within: within.map(dim) }),
        ...(along !== undefined && { along: dim(along) }),
      })),
    }),
  } as ReportInfo
}

/** Whether a text stands anywhere in the place of an id, a key or days. */
function hasNames({ dims, points, ...info }: NamedInfo): boolean {
  const isText = (one: unknown) => typeof one === 'string'
  if (
    [...dims, ...points, ...(info.shares ?? []), ...(info.pivot ?? []), ...(info.grainDims ?? [])].some(
      isText,
    )
  )
    return true
  if (isText(info.dateRange) || isText(info.top?.dim) || isText(info.top?.by)) return true
  if (info.order?.some(({ key }) => !isKey(key))) return true
  if (info.calculations?.some(({ of, along, within }) => [of, along, ...(within ?? [])].some(isText)))
    return true
  const filters = [...(info.filters ?? []), ...(info.compareFilters ?? [])] as ReportCondition[]
  let named = false
  mapLeaves(filters, (filter) => {
    const than = filter.than && 'point' in filter.than ? filter.than.point : undefined
    named ||= [filter.dim, filter.point, than].some(isText)
    return filter
  })
  return named
}

function filterInIds(filter: ReportFilter, { dim, point }: Resolver): ReportFilter {
  const { than } = filter
  return {
    ...filter,
    ...(filter.dim !== undefined && { dim: dim(filter.dim) }),
    ...(filter.point !== undefined && { point: point(filter.point) }),
    ...(than && 'point' in than && { than: { ...than, point: point(than.point) } }),
  }
}

async function daysOf({ settings, metadata }: Deps, written: DateRange | string): Promise<DateRange> {
  if (typeof written !== 'string') return written
  const given = relativeRanges.find((name) => name === written)
  if (given) return { relative: given }
  const today = businessDay(settings)
  const read = readDays(written, { today, festivalDays: await readFestivals(metadata, today) })
  if (!isRead(read)) throw new AppError('report_invalid', read.problem)
  return 'relative' in read ? { relative: read.relative as RelativeRange } : read
}
