// The fixed row that others are compared with: the first, the last, or the row of a value, which is bound like the
// dimension's values.

import type { Kind } from '#semantic/model/expression/tree.ts'
import { reportInvalid } from '#semantic/model/problem.ts'
import type { Calculation, Dimension, Grain } from '#semantic/model/types.ts'
import { calendarDay, dayText } from '#shared/day.ts'
import { periodStart } from '../days/periods.ts'
import type { BasePlan, BoundType } from '../tree/tree.ts'

interface BaseSource {
  dimension: Dimension
  kind: Kind
  /** The grain, for a date. */
  grain: Grain | null
  subject: string
}

const longestText = 10_000
const number = /^[+-]?\d{1,300}(\.\d{1,300})?$/
const moment = /^(\d{4}-\d\d-\d\d)[ T](\d\d):(\d\d)(:\d\d(\.\d{1,6})?)?$/

/** Throws for a value that the dimension can't have. */
export function fixedBase({ base = 'first' }: Calculation, source: BaseSource): BasePlan {
  const { dimension, kind, grain, subject } = source
  if (base === 'first' || base === 'last') return { end: base }
  const value = typeof base === 'object' && base !== null ? base.value : undefined
  if (value === null) return { value: null, type: 'text' }
  const refuse = (expected: string): never => {
    throw reportInvalid(
      `${subject}的基准「${String(value).slice(0, 50)}」应为维度「${dimension.name}」的一个值：${expected}`,
    )
  }
  if (typeof value !== 'string' && typeof value !== 'number') return refuse('文本或数字，或 first、last')
  const text = String(value).trim()
  const bound = (own: string, type: BoundType): BasePlan => ({ value: { value: own }, type })
  if (grain !== null && grain !== 'hour') {
    const day = calendarDay(text.slice(0, 10))
    if (day === null || text < '1000-01-01' || text > '9998-12-31') return refuse('日期，如 2026-03-01')
    return bound(dayText(periodStart(day, grain)), 'date')
  }
  if (grain === 'hour' || kind === 'datetime') {
    const [, day = ''] = moment.exec(text) ?? []
    return calendarDay(day) === null ? refuse('时刻，如 2026-03-01 08:00:00') : bound(text, 'datetime')
  }
  if (kind === 'date') return calendarDay(text) === null ? refuse('日期，如 2026-03-01') : bound(text, 'date')
  if (kind === 'integer') return /^[+-]?\d{1,38}$/.test(text) ? bound(text, 'huge') : refuse('整数')
  if (kind === 'number')
    return number.test(text) && Number.isFinite(Number(text)) ? bound(text, 'number') : refuse('数字')
  return String(value).length > longestText
    ? refuse(`最多 ${longestText} 个字`)
    : bound(String(value), 'text')
}
