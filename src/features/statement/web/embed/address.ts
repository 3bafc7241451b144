// The address of an embed: /iframe/report/{id}?report=&range=&f=&theme= ; `f` has the format of the product's own
// addresses.

import { readConditions, writeConditions } from '#semantic/model/address/filterCode.ts'
import { hasPoints, isGroup, partsOf } from '#semantic/model/conditions.ts'
import type { ReportCondition } from '#semantic/model/types.ts'
import { longestEmbedFilters, mostEmbedFilters } from '#features/embed/contract.ts'
import { isDay } from '../dates/days.ts'

export interface EmbedAddress {
  id: string
  /** The chosen report; the first where absent. */
  report: number | null
  /** A relative range's name, or days as `2026-10-01..2026-10-07`; null for all shared days. */
  range: string | null
  filters: ReportCondition[]
  /** Whether everything could be parsed: limits must not be dropped silently. */
  whole: boolean
}

export function readEmbedAddress({ pathname, search }: { pathname: string; search: string }): EmbedAddress {
  const query = new URLSearchParams(search)
  const range = query.get('range')
  const texts = query.getAll('f')
  const filters = texts.length > 0 ? readConditions(texts) : []
  const report = Number(query.get('report'))
  return {
    id: decodeURIComponent(pathname.split('/')[3] ?? ''),
    report: Number.isSafeInteger(report) && report > 0 ? report : null,
    range: range || null,
    filters: filters ?? [],
    whole: filters !== undefined && !hasPoints(filters) && isRange(range),
  }
}

const isRange = (text: string | null): boolean => {
  if (!text || /^[A-Za-z]+\d{0,3}$/.test(text)) return true
  const [from = '', to = '', rest] = text.split('..')
  return rest === undefined && isDay(from) && isDay(to) && from <= to
}

/** Other parameters are kept: the theme, and what the embedding page added. */
export function writeEmbedAddress(search: string, { report, range, filters }: EmbedAddress): string {
  const query = new URLSearchParams(search)
  for (const name of ['report', 'range', 'f']) query.delete(name)
  if (report !== null) query.set('report', String(report))
  if (range !== null) query.set('range', range)
  if (filters.length > 0) for (const text of writeConditions(filters)) query.append('f', text)
  return query.toString()
}

/** In the call's format. */
export function questionOf({ range, filters }: EmbedAddress): Record<string, string> {
  const [from, to] = range?.split('..') ?? []
  const days: Record<string, string> = to ? { from: from ?? '', to } : range ? { range } : {}
  return filters.length > 0 ? { ...days, f: JSON.stringify(filters) } : days
}

/** The longest address that servers accept; a Chinese character takes nine characters. */
const longestQuestion = 12_000

/** Why these conditions can't be requested, in Chinese; empty where they can. */
export function excessOf(filters: readonly ReportCondition[]): string {
  const isTooMany = (parts: readonly ReportCondition[]): boolean =>
    parts.length > mostEmbedFilters || parts.some((part) => isGroup(part) && isTooMany(partsOf(part)))
  if (isTooMany(filters)) return `条件太多：每组最多 ${mostEmbedFilters} 个，请减少一些`
  const text = JSON.stringify(filters)
  const isTooLong = text.length > longestEmbedFilters || encodeURIComponent(text).length > longestQuestion
  return isTooLong ? '条件里的值太多或太长，请减少一些' : ''
}
