// Answers every option of a table report at once in a second way: by loops over the facts' rows in memory, each cell
// on its own. Nothing here knows the engine's stages; the compared days come from naiveCompare.ts.
import type { Comparison, Grain, ReportFilter, ReportInfo } from '#semantic/model/types.ts'
import type { Cell } from './golden.ts'
import { changeOf, daysBetween, periodOf, plus, twoSides } from './naiveCompare.ts'

export type Fact = 'pay' | 'held' | 'ad'

export interface Row {
  fact: Fact
  /** Business day. */
  day: string
  game: string | null
  channel: string | null
  server: number | null
  player: number | null
  kind: string | null
  amount: number | null
  ok: boolean | null
  /** Columns of the channel's row in the dimension table, and of tables reached from there. */
  type: string | null
  media: string | null
  /** The same for the channel of registration. */
  reg: string | null
  regType: string | null
  regMedia: string | null
  /** Column reached through the server's row. */
  zone: string | null
}

export interface Leaf {
  fact: Fact
  how: 'sum' | 'count' | 'min' | 'max' | 'distinct' | 'last' | 'first' | 'median' | 'mean'
  of?: 'amount' | 'player' | 'server'
  when?: (row: Row) => boolean
  /** Values are summed by it first; rows without it are ignored. */
  per?: 'player' | 'server'
}
export interface Formula {
  of: number[]
  value: (parts: (number | null)[]) => number | null
  percent?: boolean
}
export type PointMeaning = Leaf | Formula

export type DimMeaning =
  | {
      column: 'game' | 'channel' | 'server' | 'player' | 'type' | 'media' | 'regType' | 'regMedia' | 'zone'
    }
  | { date: Grain | null }

export interface Meaning {
  points: Map<number, PointMeaning>
  dims: Map<number, DimMeaning>
}

export interface Asked {
  info: ReportInfo
  rows: Row[]
  meaning: Meaning
  today: string
  games: string[] | null
  /** Days between the compared periods, for `range`. */
  shift: number | null
}

export interface AnsweredRow {
  level: number
  other: boolean
  dims: Cell[]
  cells: Map<string, number | null>
}

const keyOf = (value: unknown): string => JSON.stringify(value)
/** A dimension's value; `rest`: the rest outside the top values. */
type Place = { value: Cell; rest: boolean }

export function answerOf(asked: Asked): { total: AnsweredRow; rows: AnsweredRow[] } {
  const { info, meaning, today, games, shift } = asked
  const grain = info.grain ?? 'day'
  const dims = info.dims.map((id) => meaning.dims.get(id) as DimMeaning)
  const cutDate = dims.findIndex((dim) => 'date' in dim)
  const grainAt = (place: number): Grain | null => {
    const dim = dims[place] as DimMeaning
    if (!('date' in dim)) return null
    return place === cutDate ? grain : (dim.date ?? 'day')
  }
  const range = info.dateRange && 'from' in info.dateRange ? info.dateRange : null
  const inDays = (row: Row, from: string, to: string) => row.day >= from && row.day <= to
  // Groups of conditions are tested elsewhere (random.test.ts).
  const filters = (info.filters ?? []) as ReportFilter[]
  const having = filters.filter(({ point }) => point !== undefined)
  const wanted = [
    ...info.points,
    ...having.map(({ point }) => point as number),
    ...(info.top ? [info.top.by] : []),
  ]
  const leaves = wanted.flatMap((id) => leavesOf(id, meaning))
  const seen = (conditions: ReportFilter[]): Row[] =>
    asked.rows.filter(
      (row) =>
        (games === null || (row.game !== null && games.includes(row.game))) &&
        leaves.some((leaf) => leaf.fact === row.fact && (leaf.when?.(row) ?? true)) &&
        conditions.every(
          (filter) => filter.dim === undefined || passesFilter(dimensionIn(filter.dim, row, meaning), filter),
        ),
    )
  const all = seen(filters)
  const own = range === null ? all : all.filter((row) => inDays(row, range.from, range.to))

  const comparison = info.compare as Comparison | undefined
  const fixed = shift ?? { week: 7, year52: 364 }[comparison as string] ?? null
  /** The report's day beside which a day of the other period is shown. */
  const moved = (day: string): string | null => {
    if (fixed !== null) return plus(day, fixed)
    if (comparison === 'year')
      return day.endsWith('-02-29')
        ? `${Number(day.slice(0, 4)) + 1}-02-28`
        : `${Number(day.slice(0, 4)) + 1}${day.slice(4)}`
    return day
  }
  const finestOf = (level: number): number | undefined => {
    const order: Grain[] = ['hour', 'day', 'week', 'month', 'quarter', 'year']
    const dated = dims.map((_, place) => place).filter((place) => place < level && grainAt(place) !== null)
    return dated.sort((a, b) => order.indexOf(grainAt(a) as Grain) - order.indexOf(grainAt(b) as Grain))[0]
  }
  /** Days on both sides of a period on this level, or of the whole range where the level has no date. */
  const sidesAt = (level: number, start: string | null) => {
    const finest = finestOf(level)
    return twoSides(
      {
        comparison: comparison as Exclude<Comparison, 'filters'>,
        from: range?.from as string,
        to: range?.to as string,
        today,
        ...(shift !== null && { shift }),
      },
      finest === undefined ? null : { start: start as string, grain: grainAt(finest) as Grain },
    )
  }
  const others =
    comparison === 'filters'
      ? seen((info.compareFilters ?? []) as ReportFilter[]).filter(
          (row) => range === null || inDays(row, range.from, range.to),
        )
      : []
  /** The other period's rows of a level, each with the report's period beside which they are shown. */
  const othersAt = (level: number): { start: string | null; rows: Row[] }[] => {
    if (comparison === undefined) return []
    if (comparison === 'filters') return [{ start: null, rows: others }]
    const finest = finestOf(level)
    const days = daysBetween(range?.from as string, range?.to as string)
    const starts =
      finest === undefined ? [null] : [...new Set(days.map((day) => periodOf(day, grainAt(finest) as Grain)))]
    return starts.map((start) => {
      const prior = new Set(sidesAt(level, start).prior)
      return { start, rows: all.filter(({ day }) => prior.has(day)) }
    })
  }
  const rowLevel = Math.max(dims.length, 1)
  const lostValues = othersAt(rowLevel).flatMap(({ rows }) => rows)
  const first = info.top ? firstOf(info.top, own, lostValues, meaning) : null
  const placesOf = (row: Row, moved: (day: string) => string | null = (day) => day): Place[] =>
    dims.map((dim, place) => {
      if ('date' in dim) {
        const day = moved(row.day)
        return { value: day === null ? null : periodOf(day, grainAt(place) as Grain), rest: false }
      }
      const value = row[dim.column]
      const rest = first !== null && info.dims[place] === info.top?.dim && !first.has(keyOf(value))
      return { value: rest ? null : value, rest }
    })
  const figure = (id: number, rows: Row[]) => figureOf(id, rows, meaning)
  const passes = (figures: (id: number) => number | null): boolean =>
    having.every(({ point, op, values }) => {
      const value = figures(point as number)
      if (op === 'isNull') return value === null
      if (op === 'isNotNull') return value !== null
      if (value === null) return false
      return op === 'gte' ? value >= Number(values[0]) : value < Number(values[0])
    })
  /** Rows of the facts whose result row passes the filters on points. */
  const keptOf = (rows: Row[], moved?: (day: string) => string | null): Row[] => {
    if (having.length === 0) return rows
    const groups = Map.groupBy(rows, (row) => keyOf(placesOf(row, moved)))
    return [...groups.values()].filter((group) => passes((id) => figure(id, group))).flat()
  }
  const kept = keptOf(own)

  interface Group {
    level: number
    at: Place[]
    facts: Row[]
    filled: boolean
  }
  const depth = dims.length
  const levels = info.subtotals ? Array.from({ length: rowLevel }, (_, index) => index + 1) : [rowLevel]
  const groups: Group[] = []
  for (const level of levels)
    for (const facts of Map.groupBy(kept, (row) => keyOf(placesOf(row).slice(0, level))).values())
      groups.push({ level, at: placesOf(facts[0] as Row).slice(0, level), facts, filled: false })

  // A group with only past figures also has a row, and each row appears under its subtotals.
  const known = new Set(groups.map(({ level, at }) => keyOf([level, at])))
  const add = (level: number, at: Place[]): void => {
    if (known.has(keyOf([level, at]))) return
    known.add(keyOf([level, at]))
    groups.push({ level, at, facts: [], filled: false })
  }
  const lost = (level: number, start: string | null, row: Row): Place[] =>
    placesOf(row).flatMap((place, index) => {
      const dated = grainAt(index)
      if (index >= level) return []
      return dated === null || start === null ? [place] : [{ value: periodOf(start, dated), rest: false }]
    })
  const present = new Set(own.map((row) => keyOf(placesOf(row))))
  const lostRows = (depth === 0 ? [] : othersAt(rowLevel))
    .flatMap(({ start, rows }) => rows.map((row) => lost(rowLevel, start, row)))
    .filter((at) => !present.has(keyOf(at)))
  if (passes((id) => figure(id, [])))
    for (const at of lostRows) for (const level of levels) add(level, at.slice(0, level))
  for (const level of levels.slice(0, -1))
    for (const { start, rows } of othersAt(level))
      for (const row of comparison === 'filters' ? keptOf(rows) : keptOf(rows, moved))
        add(level, lost(level, start, row))

  // Without dimensions there is always one row.
  if (depth === 0 && groups.length === 0 && passes((id) => figure(id, own)))
    groups.push({ level: rowLevel, at: [], facts: own, filled: false })

  if (info.fillDates && cutDate >= 0) {
    const days = own.map(({ day }) => day).sort()
    const from = range?.from ?? days[0]
    const last = range?.to ?? days.at(-1)
    if (from !== undefined && last !== undefined) {
      const to = last < today ? last : today
      const dateKeys = new Map(
        daysBetween(from, to).map((day) => {
          const at = dims.map((_, place) =>
            grainAt(place) === null ? null : periodOf(day, grainAt(place) as Grain),
          )
          return [keyOf(at), at] as const
        }),
      )
      const besides = new Map(
        groups
          .filter(({ level }) => level === rowLevel)
          .map(({ at }) => {
            const held = at.map((place, index) => (grainAt(index) === null ? place : null))
            return [keyOf(held), held] as const
          }),
      )
      if (depth === dims.filter((dim) => 'date' in dim).length) {
        const nothing = dims.map(() => null)
        besides.set(keyOf(nothing), nothing)
      }
      const there = new Set([...present, ...lostRows.map(keyOf)])
      const added: Group[] = []
      for (const dates of dateKeys.values())
        for (const held of besides.values()) {
          const at = dims.map(
            (_, place): Place => held[place] ?? { value: dates[place] ?? null, rest: false },
          )
          if (there.has(keyOf(at)) || !passes((id) => figure(id, []))) continue
          added.push({ level: rowLevel, at, facts: [], filled: true })
        }
      for (const level of levels.slice(0, -1)) {
        if (!dims.slice(0, level).some((dim) => 'date' in dim)) continue
        const there = new Set(groups.filter((group) => group.level === level).map(({ at }) => keyOf(at)))
        for (const { at } of [...added].filter((group) => group.level === rowLevel)) {
          const shorter = at.slice(0, level)
          if (there.has(keyOf(shorter))) continue
          there.add(keyOf(shorter))
          added.push({ level, at: shorter, facts: [], filled: true })
        }
      }
      groups.push(...added)
    }
  }

  const compared = (group: Group | null): { base: Row[] | 'own'; prior: Row[] | null } => {
    const level = group?.level ?? 0
    const alike = (moved?: (day: string) => string | null) => (row: Row) =>
      keyOf(placesOf(row, moved).filter((_, place) => place < level && grainAt(place) === null)) ===
      keyOf((group?.at ?? []).filter((_, place) => grainAt(place) === null))
    const isRow = group !== null && level === rowLevel
    if (comparison === 'filters') {
      const there = isRow ? others : keptOf(others)
      const same = (row: Row) => keyOf(placesOf(row).slice(0, level)) === keyOf(group?.at ?? [])
      return { base: 'own', prior: there.filter(same) }
    }
    const finest = finestOf(level)
    const sides = sidesAt(level, finest === undefined ? null : String(group?.at[finest]?.value))
    if (sides.prior.length === 0) return { base: 'own', prior: null }
    const within = (days: string[], how?: (day: string) => string | null) => {
      const found = all.filter(({ day }) => days.includes(day))
      return (isRow ? found : keptOf(found, how)).filter(alike(how))
    }
    return { base: within(sides.base), prior: within(sides.prior, moved) }
  }

  const cellsOf = (group: Group | null): Map<string, number | null> => {
    const cells = new Map<string, number | null>()
    const sides = info.compare ? compared(group) : null
    for (const id of info.points) {
      const value = figure(id, group?.facts ?? kept)
      cells.set(`p${id}`, value)
      if (sides === null) continue
      const isCompared = sides.prior !== null
      const previous = sides.prior === null ? null : figure(id, sides.prior)
      const base = !isCompared ? null : sides.base === 'own' ? value : figure(id, sides.base)
      const point = meaning.points.get(id) as PointMeaning
      cells.set(`p${id}_prev`, previous)
      cells.set(`p${id}_base`, base)
      cells.set(
        `p${id}_diff`,
        'of' in point && 'percent' in point && point.percent
          ? base === null || previous === null
            ? null
            : base - previous
          : changeOf(base, previous),
      )
    }
    return cells
  }

  const rowOf = (group: Group | null): AnsweredRow => ({
    level: group?.level ?? 0,
    other: group?.at.some(({ rest }) => rest) ?? false,
    dims: dims.map((_, place) => group?.at[place]?.value ?? null),
    cells: cellsOf(group),
  })
  const total = rowOf(null)
  const rows = groups.map(rowOf)
  for (const row of [total, ...rows])
    for (const id of info.shares ?? []) {
      const [part, whole] = [row.cells.get(`p${id}`) ?? null, total.cells.get(`p${id}`) ?? null]
      row.cells.set(`p${id}_share`, part === null || whole === null || whole === 0 ? null : part / whole)
    }
  return { total, rows }
}

const isFormula = (point: PointMeaning): point is Formula => Array.isArray(point.of)

function leavesOf(id: number, meaning: Meaning): Leaf[] {
  const point = meaning.points.get(id) as PointMeaning
  return isFormula(point) ? point.of.flatMap((part) => leavesOf(part, meaning)) : [point]
}

function dimensionIn(id: number, row: Row, meaning: Meaning): Cell {
  const dim = meaning.dims.get(id) as DimMeaning
  return 'date' in dim ? row.day : row[dim.column]
}

function passesFilter(value: Cell, { op, values }: ReportFilter): boolean {
  if (op === 'isNull') return value === null
  if (op === 'isNotNull') return value !== null
  const isListed = values.some((one) =>
    one === null || value === null ? one === value : String(one) === String(value),
  )
  if (op === 'in') return isListed
  if (op === 'notIn') return !isListed
  if (value === null) return false
  return String(value).includes(String(values[0]))
}

/** `lost`: rows of another period, whose values have no rank unless they are among `rows`. */
function firstOf(
  top: NonNullable<ReportInfo['top']>,
  rows: Row[],
  lost: Row[],
  meaning: Meaning,
): Set<string> {
  const rankedIn = (row: Row) => keyOf(dimensionIn(top.dim, row, meaning))
  const groups = Map.groupBy(rows, rankedIn)
  for (const row of lost) groups.getOrInsertComputed(rankedIn(row), () => [])
  const ranked = [...groups].map(([key, group]) => ({
    key,
    value: JSON.parse(key) as Cell,
    figure: figureOf(top.by, group, meaning),
  }))
  ranked.sort((a, b) => before(a.figure, b.figure, true) || before(a.value, b.value, false))
  return new Set(ranked.slice(0, top.count).map(({ key }) => key))
}

/** Empty values come last in either direction. */
export function before(left: Cell, right: Cell, desc: boolean): number {
  if (left === right) return 0
  if (left === null) return 1
  if (right === null) return -1
  return left < right === desc ? 1 : -1
}

/** Sums and counts of nothing are zero; everything else is empty. */
function figureOf(id: number, rows: Row[], meaning: Meaning): number | null {
  const point = meaning.points.get(id) as PointMeaning
  if (isFormula(point)) return point.value(point.of.map((part) => figureOf(part, rows, meaning)))
  const counted = rows.filter((row) => row.fact === point.fact && (point.when?.(row) ?? true))
  if (point.how === 'count') return counted.length
  const values = point.per
    ? sumsOf(counted, point.per)
    : counted.flatMap((row) => row[point.of ?? 'amount'] ?? [])
  if (point.how === 'distinct') return new Set(values).size
  if (point.how === 'sum') return values.reduce((sum, value) => sum + value, 0)
  if (values.length === 0) return null
  if (point.how === 'mean') return values.reduce((sum, value) => sum + value, 0) / values.length
  if (point.how === 'min') return Math.min(...values)
  if (point.how === 'max') return Math.max(...values)
  if (point.how === 'median') {
    const sorted = values.toSorted((one, other) => one - other)
    const middle = (at: number): number => sorted[at] as number
    const half = sorted.length / 2
    return sorted.length % 2 === 1 ? middle(Math.floor(half)) : (middle(half - 1) + middle(half)) / 2
  }
  const series = Map.groupBy(
    counted.filter(({ amount }) => amount !== null),
    (row) => keyOf([row.server, row.kind]),
  )
  let sum = 0
  for (const own of series.values()) {
    const last = own
      .map(({ day }) => day)
      .sort()
      .at(point.how === 'first' ? 0 : -1)
    for (const row of own) if (row.day === last) sum += row.amount as number
  }
  return sum
}

/** The sum of each player with at least one amount. */
function sumsOf(rows: Row[], per: 'player' | 'server'): number[] {
  const own = rows.filter((row) => row[per] !== null && row.amount !== null)
  const groups = Map.groupBy(own, (row) => row[per])
  return [...groups.values()].map((group) => group.reduce((sum, { amount }) => sum + (amount as number), 0))
}

/** The rows in the requested order: a subtotal before its rows, the rest last in its group. */
export function orderOf(
  info: ReportInfo,
  rows: AnsweredRow[],
  terms: { key: string; desc: boolean }[],
): AnsweredRow[] {
  const cut = info.top ? info.dims.indexOf(info.top.dim) : -1
  const cell = (row: AnsweredRow, key: string): Cell => {
    const place = info.dims.findIndex((id) => key === `d${id}`)
    return place < 0 ? (row.cells.get(key) ?? null) : (row.dims[place] ?? null)
  }
  const restAt = (row: AnsweredRow, level: number) => cut >= 0 && cut < level && row.other
  const groupKey = (row: AnsweredRow, level: number) =>
    keyOf([level, row.dims.slice(0, level), restAt(row, level)])
  const owns = new Map(rows.map((row) => [groupKey(row, row.level), row]))
  return [...rows].sort((left, right) => {
    if (!info.subtotals || info.dims.length < 2) {
      const place = terms.findIndex(({ key }) => key === `d${info.top?.dim}` || !key.startsWith('d'))
      for (const [index, { key, desc }] of terms.entries()) {
        const rest = cut >= 0 && index === place ? Number(left.other) - Number(right.other) : 0
        const found = rest || before(cell(left, key), cell(right, key), desc)
        if (found !== 0) return found
      }
      return 0
    }
    for (let level = 1; level <= info.dims.length; level += 1) {
      if (left.level < level || right.level < level) return left.level - right.level
      if (groupKey(left, level) === groupKey(right, level)) continue
      const [one, other] = [owns.get(groupKey(left, level)), owns.get(groupKey(right, level))]
      if (one === undefined || other === undefined)
        throw new Error(`a row without its subtotal: ${keyOf(left.dims)}`)
      const rest = cut === level - 1 ? Number(one.other) - Number(other.other) : 0
      if (rest !== 0) return rest
      for (const { key, desc } of terms) {
        if (info.dims.findIndex((id) => key === `d${id}`) >= level) continue
        const found = before(cell(one, key), cell(other, key), desc)
        if (found !== 0) return found
      }
    }
    return 0
  })
}
