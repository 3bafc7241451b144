// Addresses of the alarms' pages, and the address that turns a figure of a report into a rule: what to watch
// and an initial condition. Parts that make no sense are dropped.
import { activityFigures, type DayFigure, isWindow } from '#semantic/model/activityFigures.ts'
import { isId, readConditions, writeConditions } from '#semantic/model/address/filterCode.ts'
import { hasPoints } from '#semantic/model/conditions.ts'
import type { Comparison, Grain, ReportCondition } from '#semantic/model/types.ts'
import {
  type AlarmCondition,
  type AlarmWatch,
  alarmGrains,
  type ComparedWith,
  comparedWith,
  directions,
} from './rule.ts'

export const alarmListPath = '/alarm/list'
export const alarmEditPath = '/alarm/edit'
export const alarmFiresPath = '/alarm/fires'
export const alarmFirePath = '/alarm/fire'

export const alarmLink = (id: number): string => `${alarmEditPath}?id=${id}`
/** Used in messages. */
export const fireLink = (id: number): string => `${alarmFirePath}?id=${id}`

/** A figure as a report shows it. */
export interface ReportFigure {
  point: number
  /** The column's role; for a change, the figure is a fraction. */
  role: 'value' | 'previous' | 'change' | 'share'
  figure: number | null
  grain: Grain
  compare?: Comparison
  reportId: number | null
  /** The figure of activity that it is; absent: the point's own. */
  activity?: DayFigure
  /** Conditions on dimensions: the report's, and those that the row implies. */
  filters: readonly ReportCondition[]
}

export interface AlarmSeed {
  watch: AlarmWatch
  condition: AlarmCondition
  /** The figure the user looked at, used as initial threshold. */
  figure: number | null
}

const comparedBy: Partial<Record<Comparison, ComparedWith>> = {
  previous: 'yesterday',
  week: 'week',
  year52: 'year',
  year: 'year',
  lunar: 'year',
}
const usualPercent = 30
const step = 5

/** An initial rule: a fall of the observed size, or of a third where nothing is known. */
export function seedOf(from: ReportFigure): AlarmSeed {
  const { point, role, figure, grain, compare, reportId, filters, activity } = from
  const isChange = role === 'change' && figure !== null && figure !== 0
  return {
    watch: {
      points: [point],
      dims: [],
      ...(filters.length > 0 && { filters: filters.filter(isOfRows) }),
      grain: grain === 'hour' ? 'hour' : 'day',
      ...(activity && { activity }),
      ...(reportId !== null && { reportId }),
    },
    condition: {
      kind: 'change',
      point,
      against: comparedBy[compare ?? 'week'] ?? 'week',
      unit: 'percent',
      direction: isChange && figure > 0 ? 'up' : 'down',
      value: isChange ? amountOf(figure) : usualPercent,
    },
    figure: role === 'value' ? figure : null,
  }
}

/**
 * -0.384 → 35: rounded down to even steps, so that the observed change would have fired. A fall is at most
 * 100%.
 */
function amountOf(change: number): number {
  const percent = Math.floor((Math.abs(change) * 100) / step) * step
  return Math.max(step, change < 0 ? Math.min(percent, 100) : percent)
}

const isOfRows = (condition: ReportCondition): boolean => !hasPoints([condition])

export function newAlarmAddress({ watch, condition, figure }: AlarmSeed): string {
  const query: [string, string][] = [['point', watch.points.join(',')]]
  if (watch.dims.length > 0) query.push(['dims', watch.dims.join(',')])
  for (const text of conditionCodes(watch.filters)) query.push(['f', text])
  if (watch.grain !== 'day') query.push(['grain', watch.grain])
  if (watch.activity) query.push(['activity', `${watch.activity.figure}.${watch.activity.days}`])
  if (watch.reportId) query.push(['report', String(watch.reportId)])
  const { against = 'week', direction = 'down', value = usualPercent } = condition
  query.push(['when', [against, direction, value].join('~')])
  if (figure !== null) query.push(['figure', String(figure)])
  return `${alarmEditPath}?${readable(query)}`
}

/** A cell of a saved query's result, or the query alone. */
export interface QueryFigure {
  queryId: string
  /** The cell's column, where it holds figures. */
  column: string | null
  figure: number | null
  /** Columns that tell the rows apart. */
  keys: readonly string[]
}

export function newQueryAlarmAddress({ queryId, column, figure, keys }: QueryFigure): string {
  const query: [string, string][] = [['query', queryId]]
  if (column !== null) query.push(['column', column])
  for (const key of keys.slice(0, 3)) query.push(['key', key])
  if (column !== null && figure !== null) query.push(['figure', String(figure)])
  return `${alarmEditPath}?${readable(query)}`
}

function readQuerySeed(query: URLSearchParams, figure: number): AlarmSeed | null {
  const id = query.get('query') ?? ''
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) return null
  const column = query.get('column')
  const keys = query.getAll('key').filter((key) => key !== '' && key !== column)
  const seen = Number.isFinite(figure) ? figure : null
  return {
    watch: {
      points: [],
      dims: [],
      grain: 'day',
      query: {
        id,
        columns: column ? [column] : [],
        keys: keys.slice(0, 3),
        params: {},
        timing: { kind: 'daily', time: '09:00' },
      },
    },
    condition: column
      ? { kind: 'threshold', point: 1, op: 'lt', ...(seen !== null && { value: seen }) }
      : { kind: 'rows' },
    figure: seen,
  }
}

/** Commas, tildes and exclamation marks need no escape in a query. */
const readable = (query: [string, string][]): string =>
  new URLSearchParams(query).toString().replaceAll('%2C', ',').replaceAll('%7E', '~').replaceAll('%21', '!')

/** The report that shows what an alarm watches, over some days; grouped like the alarm. */
export function reportAddress(
  { points, filters = [] }: AlarmWatch,
  { view, report, from, to }: { view: number; report: number; from: string; to: string },
): string {
  const query: [string, string][] = [
    ['id', String(view)],
    ['report', String(report)],
    ['range', `${from}..${to}`],
    ['points', points.join('.')],
  ]
  for (const text of conditionCodes(filters)) query.push(['f', text])
  return `/statement/detail?${readable(query)}`
}

const conditionCodes = (conditions: readonly ReportCondition[] = []): string[] =>
  conditions.length === 0 ? [] : writeConditions(conditions)

/** Null where neither a point nor a query is named. */
export function readNewAlarm(search: string): AlarmSeed | null {
  const query = new URLSearchParams(search)
  const figure = Number(query.get('figure') ?? Number.NaN)
  if (query.has('query')) return readQuerySeed(query, figure)
  const points = idsOf(query.get('point'))
  const [point] = points
  if (point === undefined) return null
  const filters = query
    .getAll('f')
    .flatMap((text) => readConditions([text]) ?? [])
    .filter(isOfRows)
    .slice(0, 20)
  const [reportId] = idsOf(query.get('report'))
  return {
    watch: {
      points: points.slice(0, 20),
      dims: idsOf(query.get('dims')).slice(0, 3),
      ...(filters.length > 0 && { filters }),
      grain: alarmGrains.find((grain) => grain === query.get('grain')) ?? 'day',
      ...readActivity(query.get('activity') ?? ''),
      ...(reportId !== undefined && { reportId }),
    },
    condition: { kind: 'change', point, unit: 'percent', ...readWhen(query.get('when') ?? '') },
    figure: Number.isFinite(figure) ? figure : null,
  }
}

function readActivity(text: string): Pick<AlarmWatch, 'activity'> {
  const [named, days, rest] = text.split('.')
  const figure = activityFigures.find((one) => one === named)
  return figure && rest === undefined && isWindow(Number(days))
    ? { activity: { figure, days: Number(days) } }
    : {}
}

function readWhen(text: string): Pick<AlarmCondition, 'against' | 'direction' | 'value'> {
  const [against, direction, amount] = text.split('~')
  const value = Number(amount)
  return {
    against: comparedWith.find((one) => one === against) ?? 'week',
    direction: directions.find((one) => one === direction) ?? 'down',
    value: value > 0 && value <= 1e15 ? value : usualPercent,
  }
}

const idsOf = (text: string | null): number[] => (text ?? '').split(',').filter(isId).map(Number)
