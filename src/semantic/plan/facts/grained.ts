// The node that truncates a fact's dates to the grain of a report, and shifts them if they are compared with other
// dates.
//
//   grain 'week'   CAST(date_trunc('week', CAST(f."event_time" AS DATE)) AS DATE)     Monday of the week
//   grain 'hour'   date_trunc('hour', f."pay_time")                                   needs a time column
import { reportInvalid } from '#semantic/model/problem.ts'
import { grainTitles } from '#semantic/model/titles.ts'
import type { CompileContext, Dimension } from '#semantic/model/types.ts'
import { type GrainChoice, grainOf, isBusinessDate } from '../asked/grain.ts'
import type { Shift } from '../days/moves.ts'
import { type DaySource, dayNode } from '../tree/reached.ts'
import type { Node } from '../tree/tree.ts'
import { timeNode } from './factTable.ts'
import type { Reach } from './reach.ts'
import type { FactRequest } from './request.ts'

/**
 * The dimension's value at its grain, shifted by `shift` if it is the business date. Throws for hours without a time.
 */
export function grained(
  reach: Reach,
  dimension: Dimension,
  choice: GrainChoice,
  request: FactRequest,
  context: CompileContext,
  shift?: Shift,
): Node {
  const grain = grainOf(dimension, choice)
  if (grain === null) return reach.node
  if (reach.kind !== 'date' && reach.kind !== 'datetime')
    throw reportInvalid(`维度「${dimension.name}」的表达式不是日期或时间，不能按${grainTitles[grain]}统计`)
  const moved = isBusinessDate(dimension) ? shift : undefined
  if (grain === 'hour') return hours(reach, dimension, request, context, moved)
  const days = shiftedDays(reach.days ?? plainDays(reach), request, context, moved)
  return grain === 'day' ? days : { kind: 'truncated', operand: days, grain, from: 'date' }
}

function plainDays(reach: Reach): DaySource {
  return { node: reach.node, kind: reach.kind === 'date' ? 'date' : 'datetime', cutoffHour: 0 }
}

function shiftedDays(
  source: DaySource,
  request: FactRequest,
  context: CompileContext,
  shift: Shift | undefined,
): Node {
  if (shift === undefined) return dayNode(source)
  const time = shift.unit === 'hour' ? timeNode(request.fact, context) : null
  if (time === null) return { kind: 'shifted', operand: dayNode(source), shift, from: 'date', cutoffHour: 0 }
  const operand: Node = { kind: 'shifted', operand: time, shift, from: 'datetime', cutoffHour: 0 }
  return dayNode({ ...source, node: operand, kind: 'datetime' })
}

function hours(
  reach: Reach,
  dimension: Dimension,
  request: FactRequest,
  context: CompileContext,
  shift: Shift | undefined,
): Node {
  const own = reach.kind === 'datetime' ? reach.node : null
  const time = isBusinessDate(dimension) ? timeNode(request.fact, context) : own
  if (time === null)
    throw reportInvalid(
      `${request.title}不能按小时统计维度「${dimension.name}」：「${request.fact.table.name}」没有时间列`,
    )
  const { cutoffHour } = context
  const operand: Node =
    shift === undefined ? time : { kind: 'shifted', operand: time, shift, from: 'datetime', cutoffHour }
  return { kind: 'truncated', operand, grain: 'hour', from: 'datetime' }
}
