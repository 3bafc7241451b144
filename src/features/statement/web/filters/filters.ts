// A report's filters, as the bar's controls show and change them.

import { dimsIn, isFilter, isOfValues } from '#semantic/model/conditions.ts'
import { heldText } from '#semantic/model/conditionText.ts'
import { filterOpTitles } from '#semantic/model/titles.ts'
import type { FilterOp, FormType, ReportCondition, ReportFilter, ReportInfo } from '#semantic/model/types.ts'
import { emptyText, emptyWord } from '#semantic/model/valueText.ts'
import type { QueryDimension } from '#features/statement/contract.ts'

/** A condition without its subject. */
export type Choice = Pick<ReportFilter, 'op' | 'values' | 'than'>

export const defaultOps: Record<FormType, FilterOp> = {
  dateRange: 'between',
  select: 'in',
  multiSelect: 'in',
  text: 'contains',
  numberRange: 'between',
}

export const isDate = ({ types }: Pick<QueryDimension, 'types'>): boolean =>
  types === 'date' || types === 'time'

/** Prefix of the reason. */
export const noDaysText = '没有日期可选'

/** Why there are no days to choose: a chosen point's table has no dates. Empty where there are. */
export function datesRefused(dimensions: readonly QueryDimension[]): string {
  const date = dimensions.find(isDate)
  return date?.unreachable ?? ''
}

/**
 * Dimensions with a control: those with a filter, the report's dimensions, and the game. The date range comes
 * first, so other dates only get a control when filtered.
 */
export function controlDimensions(info: ReportInfo, dimensions: readonly QueryDimension[]): QueryDimension[] {
  const filtered = (info.filters ?? []).filter(isFilter).flatMap(({ dim }) => dim ?? [])
  const wanted = (dimension: QueryDimension) => {
    if (filtered.includes(dimension.id)) return true
    if (isDate(dimension)) return false
    return info.dims.includes(dimension.id) || (dimension.types === 'game' && dimension.unreachable === '')
  }
  const place = ({ id, types }: QueryDimension) => {
    const at = filtered.indexOf(id)
    return types === 'game' ? -1 : at < 0 ? filtered.length + info.dims.indexOf(id) : at
  }
  return dimensions.filter(wanted).sort((one, other) => place(one) - place(other))
}

export const filterOf = (info: ReportInfo, dimensionId: number): ReportFilter | undefined =>
  info.filters?.filter(isFilter).find(({ dim }) => dim === dimensionId)

/** Replaces the filter on the same subject; null removes it. Groups are unchanged. */
export function withFilter(
  filters: readonly ReportCondition[] = [],
  subject: { dim?: number; point?: number },
  filter: Choice | null,
): ReportCondition[] {
  const isSubject = (condition: ReportCondition) =>
    isFilter(condition) && condition.dim === subject.dim && condition.point === subject.point
  const at = filters.findIndex(isSubject)
  const others = filters.filter((other) => !isSubject(other))
  if (!filter) return others
  const next = [...others]
  const { op, values, than } = filter
  next.splice(at < 0 ? others.length : at, 0, { ...subject, op, values, ...(than && { than }) })
  return next
}

/** Without filters on these dimensions; groups that contain one are removed entirely. */
export const withoutDims = (
  conditions: readonly ReportCondition[] = [],
  dims: ReadonlySet<number>,
): ReportCondition[] => conditions.filter((condition) => !dimsIn([condition]).some((dim) => dims.has(dim)))

const valueWord = (value: string | number | null, nameOf: (value: string) => string) =>
  value === null ? emptyText : value === '' ? emptyWord : nameOf(String(value))

/** «iOS、华为、TapTap +3»; «全部» without a limit. */
export function filterText(
  filter: Choice | undefined,
  nameOf: (value: string) => string = (value) => value,
  pointOf: (id: number) => string = (id) => `指标 ${id}`,
): string {
  if (!filter) return '全部'
  const { op, values, than } = filter
  if (than) return heldText(op, than, { point: pointOf })
  if (op === 'isNull' || op === 'isNotNull') return filterOpTitles[op]
  if (values.length === 0) return '全部'
  const named = isOfValues(op) ? nameOf : String
  const words = values.slice(0, 3).map((value) => valueWord(value, named))
  if (op === 'between') return `${words[0]} – ${words[1] ?? ''}`
  const rest = values.length > 3 ? ` +${values.length - 3}` : ''
  return `${op === 'in' ? '' : `${filterOpTitles[op]} `}${words.join('、')}${rest}`
}
