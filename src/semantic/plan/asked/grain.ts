// The grain of a report's dates: which dimension it applies to, and the node that cuts a fact's dates to it.
//
//   grain 'week'   CAST(date_trunc('week', CAST(f."event_time" AS DATE)) AS DATE)     Monday of the week
//   grain 'hour'   date_trunc('hour', f."pay_time")                                   needs a time column
import { reportInvalid } from '#semantic/model/problem.ts'
import { grainTitles } from '#semantic/model/titles.ts'
import {
  type CompileContext,
  type Dimension,
  type Grain,
  grains,
  type ReportInfo,
} from '#semantic/model/types.ts'
import type { Shift } from '../compared/days.ts'
import { type DaySource, dayNode, timeNode } from '../facts/factTable.ts'
import { isBusinessDate, type Reach } from '../facts/reach.ts'
import type { FactRequest } from '../facts/request.ts'
import type { Node } from '../tree/tree.ts'

export interface GrainChoice {
  /** The dimension that the report's grain applies to; null where the report has no date dimension. */
  dimensionId: number | null
  grain: Grain | null
}

const finerThan = (grain: Grain, other: Grain): boolean => grains.indexOf(grain) < grains.indexOf(other)

function isTemporal(dimension: Dimension): boolean {
  return dimension.types === 'date' || dimension.types === 'time'
}

/** The dimensions among which the grain's date is found: of a part of a report those of the whole. */
export const grainDimensions = (
  { dims, grainDims = dims }: Pick<ReportInfo, 'dims' | 'grainDims'>,
  dimensions: ReadonlyMap<number, Dimension>,
): Dimension[] => grainDims.flatMap((id) => dimensions.get(id) ?? [])

/**
 * The grain applies to the business's own date, or without it to the first other date. All others keep their
 * own grain.
 */
export function chooseGrain(dims: Dimension[], grain: Grain | undefined): GrainChoice {
  if (grain !== undefined && !grains.includes(grain)) throw reportInvalid(`没有粒度「${grain}」`)
  const temporal = dims.filter(isTemporal)
  const cut = temporal.find(isBusinessDate) ?? temporal[0]
  return { dimensionId: cut?.id ?? null, grain: grain ?? null }
}

/**
 * Grain at which a dimension is shown; null for one that is no date. Throws for one finer than its
 * `count_quantum`.
 */
export function grainOf(dimension: Dimension, choice: GrainChoice): Grain | null {
  if (!isTemporal(dimension)) return null
  const finest = dimension.count_quantum
  const usual: Grain = dimension.types === 'time' ? 'hour' : 'day'
  const own =
    dimension.types === 'time'
      ? (finest ?? usual)
      : finest !== null && finerThan(usual, finest)
        ? finest
        : usual
  if (choice.dimensionId !== dimension.id || choice.grain === null) return own
  if (finest !== null && finerThan(choice.grain, finest))
    throw reportInvalid(
      `维度「${dimension.name}」的最小粒度是${grainTitles[finest]}，不能按${grainTitles[choice.grain]}统计`,
    )
  return choice.grain
}

/**
 * The dimension's value at its grain, moved by `shift` if it is the business's date. Throws for hours without
 * a time.
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
