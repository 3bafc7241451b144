// Validates a request: the point exists, the rows are the reader's own, and the days are valid and complete.

import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model, Point, ReportFilter } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { assertGames } from '#server/objects/games.ts'
import type { Caller } from '#server/objects/types.ts'
import { dayText } from '#shared/day.ts'
import { freshnessOf, watchedDims, watchedPoints } from '#features/alarm/server/index.ts'
import { levels as knownLevels, type PointTold, type SeriesFilter } from '../contract.ts'
import { type Days, wrong } from './days.ts'

interface Question {
  games?: readonly string[] | undefined
  filters?: readonly SeriesFilter[] | undefined
}

/** Throws for a game that the reader may not see, exactly as for one that does not exist. */
export async function scopeOf(deps: Deps, caller: Caller, { games }: Question): Promise<RowScope> {
  if (games === undefined || games.length === 0) return caller
  const chosen = [...new Set(games)].sort()
  await assertGames(deps.metadata.db, caller, chosen)
  return { games: chosen, rules: caller.rules }
}

export const filtersOf = ({ filters = [] }: Question): ReportFilter[] =>
  filters.map(({ dim, op, values }) => ({ dim, op, values }))

export function pointOf(model: Model, id: number | undefined): Point {
  const point = id === undefined ? turnoverOf(model) : model.points.find((one) => one.id === id)
  if (point) return point
  throw wrong(
    id === undefined
      ? '报表配置里没有可以相加的指标，无法预测流水'
      : '没有这个指标，或它已被删除，请重新选择',
  )
}

/** Names of revenue points, the likeliest first. */
const turnoverWords = ['充值金额', '流水', '营收', '收入', '付费金额', 'revenue', 'turnover']

const isSum = ({ types, info }: Point): boolean =>
  types === 'additive' && (info.aggregate === undefined || info.aggregate === 'sum')

export function turnoverOf({ points }: Model): Point | undefined {
  const sums = points.filter(isSum)
  for (const word of turnoverWords) {
    const found = sums.find(({ name }) => name.toLowerCase().includes(word))
    if (found) return found
  }
  return sums.find(({ info }) => info.unit === '元') ?? sums[0]
}

/** Whether a week's figure is the sum of its days. */
export const addsUp = ({ types, info }: Point): boolean =>
  types === 'additive' && info.aggregate !== 'min' && info.aggregate !== 'max'

export const pointTold = (point: Point): PointTold => ({
  id: point.id,
  name: point.name,
  unit: point.info.unit ?? '',
  format: point.info.format ?? null,
  addsUp: addsUp(point),
})

/** Throws when the point's data can't be split by one of the dimensions. */
export async function assertDims(model: Model, point: Point, dims: readonly number[]): Promise<void> {
  if (dims.length === 0) return
  const known = new Map(watchedDims(model).map((one) => [one.id, one]))
  const reached = (await watchedPoints(model)).find(({ id }) => id === point.id)?.dims ?? []
  for (const id of dims) {
    const dimension = known.get(id)
    if (!dimension) throw wrong('没有这个维度，或它已被删除，请重新选择')
    if (!reached.includes(id))
      throw wrong(`「${point.name}」的数据里没有维度「${dimension.name}」，请换一个维度`)
  }
}

/** Last day with complete data; today and days that are not loaded yet never count. */
export async function wholeDay(
  deps: Deps,
  model: Model,
  points: readonly number[],
  signal: AbortSignal,
): Promise<number> {
  const { whole } = await freshnessOf(deps, model, points, 'day', new Date(), signal)
  if (whole === null) throw wrong('这个指标的数据还没有完整的一天')
  return whole
}

/** The complete days of the range. Throws when there are none. */
export function wholeDays({ from, to }: Days, whole: number): Days {
  if (from <= whole) return { from, to: Math.min(to, whole) }
  throw wrong(`${dayText(from)} 起还没有完整的数据，最后完整的一天是 ${dayText(whole)}`)
}

export function levelsOf(asked: readonly number[] | undefined): number[] {
  const chosen = [...new Set(asked ?? [80, 95])].sort((one, other) => one - other)
  if (chosen.length > 0 && chosen.every((one) => (knownLevels as readonly number[]).includes(one)))
    return chosen
  throw wrong(`置信度可选 ${knownLevels.join('、')}（%）`)
}
