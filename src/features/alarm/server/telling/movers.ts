// Which dimension values caused a change: for additive figures each value's part; for quotients the effect of
// each value's quotient and weight; for others the values side by side.

import { splittingDimensions } from '#semantic/contributions/dimensions.ts'
import { byExplaining, type Explaining, explaining } from '#semantic/contributions/explaining.ts'
import type { Part } from '#semantic/contributions/shares.ts'
import { type FiguresOf, partsOf, pointsOfSplit, type Split, splitOf } from '#semantic/contributions/split.ts'
import { countsFromZero } from '#semantic/model/nothing.ts'
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model, Point, ReportFilter } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import {
  type AlarmMover,
  type AlarmRule,
  type ComparedWith,
  comparedWithTitles,
} from '#features/alarm/contract.ts'
import type { Shape } from '../asking.ts'
import type { Figures, ValueCell } from '../checking/figures.ts'
import { comparedPeriod } from '../checking/periods.ts'
import { type Ask, readAsks } from '../checking/reading.ts'
import { labellingWithin } from '../labels.ts'

/** What is analysed, for an alarm or for a user's question. */
type Watched = Pick<AlarmRule['watch'], 'grain' | 'dims' | 'filters' | 'activity'>

interface MoverQuestion {
  rule: { watch: Watched }
  scope: RowScope
  /** Cells of the fire's own dimensions. */
  cells: readonly ValueCell[]
  point: number
  period: number
  against: ComparedWith
}

const mostDimensions = 4
const mostRows = 8
const timeoutMs = 15_000

interface Periods {
  before: number
  after: number
}

export async function moversOf(
  deps: Deps,
  model: Model,
  question: MoverQuestion,
  signal: AbortSignal,
): Promise<AlarmMover[]> {
  const { rule, scope, point: id, period, against } = question
  const point = model.points.find((one) => one.id === id)
  // A player counts on many days of a figure of activity: its parts say nothing of a change.
  if (!point || rule.watch.activity) return []
  const split = splitOf(model, point)
  const points = pointsOfSplit(split)
  const before = comparedPeriod(rule.watch.grain, period, against)
  const shape = fixedShape(rule, question.cells)
  const { dims: fixed, filters = [] } = rule.watch
  const dims = splittingDimensions(model, scope, { points, filters, fixed }).slice(0, mostDimensions)
  const asks = [[], ...dims.map(({ id }) => [id])].map((own): Ask[] =>
    [before, period].map((at) => ({ scope, shape: { ...shape, dims: own }, points, from: at, to: at })),
  )
  const answers = await readAsks(deps, model, asks.flat(), { signal, timeoutMs })
  const read = (pair: Ask[] | undefined): [Figures, Figures] | null => {
    const found = (pair ?? []).map((ask) => answers.get(ask))
    const [then, now] = found
    return then && now && !(then instanceof AppError) && !(now instanceof AppError) ? [then, now] : null
  }
  const whole = read(asks[0])
  if (!whole) return []
  const movers: AlarmMover[] = []
  const reached = new Map<number, Reach>()
  const labelOf = await labellingWithin(
    deps,
    model,
    dims.map((one) => one.id),
    scope,
    signal,
  )
  for (const [at, dimension] of dims.entries()) {
    const pair = read(asks[at + 1])
    if (!pair) continue
    const { method, rows } = partedRows(split, pair, whole, { before, after: period })
    if (rows.length < 2) continue
    const { order, few, excess } = explaining(rows, figureOf(whole[0], [], point, before))
    reached.set(dimension.id, { few, excess })
    movers.push({
      dim: dimension.id,
      dimName: dimension.name,
      point: point.id,
      pointName: point.name,
      method,
      before: figureOf(whole[0], [], point, before),
      after: figureOf(whole[1], [], point, period),
      against: comparedWithTitles[against],
      rows: order
        .slice(0, mostRows)
        .map((at) => rows[at] as (typeof rows)[number])
        .map(({ cells, before, after, change, share }) => ({
          label: labelOf([dimension.id], cells),
          ...{ before, after, change, share },
        })),
    })
  }
  // The dimension in which the fewest values explain most of the change comes first.
  const reachOf = ({ dim }: AlarmMover): Reach => reached.get(dim) ?? { few: null, excess: 0 }
  return movers.toSorted((one, other) => byExplaining(reachOf(one), reachOf(other)))
}

type Reach = Pick<Explaining, 'few' | 'excess'>

/** The fire's own value becomes a filter. */
export function fixedShape({ watch }: { watch: Watched }, cells: readonly ValueCell[]): Shape {
  const own = watch.dims.map((dim, at): ReportFilter => {
    const cell = cells[at] ?? null
    if (cell === null) return { dim, op: 'isNull', values: [] }
    return { dim, op: 'in', values: [typeof cell === 'boolean' ? String(cell) : cell] }
  })
  return { grain: watch.grain, dims: [], filters: [...(watch.filters ?? []), ...own] }
}

interface PartedRows {
  method: AlarmMover['method']
  rows: (Part & { cells: readonly ValueCell[] })[]
}

/** Each value's part, paired with the values of both periods. */
function partedRows(
  split: Split,
  [then, now]: readonly [Figures, Figures],
  whole: readonly [Figures, Figures],
  periods: Periods,
): PartedRows {
  const values = [
    ...new Map([...then.values, ...now.values].map(([key, { cells }]) => [key, cells])).values(),
  ]
  const figures =
    (cells: readonly ValueCell[], [one, other]: readonly [Figures, Figures]): FiguresOf =>
    (of) => ({
      before: figureOf(one, cells, of, periods.before),
      after: figureOf(other, cells, of, periods.after),
    })
  const { method, parts } = partsOf(
    split,
    values.map((cells) => figures(cells, [then, now])),
    figures([], whole),
  )
  return { method, rows: parts.map((part, at) => ({ ...part, cells: values[at] ?? [] })) }
}

function figureOf(
  figures: Figures,
  cells: readonly ValueCell[],
  point: Point,
  period: number,
): number | null {
  const value = figures.values.get(JSON.stringify(cells))
  return (value ? figures.at(value, point.id, period) : null) ?? (countsFromZero(point) ? 0 : null)
}
