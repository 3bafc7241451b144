// Conditions in words, as people read them: chips, exports, traces, what definitions change.
//
//   { any: [iOS or 安卓, { all: [充值 > 100, 活跃 < 10] }] }
//     平台 等于 iOS、安卓 或 （充值 大于 100 且 活跃 小于 10）
import { isBranch, type Part, partsOf } from '#shared/branches.ts'
import { isOfValues } from './conditions.ts'
import { againstPastTitles, filterOpTitles, pastTitles } from './titles.ts'
import type { FilterOp, FilterThan, ReportCondition, ReportFilter } from './types.ts'
import { emptyText, emptyWord } from './valueText.ts'

/** Names used in the texts. */
export interface ConditionNames {
  dimension: (id: number) => string
  point: (id: number) => string
  /** Label of a dimension's value; the value itself where absent. */
  value?: (value: string, dim: number | undefined) => string
}

interface Shown extends ConditionNames {
  /** The most values that are listed. */
  most: number
}

export function filterText(filter: ReportFilter & { valueCount?: number }, names: Shown): string {
  const { dim, point, op, values, than } = filter
  const subject = dim === undefined ? names.point(point ?? 0) : names.dimension(dim)
  if (than !== undefined) return `${subject} ${heldText(op, than, names)}`
  if (op === 'isNull' || op === 'isNotNull') return `${subject} ${filterOpTitles[op]}`
  const named = (value: string) => (isOfValues(op) && names.value?.(value, dim)) || value
  const words = values
    .slice(0, names.most)
    .map((value) => (value === null ? emptyText : value === '' ? emptyWord : named(String(value))))
  const count = filter.valueCount ?? values.length
  const rest = count > words.length ? ` 等共 ${count} 个值` : ''
  return `${subject} ${filterOpTitles[op]} ${words.join(op === 'between' ? ' – ' : '、')}${rest}`
}

/** 大于 退款 × 1.2, 较上周同日 流失. */
export function heldText(op: FilterOp, than: FilterThan, names: Pick<ConditionNames, 'point'>): string {
  const past = 'past' in than ? againstPastTitles[op] : undefined
  return past === undefined
    ? `${filterOpTitles[op]} ${thanText(than, names)}`
    : `较${thanText(than, names)} ${past.title}（${past.describe}）`
}

/** 退款 × 1.2, 上周同日. */
function thanText(than: FilterThan, { point }: Pick<ConditionNames, 'point'>): string {
  const other = 'past' in than ? pastTitles[than.past] : point(than.point)
  return than.times === undefined || than.times === 1 ? other : `${other} × ${than.times}`
}

export const conditionText = (condition: ReportCondition, names: Shown): string =>
  joinedText(condition, (filter) => filterText(filter, names))

/** Nested groups are in parentheses. */
export function joinedText<Leaf extends object = ReportFilter>(
  condition: NoInfer<Part<Leaf>>,
  textOf: (leaf: Leaf) => string,
): string {
  if (!isBranch(condition)) return textOf(condition)
  const texts = partsOf(condition).map((part) => {
    const text = joinedText<Leaf>(part, textOf)
    return isBranch(part) && partsOf(part).length > 1 ? `（${text}）` : text
  })
  return texts.join('any' in condition ? ' 或 ' : ' 且 ')
}
