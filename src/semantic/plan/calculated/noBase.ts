// Why a fixed row can't be computed, as a short text for its column's name: its days are in the future, the report's
// own conditions on its dimension exclude it, or the reader may not see its rows. In all other cases it is read from
// the facts.

import { isGroup, isOpen, partsOf } from '#semantic/model/conditions.ts'
import type { CompileContext, Dimension, ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import { dayNumber } from '#shared/day.ts'
import { isBusinessDate } from '../asked/grain.ts'
import type { ReportRequest } from '../asked/request.ts'

type Value = string | number | null

export interface BaseAsked {
  request: Pick<ReportRequest, 'onDimensions' | 'days' | 'context'>
  dimension: Dimension
  /** The value in its bound form. */
  value: Value
  /** Whether the value is a period of several days, of which a filter may keep only some. */
  isPeriod: boolean
}

/** null if the row can be computed. */
export function noBase({ request, dimension, value, isPeriod }: BaseAsked): string | null {
  const { onDimensions, days, context } = request
  if (isBusinessDate(dimension) && value !== null) {
    const isAhead = dayNumber(String(value).slice(0, 10)) > days.today
    if (isAhead) return '基准的日期还没到'
  }
  if (!isSeen(dimension, value, context)) return '看不到基准的数据'
  const isLeftOut =
    !isPeriod && onDimensions.some((condition) => holds(condition, dimension, value) === false)
  return isLeftOut ? '基准不在筛选之内' : null
}

function isSeen({ id, types }: Dimension, value: Value, { games, rules }: CompileContext): boolean {
  if (types === 'game' && games !== 'all' && (value === null || !games.includes(String(value)))) return false
  return rules
    .filter(({ dim }) => dim === id)
    .every(({ how, values }) => (how === 'only') === values.some((one) => isSame(one, value, types)))
}

/** Whether rows with the value pass the condition; null if other dimensions decide. */
function holds(condition: ReportCondition, dimension: Dimension, value: Value): boolean | null {
  if (!isGroup(condition))
    return condition.dim !== dimension.id || isOpen(condition) ? null : passes(condition, dimension, value)
  const parts = partsOf(condition).map((part) => holds(part, dimension, value))
  const decided = 'any' in condition
  if (parts.includes(decided)) return decided
  return parts.includes(null) ? null : !decided
}

function passes({ op, values }: ReportFilter, { types }: Dimension, value: Value): boolean | null {
  if (op === 'isNull' || op === 'isNotNull') return (value === null) === (op === 'isNull')
  if (op === 'in' || op === 'notIn') return values.some((one) => isSame(one, value, types)) === (op === 'in')
  return null
}

function isSame(one: Value, other: Value, types: Dimension['types']): boolean {
  if (one === null || other === null) return one === other
  return String(one) === String(other) || (types === 'number' && Number(one) === Number(other))
}
