// What a trace keeps of the figures that were shown.
import { mapLeaves } from '#semantic/model/conditions.ts'
import type { ReportFilter, ReportInfo } from '#semantic/model/types.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'

export interface TraceDetail {
  reportId: number | null
  viewId: number | null
  reportName: string
  /** What ran: points, dimensions, days, filters. */
  info: ReportInfo
  /** Embeds: the address's id, and whose games its figures have. */
  embed?: { id: string; ownerId: number }
  /** A report made of SQL: which version of it, and what its parameters were given. */
  custom?: { id: string; version: number; values: Record<string, ParameterValue> }
}

/** A filter of which only the first values are kept. */
export type KeptFilter = ReportFilter & { valueCount?: number }

const mostValues = 200

/** As it is kept: a filter may have 50,000 values, and a row for each view of it would fill the store. */
export function keptDetail(detail: TraceDetail): TraceDetail {
  const { filters, compareFilters } = detail.info
  const info: ReportInfo = {
    ...detail.info,
    ...(filters && { filters: mapLeaves(filters, keptFilter) }),
    ...(compareFilters && { compareFilters: mapLeaves(compareFilters, keptFilter) }),
  }
  return { ...detail, info }
}

const keptFilter = (filter: ReportFilter): KeptFilter =>
  filter.values.length <= mostValues
    ? filter
    : { ...filter, values: filter.values.slice(0, mostValues), valueCount: filter.values.length }
