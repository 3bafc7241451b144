// Which dimension values caused a change: for additive figures each value's part; for quotients the effect of
// each value's quotient and weight; for others the values side by side.

import { unreachedDimensionsIn } from '#semantic/compile.ts'
import { isFilter } from '#semantic/model/conditions.ts'
import { keptDefinitions } from '#semantic/model/definitions.ts'
import { keptLookup } from '#semantic/model/lookup.ts'
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
import { countsFromZero, type Shape, watchedTypes } from '../asking.ts'
import type { Figures, ValueCell } from '../checking/figures.ts'
import { comparedPeriod } from '../checking/periods.ts'
import { type Ask, readAsks } from '../checking/reading.ts'
import { labellingWithin } from '../labels.ts'
import { quotientOf } from './quotient.ts'
import { type Pair, type Part, rateParts, sumParts } from './shares.ts'

/** What is analysed, for an alarm or for a user's question. */
type Watched = Pick<AlarmRule['watch'], 'grain' | 'dims' | 'filters'>

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
/** Dimensions that people ask about first. */
const telling = ['渠道', '平台', '区服', '服务器', '游戏', '国家', '地区', '版本', '类型']

export async function moversOf(
  deps: Deps,
  model: Model,
  question: MoverQuestion,
  signal: AbortSignal,
): Promise<AlarmMover[]> {
  const { rule, scope, point: id, period, against } = question
  const point = model.points.find((one) => one.id === id)
  if (!point) return []
  const parts = partsOf(model, point)
  const points = [...new Set([id, ...(parts ? [parts.top.id, parts.bottom.id] : [])])]
  const before = comparedPeriod(rule.watch.grain, period, against)
  const shape = fixedShape(rule, question.cells)
  const dims = chooseDims(model, question, points)
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
    const { method, rows } = partedRows(point, parts, pair, whole, { before, after: period })
    if (rows.length < 2) continue
    movers.push({
      dim: dimension.id,
      dimName: dimension.name,
      point: point.id,
      pointName: point.name,
      method,
      before: figureOf(whole[0], [], point, before),
      after: figureOf(whole[1], [], point, period),
      against: comparedWithTitles[against],
      rows: rows
        .toSorted((one, other) => Math.abs(other.change ?? 0) - Math.abs(one.change ?? 0))
        .slice(0, mostRows)
        .map(({ cells, ...row }) => ({ label: labelOf([dimension.id], cells), ...row })),
    })
  }
  // The dimension in which few values explain the most comes first.
  return movers.toSorted((one, other) => weightOf(other) - weightOf(one))
}

const weightOf = ({ rows, method }: AlarmMover): number =>
  method === 'alone' ? -1 : Math.abs(rows[0]?.share ?? 0)

/** The fire's own value becomes a filter. */
export function fixedShape({ watch }: { watch: Watched }, cells: readonly ValueCell[]): Shape {
  const own = watch.dims.map((dim, at): ReportFilter => {
    const cell = cells[at] ?? null
    if (cell === null) return { dim, op: 'isNull', values: [] }
    return { dim, op: 'in', values: [typeof cell === 'boolean' ? String(cell) : cell] }
  })
  return { grain: watch.grain, dims: [], filters: [...(watch.filters ?? []), ...own] }
}

function chooseDims(
  model: Model,
  { rule: { watch }, scope }: Pick<MoverQuestion, 'rule' | 'scope'>,
  points: readonly number[],
) {
  const unreached = unreachedDimensionsIn(model, scope)({ points: [...points] })
  const fixed = new Set([
    ...watch.dims,
    ...(watch.filters ?? [])
      .filter(isFilter)
      .flatMap(({ dim, op, values }) => (op === 'in' && values.length === 1 ? (dim ?? []) : [])),
  ])
  const rank = (name: string) => {
    const at = telling.findIndex((word) => name.includes(word))
    return at === -1 ? telling.length : at
  }
  return model.dimensions
    .filter(
      ({ id, types, form_type }) =>
        watchedTypes.has(types) &&
        types !== 'number' &&
        form_type !== 'text' &&
        !unreached.has(id) &&
        !fixed.has(id),
    )
    .toSorted((one, other) => rank(one.name) - rank(other.name) || one.id - other.id)
    .slice(0, mostDimensions)
}

interface Parts {
  top: Point
  bottom: Point
  /** 100 or 1,000 for quotients in percent or per mille. */
  factor: number
}

/** For `[充值金额] / [活跃用户]`, also times a number: numerator and denominator; null for any other formula. */
function partsOf(model: Model, point: Point): Parts | null {
  if (point.types !== 'computed') return null
  try {
    const definition = keptDefinitions(keptLookup(model)).define(point)
    if (definition.type !== 'computed') return null
    const ratio = quotientOf(definition.expression)
    if (!ratio) return null
    const top = definition.references.get(ratio.top)?.point
    const bottom = definition.references.get(ratio.bottom)?.point
    return top && bottom ? { top, bottom, factor: ratio.factor } : null
  } catch {
    return null
  }
}

interface PartedRows {
  method: AlarmMover['method']
  rows: (Part & { cells: readonly ValueCell[] })[]
}

/** Each value's part, paired with the values of both periods. */
function partedRows(
  point: Point,
  parts: Parts | null,
  [then, now]: readonly [Figures, Figures],
  whole: readonly [Figures, Figures],
  { before, after }: Pair,
): PartedRows {
  const values = [
    ...new Map([...then.values, ...now.values].map(([key, { cells }]) => [key, cells])).values(),
  ]
  const pairOf = (
    of: Point,
    cells: readonly ValueCell[],
    [one, other]: readonly [Figures, Figures],
  ): Pair => ({
    before: figureOf(one, cells, of, before) ?? 0,
    after: figureOf(other, cells, of, after) ?? 0,
  })
  const own = (of: Point) => values.map((cells) => pairOf(of, cells, [then, now]))
  const all = (of: Point) => pairOf(of, [], whole)
  const told = (method: AlarmMover['method'], found: readonly Part[]): PartedRows => ({
    method,
    rows: found.map((part, at) => ({ ...part, cells: values[at] ?? [] })),
  })
  if (parts) {
    const { top, bottom, factor } = parts
    const [tops, bottoms] = [own(top), own(bottom)]
    const quotients = tops.map((one, at) => ({ top: one, bottom: bottoms[at] as Pair }))
    const found = rateParts(quotients, { top: all(top), bottom: all(bottom) }, factor)
    if (found) return told('rate', found)
  } else if (point.types !== 'computed') {
    const found = sumParts(own(point), all(point))
    if (found) return told('sum', found)
  }
  const alone = values.map((cells): Part => {
    const one = figureOf(then, cells, point, before)
    const other = figureOf(now, cells, point, after)
    return {
      before: one,
      after: other,
      change: one === null || other === null ? null : other - one,
      share: null,
    }
  })
  return told('alone', alone)
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
