// The details that a trace stores about shown figures.
import { mapLeaves } from '#semantic/model/conditions.ts'
import type { ReportFilter, ReportInfo } from '#semantic/model/types.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'

export interface TraceDetail {
  reportId: number | null
  viewId: number | null
  reportName: string
  /** The definition that ran: points, dimensions, days, filters. */
  info: ReportInfo
  /** For embeds: the address's id, and the owner whose games limit the figures. */
  embed?: { id: string; ownerId: number }
  /** For a report made of SQL: its version and its parameter values. */
  custom?: { id: string; version: number; values: Record<string, ParameterValue> }
}

/** A filter of which only the first values are stored. */
type KeptFilter = ReportFilter & { valueCount?: number }

const mostValues = 200

/**
 * The stored form: a filter may have 50,000 values, and storing all of them for each view would fill the
 * store.
 */
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
