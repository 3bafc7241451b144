// A rule's queries, in the report engine's form.
import { type DayFigure, reportOfFigure } from '#semantic/model/activityFigures.ts'
import type { Dimension, Model, ReportCondition, ReportInfo } from '#semantic/model/types.ts'
import { AppError } from '#shared/errors.ts'
import type { AlarmGrain, AlarmWatch } from '../contract.ts'

/** The part of a query that rules can share. */
export interface Shape {
  grain: AlarmGrain
  dims: readonly number[]
  filters: readonly ReportCondition[]
  /** A figure of activity, of a single point; absent: the points' own figures. */
  activity?: DayFigure
}

export const shapeOf = ({ grain, dims, filters = [], activity }: AlarmWatch): Shape => ({
  grain,
  dims,
  filters,
  ...(activity && { activity }),
})

/** The dimension of the periods. Throws where the configuration has none. */
export function periodDimension(model: Model, grain: AlarmGrain): number {
  const types = grain === 'hour' ? 'time' : 'date'
  const found = model.dimensions.find(
    (dimension) =>
      dimension.types === types && dimension.table_id === null && !dimension.info.expression?.trim(),
  )
  if (found) return found.id
  const title = grain === 'hour' ? '时间' : '日期'
  throw new AppError('report_invalid', `报表配置里没有${title}维度，告警无法计算，请联系报表配置人员`)
}

/** Days are both inclusive. */
export function infoOf(
  model: Model,
  { grain, dims, filters, activity }: Shape,
  points: readonly number[],
  { from, to }: { from: string; to: string },
  limit: number,
): ReportInfo {
  return {
    dims: [periodDimension(model, grain), ...dims],
    points: [...points],
    dateRange: { from, to },
    grain,
    ...(activity && { kind: 'activity', activity: reportOfFigure(activity).activity }),
    ...(filters.length > 0 && { filters: [...filters] }),
    limit,
  }
}

export const watchedTypes: ReadonlySet<Dimension['types']> = new Set([
  'string',
  'number',
  'game',
  'dictionary',
])
