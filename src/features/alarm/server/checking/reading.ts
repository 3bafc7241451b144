// Reads what many rules ask in as few statements as answer them all: rules of one shape share a statement for all
// their points and days, and rules that differ in one value of a filter share one that is grouped by its dimension.
//
//   充值 of iOS, 活跃 of iOS, 充值 of Android, 充值 of PC   →  one statement: 充值, 活跃 by 平台
//
// That is sound for every kind of point, as a row of the value iOS is counted from the rows whose value is iOS and
// from no others.

import { ReportProblem } from '#semantic/compile.ts'
import { reportOfFigure } from '#semantic/model/activityFigures.ts'
import { isFilter } from '#semantic/model/conditions.ts'
import { type RowScope, scopeKey } from '#semantic/model/rowScope.ts'
import type { Model, ReportCondition, ReportFilter } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { dayText } from '#shared/day.ts'
import { AppError } from '#shared/errors.ts'
import { figuresInScope } from '#features/statement/server/index.ts'
import { infoOf, type Shape } from '../asking.ts'
import { Figures, readRows, type ValueCell } from './figures.ts'
import { businessDayOf, perDay } from './periods.ts'

export interface Ask {
  scope: RowScope
  shape: Shape
  points: readonly number[]
  /** Periods, both inclusive. */
  from: number
  to: number
}

export interface ReadOptions {
  signal: AbortSignal
  timeoutMs?: number
  /** Whether to bypass the statement's cached result. */
  fresh?: boolean
}

/** How many rules must differ in a filter's value before one grouped statement reads them all. */
const fewestShared = 4
const mostDimensions = 5
const mostPoints = 40
const mostRows = 300_000
const farDays = 45
const longDays = 62
const usualTimeoutMs = 30_000
const atOnce = 2

interface Split {
  ask: Ask
  /** Filters that stay in the statement, and single-value filters that become grouping columns. */
  rest: readonly ReportCondition[]
  parted: readonly ReportFilter[]
}

interface Group {
  scope: RowScope
  shape: Shape
  /** How many of the shape's last dimensions replace filters. */
  parted: number
  members: { ask: Ask; key: string }[]
}

type Answers = Map<Ask, Figures | AppError>

export async function readAsks(
  deps: Deps,
  model: Model,
  asks: readonly Ask[],
  options: ReadOptions,
): Promise<Answers> {
  const answers: Answers = new Map()
  const groups = groupsOf(model, asks)
  const next = groups[Symbol.iterator]()
  const work = async () => {
    for (const group of next) await readGroup(deps, model, group, options, answers)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return answers
}

export const groupCount = (model: Model, asks: readonly Ask[]): number => groupsOf(model, asks).length

function groupsOf(model: Model, asks: readonly Ask[]): Group[] {
  const splits = asks.map((ask) => splitOf(model, ask))
  const groups: Group[] = []
  const alone = new Map<string, Group>()
  const add = (key: string, scope: RowScope, shape: Shape, parted: number, ask: Ask, own: string) => {
    const found = alone.get(key)
    if (found && found.members.length < 2_000) found.members.push({ ask, key: own })
    else {
      const made: Group = { scope, shape, parted, members: [{ ask, key: own }] }
      alone.set(key, made)
      groups.push(made)
    }
  }
  const byPart = Map.groupBy(splits, (split) => keyOf(split, split.parted))
  for (const [key, own] of byPart) {
    const values = new Set(own.map(({ parted }) => partKey(parted)))
    for (const { ask, rest, parted } of own) {
      const { scope, shape } = ask
      const days = Math.ceil((ask.to - ask.from + 1) / perDay(shape.grain))
      // The comparison a year ago is not read in the statement of the last days.
      const stretch = `${Math.floor(ask.to / perDay(shape.grain) / farDays)} ${days > longDays ? 'long' : ''}`
      // Long ranges of many values would read more than they save.
      if (parted.length > 0 && values.size >= fewestShared && days <= longDays)
        add(
          `${key} ${stretch}`,
          scope,
          { ...shape, dims: [...shape.dims, ...parted.map(({ dim }) => dim as number)], filters: rest },
          parted.length,
          ask,
          partKey(parted),
        )
      else add(`${exactKey(ask)} ${stretch}`, scope, shape, 0, ask, '[]')
    }
  }
  return groups.flatMap(byPoints)
}

const partKey = (parted: readonly ReportFilter[]): string =>
  JSON.stringify(parted.map(({ values }) => String(values[0])))

const keyOf = ({ ask, rest }: Split, parted: readonly ReportFilter[]): string =>
  JSON.stringify([...shapeKey(ask), rest, parted.map(({ dim }) => dim)])

/** Figures of activity are of one point each. */
const shapeKey = ({ scope, shape, points }: Ask) => [
  scopeKey(scope),
  shape.grain,
  shape.dims,
  ...(shape.activity ? [shape.activity, points] : []),
]

export const exactKey = (ask: Ask): string => JSON.stringify([...shapeKey(ask), ask.shape.filters])

function splitOf(model: Model, ask: Ask): Split {
  const { dims, filters } = ask.shape
  const parted: ReportFilter[] = []
  const rest: ReportCondition[] = []
  for (const filter of filters) {
    if (!isFilter(filter)) {
      rest.push(filter)
      continue
    }
    const known = model.dimensions.find(({ id }) => id === filter.dim)
    const isOne = filter.op === 'in' && filter.values.length === 1 && filter.values[0] !== null
    const isFree =
      known !== undefined &&
      // A number may be written in several ways.
      known.types !== 'number' &&
      !dims.includes(known.id) &&
      parted.every(({ dim }) => dim !== known.id) &&
      dims.length + parted.length < mostDimensions
    if (isOne && isFree) parted.push(filter)
    else rest.push(filter)
  }
  parted.sort((one, other) => (one.dim ?? 0) - (other.dim ?? 0))
  return { ask, rest, parted }
}

/** A statement with hundreds of points is slower than several statements. */
function byPoints(group: Group): Group[] {
  const parts: Group[] = []
  let points = new Set<number>()
  let part: Group = { ...group, members: [] }
  for (const member of group.members) {
    const more = new Set([...points, ...member.ask.points])
    if (more.size > mostPoints && part.members.length > 0) {
      parts.push(part)
      part = { ...group, members: [] }
      points = new Set(member.ask.points)
    } else points = more
    part.members.push(member)
  }
  return [...parts, part]
}

async function readGroup(
  deps: Deps,
  model: Model,
  group: Group,
  options: ReadOptions,
  answers: Answers,
): Promise<void> {
  try {
    const figures = await askWarehouse(deps, model, group, options)
    for (const { ask, key } of group.members) answers.set(ask, figures.get(key) ?? new Figures())
  } catch (error) {
    options.signal.throwIfAborted()
    const problem = problemOf(error)
    const [only] = group.members
    if (group.members.length === 1 && only && group.parted === 0) {
      answers.set(only.ask, problem)
      return
    }
    if (isOfTheWarehouse(problem)) {
      for (const { ask } of group.members) answers.set(ask, problem)
      return
    }
    // One of the rules is faulty, or all together are too large.
    for (const half of halvesOf(group)) await readGroup(deps, model, half, options, answers)
  }
}

function halvesOf({ members, ...group }: Group): Group[] {
  if (members.length === 1 || group.parted > 0) {
    const exact = Map.groupBy(members, ({ ask }) => exactKey(ask))
    return [...exact.values()].flatMap((own) => {
      const ask = own[0]?.ask as Ask
      return [
        { scope: ask.scope, shape: ask.shape, parted: 0, members: own.map((one) => ({ ...one, key: '[]' })) },
      ]
    })
  }
  const middle = Math.ceil(members.length / 2)
  return [members.slice(0, middle), members.slice(middle)].map((half) => ({ ...group, members: half }))
}

export const isOfTheWarehouse = ({ code }: AppError): boolean =>
  code === 'warehouse_unavailable' || code === 'server_busy'

export function problemOf(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (error instanceof ReportProblem) return new AppError('report_invalid', error.message)
  return new AppError('query_failed', '查询失败，请稍后再试', { cause: String(error) })
}

async function askWarehouse(
  deps: Deps,
  model: Model,
  { scope, shape, parted, members }: Group,
  { signal, timeoutMs = usualTimeoutMs, fresh }: ReadOptions,
): Promise<Map<string, Figures>> {
  const points = [...new Set(members.flatMap(({ ask }) => ask.points))].sort((one, other) => one - other)
  const from = Math.min(...members.map(({ ask }) => ask.from))
  const to = Math.max(...members.map(({ ask }) => ask.to))
  const days = {
    from: dayText(businessDayOf(shape.grain, from, deps.settings)),
    to: dayText(businessDayOf(shape.grain, to, deps.settings)),
  }
  const info = infoOf(model, shape, points, days, mostRows)
  const late = AbortSignal.timeout(timeoutMs)
  const { head, chunks } = await figuresInScope(
    deps,
    { info, scope, fresh },
    AbortSignal.any([signal, late]),
  ).catch((error: unknown) => {
    throw late.aborted && !signal.aborted
      ? new AppError('query_timeout', `查询超过 ${Math.round(timeoutMs / 1000)} 秒，请缩小监控范围`)
      : error
  })
  if (head.truncated)
    throw new AppError('report_invalid', '维度值太多，超出一个告警能监控的范围，请加筛选条件或换维度')
  const keys = new Set(members.map(({ key }) => key))
  const found = new Map<string, Figures>([...keys].map((key) => [key, new Figures()]))
  const own = shape.dims.length - parted
  const column = shape.activity && reportOfFigure(shape.activity).key
  const first = column ? head.columns.findIndex(({ key }) => key === column) : 1 + shape.dims.length
  await readRows(chunks, { grain: shape.grain, dims: shape.dims.length, first, points }, (cells) => {
    const key = JSON.stringify(cells.slice(own).map(partOf))
    const figures = found.get(key)
    return figures ? { figures, cells: cells.slice(0, own) } : null
  })
  return found
}

const partOf = (cell: ValueCell): string | null => (cell === null ? null : String(cell))
