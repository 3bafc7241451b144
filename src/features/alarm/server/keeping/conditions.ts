// Conditions as they were typed: each has what its kind needs and nothing else, and together they can be met.
import type { Model } from '../../../../semantic/model/types.ts'
import { AppError } from '../../../../shared/errors.ts'
import type { AlarmCondition, AlarmRule } from '../../contract.ts'
import { isTime } from './times.ts'

const wrong = (message: string) => new AppError('parameter_wrong', message)

export function cleanConditions(model: Model, { conditions, join, watch }: AlarmRule): AlarmCondition[] {
  if (conditions.length === 0) throw wrong('请至少设一个条件')
  const points = new Map(model.points.map(({ id, name }) => [id, name]))
  const single = watch.points.length === 1 ? watch.points[0] : undefined
  const cleaned = conditions.map((condition, at) => {
    const where = conditions.length > 1 ? `第 ${at + 1} 个条件：` : ''
    try {
      if (condition.kind === 'forecast' && watch.grain === 'hour')
        throw wrong('预测区间只用于按天的告警，请改为按天，或换一个条件')
      return cleanCondition(condition, single, points)
    } catch (error) {
      if (error instanceof AppError) throw wrong(`${where}${error.message}`)
      throw error
    }
  })
  if (join === 'and' && cleaned.length > 1) assertTogether(cleaned, points)
  return cleaned
}

function cleanCondition(
  given: AlarmCondition,
  single: number | undefined,
  points: ReadonlyMap<number, string>,
): AlarmCondition {
  const level = given.level && { level: given.level }
  if (given.kind === 'late') {
    if (!isTime(given.by)) throw wrong('请填数据最晚应到的时间，00:00 到 23:59')
    return { kind: 'late', by: given.by, ...level }
  }
  const point = given.point ?? single
  if (point === undefined) throw wrong('请选择指标')
  if (!points.has(point)) throw wrong('指标不存在或已被删除，请重新选择')
  const own = { point, ...level }
  if (given.kind === 'noData') return { kind: 'noData', ...own }
  if (given.kind === 'forecast')
    return { kind: 'forecast', ...own, band: given.band ?? 95, direction: given.direction ?? 'either' }
  if (given.value === undefined || !Number.isFinite(given.value)) throw wrong('请填数值')
  if (given.kind === 'change') {
    if (given.value <= 0) throw wrong('变化的幅度应大于 0')
    const { against = 'yesterday', unit = 'percent', direction = 'either', value } = given
    if (unit === 'percent' && direction === 'down' && value > 100)
      throw wrong('下降不会超过 100%，请填 100 以内的数')
    return { kind: 'change', ...own, against, unit, direction, value }
  }
  const { op, value, upper } = given
  if (op === undefined) throw wrong('请选择比较方式')
  if (op !== 'between' && op !== 'outside') return { kind: 'threshold', ...own, op, value }
  if (upper === undefined || !Number.isFinite(upper)) throw wrong('请填区间的上限')
  if (upper < value) throw wrong(`区间的上限 ${upper} 小于下限 ${value}`)
  return { kind: 'threshold', ...own, op, value, upper }
}

/** What can never be met together would be an alarm that is silent for ever. */
function assertTogether(conditions: readonly AlarmCondition[], points: ReadonlyMap<number, string>): void {
  if (conditions.some(({ kind }) => kind === 'late'))
    throw wrong('「数据迟到」不能与其他条件同时满足：数据没到就没有数值。请改为「任一满足」，或分成两个告警')
  for (const [point, own] of Map.groupBy(conditions, ({ point = 0 }) => point)) {
    const name = points.get(point) ?? ''
    const asksFigure = own.some(({ kind }) => kind !== 'noData')
    if (asksFigure && own.some(({ kind }) => kind === 'noData') && !admitsNothing(own))
      throw wrong(`「${name}」没有数据时没有数值可比，这些条件不会同时满足`)
    if (isEmpty(own.filter(({ kind }) => kind === 'threshold')))
      throw wrong(`「${name}」的数值条件互相矛盾，不会同时满足`)
    for (const against of ['yesterday', 'week', 'year'])
      if (
        ['up', 'down'].every((direction) =>
          own.some((one) => one.kind === 'change' && one.against === against && one.direction === direction),
        )
      )
        throw wrong(`「${name}」不会同时上升和下降，请改为「任一满足」或「变化」`)
  }
}

/** No data counts as 0 for sums and counts, so a bound that 0 meets can be met with it. */
const admitsNothing = (own: readonly AlarmCondition[]): boolean =>
  own.every((one) => one.kind !== 'threshold' || !isEmpty([one, { kind: 'threshold', op: 'eq', value: 0 }]))

/** Whether no figure meets all of these thresholds. */
function isEmpty(thresholds: readonly AlarmCondition[]): boolean {
  const marks = thresholds.flatMap(({ value = 0, upper = value }) => [value, upper])
  const points = [...new Set(marks)].sort((one, other) => one - other)
  const first = points[0] ?? 0
  const last = points.at(-1) ?? 0
  // Bounds, and a figure between each two of them.
  const tried = [
    first - 1,
    ...points.flatMap((mark, at) => [mark, (mark + (points[at + 1] ?? mark)) / 2]),
    last + 1,
  ]
  return !tried.some((figure) => thresholds.every((threshold) => meetsThreshold(threshold, figure)))
}

export function meetsThreshold(
  { op, value = 0, upper = 0 }: Pick<AlarmCondition, 'op' | 'value' | 'upper'>,
  figure: number,
): boolean {
  switch (op) {
    case 'gt':
      return figure > value
    case 'gte':
      return figure >= value
    case 'lt':
      return figure < value
    case 'lte':
      return figure <= value
    case 'eq':
      return figure === value
    case 'ne':
      return figure !== value
    case 'between':
      return figure >= value && figure <= upper
    default:
      return figure < value || figure > upper
  }
}
