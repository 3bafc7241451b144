// The state of both pages in the address, so that a link shows the same view and Back undoes a step. Invalid
// values are dropped.
import { isId, readFilter, writeFilter } from '#semantic/model/address/filterCode.ts'
import { likeKinds, type ScenarioContent, type ScenarioEffect } from './interval.ts'
import { rowWays, sides } from './searching.ts'
import {
  levels,
  longestHorizon,
  mostEffects,
  mostScenarios,
  mostSplit,
  rangePath,
  type SeriesFilter,
  shortestHorizon,
  turnoverPath,
} from './shared.ts'

export const tableGrains = ['day', 'week', 'month'] as const

export interface TurnoverAddress {
  /** Null: the revenue point. */
  point: number | null
  games: string[]
  filters: SeriesFilter[]
  split: { dim: number; count: number } | null
  /** First day of the history; empty: the last two years. */
  from: string
  to: string
  horizon: number
  level: number
  /** The evening from which the forecast starts; empty: now. */
  origin: string
  scenarios: ScenarioContent[]
  grain: (typeof tableGrains)[number]
  part: 'ahead' | 'past'
  lead: number
  count: number
}

export const plainTurnover: TurnoverAddress = {
  point: null,
  games: [],
  filters: [],
  split: null,
  from: '',
  to: '',
  horizon: 30,
  level: 80,
  origin: '',
  scenarios: [],
  grain: 'day',
  part: 'ahead',
  lead: 7,
  count: 180,
}

const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)
const dayIn = (query: URLSearchParams, name: string): string => {
  const text = query.get(name) ?? ''
  return isDay(text) ? text : ''
}
const numberIn = (
  query: URLSearchParams,
  name: string,
  least: number,
  most: number,
  usual: number,
): number => {
  const text = query.get(name)
  const value = text === null || text === '' ? Number.NaN : Number(text)
  return Number.isInteger(value) && value >= least && value <= most ? value : usual
}
const idIn = (query: URLSearchParams, name: string): number | null => {
  const text = query.get(name) ?? ''
  return isId(text) ? Number(text) : null
}
const idsIn = (query: URLSearchParams, name: string): number[] => [
  ...new Set((query.get(name) ?? '').split(',').filter(isId).map(Number)),
]
const oneOf = <One extends string>(all: readonly One[], text: string | null, usual: One): One =>
  all.find((one) => one === text) ?? usual

const gamesIn = (query: URLSearchParams): string[] =>
  (query.get('games') ?? '').split(',').filter((cgi) => cgi !== '' && cgi.length <= 200)

const filtersIn = (query: URLSearchParams): SeriesFilter[] =>
  query
    .getAll('f')
    .flatMap((text) => readFilter(text) ?? [])
    .flatMap(({ dim, op, values }) => (dim === undefined ? [] : [{ dim, op, values }]))
    .slice(0, 20)

const levelIn = (query: URLSearchParams, usual: number): number =>
  levels.find((level) => level === Number(query.get('level'))) ?? usual

export function readTurnover(search: string): TurnoverAddress {
  const query = new URLSearchParams(search)
  const [dim, count] = (query.get('split') ?? '').split('.')
  const values = Number(count)
  return {
    point: idIn(query, 'point'),
    games: gamesIn(query),
    filters: filtersIn(query),
    split:
      dim !== undefined && isId(dim)
        ? { dim: Number(dim), count: values >= 1 && values <= mostSplit ? Math.floor(values) : 3 }
        : null,
    from: dayIn(query, 'from'),
    to: dayIn(query, 'to'),
    horizon: numberIn(query, 'horizon', shortestHorizon, longestHorizon, plainTurnover.horizon),
    level: levelIn(query, plainTurnover.level),
    origin: dayIn(query, 'origin'),
    scenarios: query
      .getAll('if')
      .flatMap((text) => readScenario(text) ?? [])
      .slice(0, mostScenarios),
    grain: oneOf(tableGrains, query.get('by'), 'day'),
    part: oneOf(['ahead', 'past'], query.get('part'), 'ahead'),
    lead: numberIn(query, 'lead', 1, 90, plainTurnover.lead),
    count: numberIn(query, 'count', 7, 365, plainTurnover.count),
  }
}

export function turnoverAddress(asked: Partial<TurnoverAddress>): string {
  const { point, games, filters, split, scenarios, ...plain } = { ...plainTurnover, ...asked }
  const query: [string, string][] = []
  if (point !== null) query.push(['point', String(point)])
  if (games.length > 0) query.push(['games', games.join(',')])
  for (const filter of filters) query.push(['f', writeFilter(filter)])
  if (split) query.push(['split', `${split.dim}.${split.count}`])
  const names = { grain: 'by' } as Record<string, string>
  for (const [name, value] of Object.entries(plain))
    if (value !== plainTurnover[name as keyof TurnoverAddress])
      query.push([names[name] ?? name, String(value)])
  for (const scenario of scenarios) query.push(['if', writeScenario(scenario)])
  return addressOf(turnoverPath, query)
}

/** Commas, tildes and exclamation marks need no escaping in a query. */
function addressOf(path: string, query: [string, string][]): string {
  const text = new URLSearchParams(query).toString()
  const readable = text.replaceAll('%2C', ',').replaceAll('%7E', '~').replaceAll('%21', '!')
  return readable === '' ? path : `${path}?${readable}`
}

/** 双十一!2026-11-01~2026-11-11~30~10!2026-12-24~2026-12-26~holiday~国庆节 */
function writeScenario({ name, effects }: ScenarioContent): string {
  const parts = effects.map(({ from, to, percent, error, like }) =>
    percent === undefined && like
      ? [from, to, like.kind, encodeURIComponent(like.name).replaceAll('!', '%21').replaceAll('~', '%7E')]
      : [from, to, String(percent ?? 0), String(error ?? 0)],
  )
  const title = encodeURIComponent(name).replaceAll('!', '%21')
  return [title, ...parts.map((part) => part.join('~'))].join('!')
}

function readScenario(text: string): ScenarioContent | null {
  const [name = '', ...parts] = text.split('!')
  const effects = parts.slice(0, mostEffects).flatMap((part): ScenarioEffect[] => {
    const [from = '', to = '', size = '', more = ''] = part.split('~')
    if (!isDay(from) || !isDay(to)) return []
    const kind = likeKinds.find((one) => one === size)
    if (kind) return [{ from, to, like: { kind, name: decoded(more) } }]
    const [percent, error] = [Number(size), Number(more)]
    if (size === '' || !Number.isFinite(percent) || Math.abs(percent) > 1e6) return []
    return [{ from, to, percent, ...(error > 0 && error < 1e6 && { error }) }]
  })
  return effects.length === 0 ? null : { name: decoded(name).slice(0, 60), effects }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text).slice(0, 200)
  } catch {
    return ''
  }
}

export interface RangeAddress {
  part: 'unusual' | 'rows'
  points: number[]
  /**
   * In the anomaly search, only the first dimension's values are searched; in the row search, all dimensions
   * are used.
   */
  dims: number[]
  games: string[]
  filters: SeriesFilter[]
  /** Empty: the last thirty days. */
  from: string
  to: string
  level: number
  side: (typeof sides)[number]
  way: (typeof rowWays)[number]
  /** The bound as typed; empty for no bound. */
  low: string
  high: string
  count: number
  perDay: boolean
  /** The selected finding: point, day and values. */
  chosen: string
}

export const plainRange: RangeAddress = {
  part: 'unusual',
  points: [],
  dims: [],
  games: [],
  filters: [],
  from: '',
  to: '',
  level: 95,
  side: 'either',
  way: 'inside',
  low: '',
  high: '',
  count: 20,
  perDay: false,
  chosen: '',
}

const figureIn = (query: URLSearchParams, name: string): string => {
  const text = query.get(name) ?? ''
  return text !== '' && Number.isFinite(Number(text)) && Math.abs(Number(text)) <= 1e15 ? text : ''
}

export function readRange(search: string): RangeAddress {
  const query = new URLSearchParams(search)
  return {
    part: oneOf(['unusual', 'rows'], query.get('part'), 'unusual'),
    points: idsIn(query, 'points').slice(0, 10),
    dims: idsIn(query, 'dims').slice(0, 3),
    games: gamesIn(query),
    filters: filtersIn(query),
    from: dayIn(query, 'from'),
    to: dayIn(query, 'to'),
    level: levelIn(query, plainRange.level),
    side: oneOf(sides, query.get('side'), 'either'),
    way: oneOf(rowWays, query.get('way'), 'inside'),
    low: figureIn(query, 'low'),
    high: figureIn(query, 'high'),
    count: numberIn(query, 'count', 1, 1_000, plainRange.count),
    perDay: query.get('perDay') === 'true',
    chosen: query.get('chosen') ?? '',
  }
}

export function rangeAddress(asked: Partial<RangeAddress>): string {
  const { points, dims, games, filters, ...plain } = { ...plainRange, ...asked }
  const query: [string, string][] = []
  if (points.length > 0) query.push(['points', points.join(',')])
  if (dims.length > 0) query.push(['dims', dims.join(',')])
  if (games.length > 0) query.push(['games', games.join(',')])
  for (const filter of filters) query.push(['f', writeFilter(filter)])
  for (const [name, value] of Object.entries(plain))
    if (value !== plainRange[name as keyof RangeAddress]) query.push([name, String(value)])
  return addressOf(rangePath, query)
}
