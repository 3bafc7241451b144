// A query's columns of figures as points, so that conditions, findings, plots and messages are those of reports.

import { type DayFigure, figureName } from '#semantic/model/activityFigures.ts'
import type { Model, Point } from '#semantic/model/types.ts'
import type { AlarmWatch, WatchedQuery } from '#features/alarm/contract.ts'

export const pointsOf = (model: Model): ReadonlyMap<number, Point> =>
  new Map(model.points.map((point) => [point.id, point]))

export const queryOf = ({ watch }: { watch: Pick<AlarmWatch, 'query'> }): WatchedQuery | null =>
  watch.query ?? null

/** A condition names a column by its place, from 1. */
const pointOf = (name: string, at: number): Point => ({
  id: at + 1,
  table_id: null,
  name,
  name_sql: '',
  event_filter: '',
  filter: '',
  types: 'computed',
  describe: '',
  note: '',
  info: {},
  create_time: '',
  point_typeId: null,
})

export const columnPoints = ({ columns }: Pick<WatchedQuery, 'columns'>): ReadonlyMap<number, Point> =>
  new Map(columns.map((name, at) => [at + 1, pointOf(name, at)]))

/** What a rule's conditions may name. */
export function watchedIn(
  model: Model,
  rule: { watch: Pick<AlarmWatch, 'query' | 'activity'> },
): ReadonlyMap<number, Point> {
  const query = queryOf(rule)
  if (query) return columnPoints(query)
  const { activity } = rule.watch
  const points = pointsOf(model)
  if (!activity) return points
  return new Map([...points].map(([id, point]) => [id, pointOfFigure(point, activity)]))
}

/** A quotient has no zero where nothing is counted. */
function pointOfFigure(point: Point, activity: DayFigure): Point {
  const name = figureName(point.name, activity)
  if (activity.figure !== 'sticky') return { ...point, name }
  return { ...point, name, types: 'computed', info: { ...point.info, format: 'percent', unit: '%' } }
}
