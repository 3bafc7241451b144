// Applies a reader's address to a shared report: the result never exceeds what the owner shares.
import { resolveRange } from '#semantic/compile.ts'
import { dimsIn } from '#semantic/model/conditions.ts'
import type { CompileContext, DateRange, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { shiftDay } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import type { EmbedSettings } from '../contract.ts'

interface Narrowing {
  /** Only on the report's own dimensions; other dimensions would reveal what the report does not show. */
  filters: ReportCondition[]
  days: DateRange | null
}

type Clock = Pick<CompileContext, 'now' | 'zone' | 'cutoffHour'>

/** Throws parameter_wrong when the address asks for something that can't be narrowed. */
export function narrowedInfo(
  info: ReportInfo,
  settings: EmbedSettings,
  { filters, days }: Narrowing,
  clock: Clock,
): ReportInfo {
  for (const dim of dimsIn(filters)) {
    if (!info.dims.includes(dim)) throw new AppError('parameter_wrong', '地址里的条件不属于这张报表的维度')
  }
  // All conditions must hold, each group as a unit, so an additional condition on a dimension can only
  // narrow.
  const added = [...settings.filters, ...filters]
  const shared = settings.days ?? info.dateRange
  const range = days ? narrowedDays(shared, days, clock) : shared
  const { dateRange: _, compareRange, ...rest } = info
  const narrowed: ReportInfo = {
    ...rest,
    ...(range && { dateRange: range }),
    filters: [...(info.filters ?? []), ...added],
    limit: Math.min(info.limit ?? settings.maxRows, settings.maxRows),
  }
  // The comparison side has conditions of its own, which are narrowed too.
  if (info.compareFilters) narrowed.compareFilters = [...info.compareFilters, ...added]
  if (days === null || info.compare === 'filters')
    return { ...narrowed, ...(compareRange && { compareRange }) }
  // A comparison with the previous period would, for fewer days, reveal days that are not shared.
  const { compare: _dropped, ...plain } = narrowed
  return plain
}

/** The days in both ranges. */
function narrowedDays(shared: DateRange | undefined, asked: DateRange, clock: Clock): DateRange {
  const [outer, inner] = [shared, asked].map((range) => resolveRange(range, clock))
  if (!inner) return shared ?? asked
  if (!outer) return asked
  const from = inner.from > outer.from ? inner.from : outer.from
  const until = inner.until < outer.until ? inner.until : outer.until
  if (from >= until) {
    throw new AppError(
      'parameter_wrong',
      `所选日期不在分享的范围内（${outer.from} 至 ${shiftDay(outer.until, -1)}）`,
    )
  }
  return { from, to: shiftDay(until, -1) }
}
