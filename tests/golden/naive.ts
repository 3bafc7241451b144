// Evaluates a report row by row in plain JavaScript, by its definition and without the engine: slow, short and
// obvious. Figures are integers or null, days are texts, so that answers can be compared exactly.
import type { ReportCondition, ReportFilter, ReportInfo } from '#semantic/model/types.ts'
import type { Cell } from './golden.ts'
import { calculate } from './naiveCalculations.ts'

export type FactRow = Record<string, Cell>

export interface NaivePoint {
  fact: string
  aggregate: 'sum' | 'count' | 'min' | 'max' | 'distinct' | 'last' | 'first' | 'percentile' | 'deviation'
  /** The percentile, 0 to 1. */
  share?: number
  column?: string
  condition?: (row: FactRow) => boolean
  /** The figure where there is nothing to count, if the point defines it. */
  nothing?: 0 | null
}

export interface NaiveFormula {
  of: number[]
  value: (parts: (number | null)[]) => number | null
}

export interface NaiveModel {
  facts: Record<string, { rows: FactRow[]; day: string; series: string[] }>
  points: Map<number, NaivePoint | NaiveFormula>
  /** Column by dimension; `day` is the date column of each fact. */
  dims: Map<number, string | 'day'>
  /** The first unfinished day; for calculations. */
  today?: string
}

/** A group of rows, by fact. */
type Group = Map<string, FactRow[]>

export interface NaiveRow {
  level: number
  other: boolean
  dims: Cell[]
  cells: Map<string, Cell>
}

const isFormula = (point: NaivePoint | NaiveFormula): point is NaiveFormula => 'of' in point
const keyOf = (cells: unknown): string => JSON.stringify(cells)

export function evaluate(info: ReportInfo, model: NaiveModel): { total: NaiveRow; rows: NaiveRow[] } {
  return evaluateWith(info, model, null)
}

/** `given`: top values of the whole report of which this is a part. */
function evaluateWith(
  info: ReportInfo,
  model: NaiveModel,
  given: Set<string> | null,
): { total: NaiveRow; rows: NaiveRow[] } {
  const hidden = [...pointsNamed(info.filters ?? []), ...(info.top ? [info.top.by] : [])]
  const leaves = leavesOf([...info.points, ...hidden], model)
  const counted = countedRows(info, leaves, model)
  const first = info.top ? (given ?? firstValues(info, counted, model)) : null
  const dimsOf = (fact: string, row: FactRow) => coordinates(fact, row, info, model, first)
  // Without dimensions there is always one row.
  const shown = new Set<string>(info.dims.length === 0 ? [keyOf([])] : [])
  for (const [fact, rows] of counted) for (const row of rows) shown.add(keyOf(dimsOf(fact, row)))
  const kept = new Set(
    [...shown].filter((key) =>
      passes(
        info,
        JSON.parse(key) as Coordinate[],
        groupOf(counted, (...own) => keyOf(dimsOf(...own)) === key),
        model,
      ),
    ),
  )
  const left: Group = new Map(
    [...counted].map(([fact, rows]) => [fact, rows.filter((row) => kept.has(keyOf(dimsOf(fact, row))))]),
  )
  const depth = info.dims.length
  const lowest = info.subtotals ? 1 : depth
  const rows: NaiveRow[] = []
  const total = rowOf([], left, 'total', info, model)
  for (let level = Math.min(lowest, depth); level <= depth; level += 1) {
    const groups = new Map<string, { at: Coordinate[]; group: Group }>()
    if (depth === 0 && kept.size > 0) groups.set(keyOf([]), { at: [], group: new Map() })
    for (const [fact, own] of left)
      for (const row of own) {
        const at = dimsOf(fact, row).slice(0, level)
        const found = groups.get(keyOf(at)) ?? { at, group: new Map() }
        groups.set(keyOf(at), found)
        found.group.set(fact, [...(found.group.get(fact) ?? []), row])
      }
    for (const { at, group } of groups.values()) rows.push(rowOf(at, group, level, info, model))
  }
  for (const row of [total, ...rows])
    for (const id of info.shares ?? []) {
      const [part, whole] = [row.cells.get(`p${id}`) ?? null, total.cells.get(`p${id}`) ?? null]
      row.cells.set(`p${id}_share`, part === null || !whole ? null : Number(part) / Number(whole))
    }
  const report = {
    ...{ info, model, total, today: model.today ?? '' },
    evaluate: (other: ReportInfo) => evaluateWith(other, model, first),
    nothing: (id: number) => figureOf(id, new Map(), model),
  }
  calculate({ ...report, rows }, false)
  const inOrder = ordered(rows, info, model)
  calculate({ ...report, rows: inOrder }, true)
  return { total, rows: inOrder }
}

/** A row's value of a dimension, and whether it belongs to the rest. */
type Coordinate = [Cell, boolean]

function coordinates(
  fact: string,
  row: FactRow,
  info: ReportInfo,
  model: NaiveModel,
  first: Set<string> | null,
): Coordinate[] {
  return info.dims.map((id) => {
    const value = dimensionOf(id, fact, row, info, model)
    const isRest = first !== null && id === info.top?.dim && !first.has(keyOf(value))
    return [isRest ? null : value, isRest]
  })
}

function dimensionOf(id: number, fact: string, row: FactRow, info: ReportInfo, model: NaiveModel): Cell {
  const column = model.dims.get(id) as string
  if (column !== 'day') return row[column] ?? null
  return truncated(String(row[model.facts[fact]?.day as string]), info.grain ?? 'day')
}

function truncated(day: string, grain: string): string {
  if (grain === 'month') return `${day.slice(0, 7)}-01`
  if (grain === 'day') return day
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7))
  return date.toISOString().slice(0, 10)
}

function leavesOf(ids: number[], model: NaiveModel): NaivePoint[] {
  return ids.flatMap((id) => {
    const point = model.points.get(id) as NaivePoint | NaiveFormula
    return isFormula(point) ? leavesOf(point.of, model) : [point]
  })
}

/** Rows within the range and the filters on dimensions that at least one point counts. */
function countedRows(info: ReportInfo, leaves: NaivePoint[], model: NaiveModel): Group {
  const range = info.dateRange && 'from' in info.dateRange ? info.dateRange : null
  const counted: Group = new Map()
  for (const fact of new Set(leaves.map((leaf) => leaf.fact))) {
    const { rows, day } = model.facts[fact] as NaiveModel['facts'][string]
    const own = leaves.filter((leaf) => leaf.fact === fact)
    counted.set(
      fact,
      rows.filter(
        (row) =>
          (range === null || (String(row[day]) >= range.from && String(row[day]) <= range.to)) &&
          own.some((leaf) => leaf.condition?.(row) ?? true) &&
          separate(info.filters ?? []).every(
            (condition) =>
              pointsNamed([condition]).length > 0 ||
              holds(condition, (filter) =>
                isAmong(row[model.dims.get(filter.dim as number) as string] ?? null, filter),
              ),
          ),
      ),
    )
  }
  return counted
}

function groupOf(facts: Group, belongs: (fact: string, row: FactRow) => boolean): Group {
  return new Map([...facts].map(([fact, rows]) => [fact, rows.filter((row) => belongs(fact, row))]))
}

function firstValues(info: ReportInfo, counted: Group, model: NaiveModel): Set<string> {
  const { dim, count, by } = info.top as NonNullable<ReportInfo['top']>
  const values = new Map<string, Cell>()
  for (const [fact, rows] of counted)
    for (const row of rows) {
      const value = dimensionOf(dim, fact, row, info, model)
      values.set(keyOf(value), value)
    }
  const ranked = [...values].map(([key, value]) => {
    const group = groupOf(counted, (fact, row) => keyOf(dimensionOf(dim, fact, row, info, model)) === key)
    return { key, value, figure: figureOf(by, group, model) }
  })
  ranked.sort(
    (one, other) => compared(one.figure, other.figure, true) || compared(one.value, other.value, false),
  )
  return new Set(ranked.slice(0, count).map(({ key }) => key))
}

function passes(info: ReportInfo, at: Coordinate[], group: Group, model: NaiveModel): boolean {
  return separate(info.filters ?? []).every(
    (condition) =>
      pointsNamed([condition]).length === 0 ||
      holds(condition, (filter) => {
        const { dim, point, op, values, than } = filter
        if (dim !== undefined) return isAmong(at[info.dims.indexOf(dim)]?.[0] ?? null, filter)
        const figure = figureOf(point as number, group, model)
        if (op === 'isNull') return figure === null
        const other = than && 'point' in than ? figureOf(than.point, group, model) : Number(values[0])
        if (figure === null || other === null) return false
        // In whole tenths: computes 1.2 times exactly for integers and ratios.
        const bound = than?.times === undefined ? other : (other * Math.round(than.times * 10)) / 10
        return op === 'gte' ? figure >= bound : op === 'gt' ? figure > bound : figure < bound
      }),
  )
}

/** All-groups are flattened into their conditions. */
const separate = (conditions: readonly ReportCondition[]): ReportCondition[] =>
  conditions.flatMap((condition) => ('all' in condition ? separate(condition.all) : [condition]))

function holds(condition: ReportCondition, of: (filter: ReportFilter) => boolean): boolean {
  if ('any' in condition) return condition.any.some((part) => holds(part, of))
  if ('all' in condition) return condition.all.every((part) => holds(part, of))
  return of(condition)
}

/** Points that the conditions use. */
export function pointsNamed(conditions: readonly ReportCondition[]): number[] {
  const found: number[] = []
  for (const condition of conditions)
    if ('any' in condition) found.push(...pointsNamed(condition.any))
    else if ('all' in condition) found.push(...pointsNamed(condition.all))
    else {
      if (condition.point !== undefined) found.push(condition.point)
      if (condition.than && 'point' in condition.than) found.push(condition.than.point)
    }
  return found
}

function isAmong(value: Cell, { op, values }: ReportFilter): boolean {
  const isListed = values
    .map((listed) => (listed === null ? null : String(listed)))
    .includes(value === null ? null : String(value))
  return isListed === (op === 'in')
}

function rowOf(
  at: Coordinate[],
  group: Group,
  level: number | 'total',
  info: ReportInfo,
  model: NaiveModel,
): NaiveRow {
  const cells = new Map<string, Cell>()
  for (const id of info.points) cells.set(`p${id}`, figureOf(id, group, model))
  const dims = info.dims.map((_, place) => at[place]?.[0] ?? null)
  return { level: level === 'total' ? 0 : level, other: at.some(([, isRest]) => isRest), dims, cells }
}

/** Sums and counts of nothing are zero and everything else is empty, unless the point says otherwise. */
function figureOf(id: number, group: Group, model: NaiveModel): number | null {
  const point = model.points.get(id) as NaivePoint | NaiveFormula
  if (isFormula(point)) return point.value(point.of.map((part) => figureOf(part, group, model)))
  const own = (group.get(point.fact) ?? []).filter((row) => point.condition?.(row) ?? true)
  const values = own.flatMap((row) =>
    point.aggregate === 'count' ? 1 : (row[point.column as string] ?? []),
  ) as number[]
  if (values.length === 0 && point.nothing !== undefined) return point.nothing
  if (point.aggregate === 'count') return own.length
  if (point.aggregate === 'distinct') return new Set(values).size
  if (point.aggregate === 'sum') return values.reduce((sum, value) => sum + value, 0)
  if (values.length === 0) return null
  if (point.aggregate === 'min') return Math.min(...values)
  if (point.aggregate === 'max') return Math.max(...values)
  if (point.aggregate === 'percentile') return percentile(values, point.share as number)
  if (point.aggregate === 'deviation') return deviation(values)
  return endValues(own, point, model)
}

/** Interpolated between the two nearest values. */
function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = share * (sorted.length - 1)
  const [low, high] = [Math.floor(place), Math.ceil(place)].map((at) => sorted[at] as number) as [
    number,
    number,
  ]
  return low + (high - low) * (place - Math.floor(place))
}

/** Of a sample; undefined for a single value. */
function deviation(values: number[]): number | null {
  if (values.length < 2) return null
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1))
}

/** The sum over series of the last (or first) value of each. */
function endValues(rows: FactRow[], point: NaivePoint, model: NaiveModel): number {
  const { day, series } = model.facts[point.fact] as NaiveModel['facts'][string]
  const found = new Map<string, { day: string; value: number }>()
  for (const row of rows) {
    const value = row[point.column as string] as number | null
    if (value === null) continue
    const key = keyOf(series.map((column) => row[column]))
    const known = found.get(key)
    const date = String(row[day])
    const isFurther = (than: string) => (point.aggregate === 'first' ? date < than : date > than)
    if (known === undefined || isFurther(known.day)) found.set(key, { day: date, value })
    else if (date === known.day) known.value += value
  }
  return [...found.values()].reduce((sum, { value }) => sum + value, 0)
}

/** Empty values come last in either direction. */
function compared(one: Cell, other: Cell, desc: boolean): number {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1
  const order = one < other ? -1 : one > other ? 1 : 0
  return desc ? -order : order
}

function ordered(rows: NaiveRow[], info: ReportInfo, model: NaiveModel): NaiveRow[] {
  const terms = [...(info.order ?? [])]
  const date = info.dims.find((id) => model.dims.get(id) === 'day')
  if (terms.length === 0)
    terms.push({ key: date === undefined ? `p${info.points[0]}` : `d${date}`, desc: true })
  for (const id of info.dims)
    if (!terms.some(({ key }) => key === `d${id}`)) terms.push({ key: `d${id}`, desc: false })
  const cutPlace = info.top ? info.dims.indexOf(info.top.dim) : -1
  const cell = (row: NaiveRow, key: string) => {
    const place = info.dims.findIndex((id) => key === `d${id}`)
    return place < 0 ? (row.cells.get(key) ?? null) : (row.dims[place] ?? null)
  }
  /** The result row of a row at a level. */
  const own = new Map(rows.map((row) => [keyOf([row.level, row.dims.slice(0, row.level), row.other]), row]))
  const groupRow = (row: NaiveRow, level: number): NaiveRow =>
    own.get(keyOf([level, row.dims.slice(0, level), row.other && level > cutPlace])) as NaiveRow
  const order = (one: NaiveRow, other: NaiveRow): number => {
    if (!info.subtotals) {
      const place = terms.findIndex(({ key }) => key.startsWith('p') || key === `d${info.top?.dim}`)
      for (const [index, { key, desc }] of terms.entries()) {
        const rest = index === place && cutPlace >= 0 ? Number(one.other) - Number(other.other) : 0
        const found = rest || compared(cell(one, key), cell(other, key), desc)
        if (found !== 0) return found
      }
      return 0
    }
    for (let level = 1; level <= info.dims.length; level += 1) {
      if (one.level < level || other.level < level) return one.level - other.level
      const [left, right] = [groupRow(one, level), groupRow(other, level)]
      if (left === right) continue
      const rest = level === cutPlace + 1 ? Number(left.other) - Number(right.other) : 0
      if (rest !== 0) return rest
      for (const { key, desc } of terms) {
        const place = info.dims.findIndex((id) => key === `d${id}`)
        if (place >= level) continue
        const found = compared(cell(left, key), cell(right, key), desc)
        if (found !== 0) return found
      }
    }
    return 0
  }
  return [...rows].sort(order)
}
