// Measures how a publication changes days that were whole: the figures of the points that stand on the table, before
// and after. The points are compiled as reports compile them, so what is said of a figure is what reports showed.
//
// A day was whole where it was over when the table last changed, and where the table had rows up to it. Only days that
// the new rows or the replaced ones touch are read; of a table that is replaced, all.
import { compileReport, maxLimit, ReportProblem } from '#semantic/compile.ts'
import { allRows } from '#semantic/model/rowScope.ts'
import type {
  CompileContext,
  Dimension,
  Model,
  PhysicalTable,
  Point,
  PointTable,
} from '#semantic/model/types.ts'
import { clickhouse } from '#semantic/sql/clickhouse.ts'
import { duckdb } from '#semantic/sql/duckdb.ts'
import { type BusinessClock, businessDay } from '#shared/businessDay.ts'
import { shiftDay } from '#shared/day.ts'
import type { Reading } from './reading.ts'
import type { Sides } from './sides.ts'
import type { Measured, RestatedFigure, Standing } from './types.ts'

interface MeasureOrder {
  standing: readonly Standing[]
  clock: BusinessClock
  /** The table as it was; `updatedAt` says which days were over. */
  former: PhysicalTable
  next: Pick<PhysicalTable, 'columns'>
  sides: Sides
}

/** With more changed days their rows alone are compared. */
const mostDays = 100
/** Days that are listed. */
const mostListed = 1000
const mostPoints = 60
const mostFigures = 5000

const dateId = 2_000_000_001
const gameId = 2_000_000_002
const rowsId = 2_000_000_003

const dimension = (id: number, types: 'date' | 'game'): Dimension => ({
  id,
  table_id: null,
  table_truename: null,
  count_quantum: types === 'date' ? 'day' : null,
  update_frequency: 'day',
  cgi_filter: false,
  types,
  name: types,
  form_type: types === 'date' ? 'dateRange' : 'multiSelect',
  describe: '',
  info: {},
  create_time: '',
  dim_typeId: null,
})

const rowsPoint = (table: PointTable): Point => ({
  id: rowsId,
  table_id: table.id,
  point_typeId: null,
  name_sql: '',
  event_filter: '',
  filter: '',
  types: 'additive',
  name: 'rows',
  describe: '',
  info: { aggregate: 'count' },
  note: '',
  create_time: '',
})

/** Null where no whole day changes. */
export async function measureRestated(reading: Reading, order: MeasureOrder): Promise<Measured | null> {
  await reading.begin()
  try {
    const all: Measured[] = []
    for (const standing of order.standing) {
      const found = await new Measuring(reading, order, standing).measure()
      if (found) all.push(found)
    }
    return all.length === 0 ? null : joined(all)
  } finally {
    await reading.end()
  }
}

/** Several point tables on one table: its rows are told by the first. */
function joined([first, ...rest]: Measured[]): Measured {
  const whole = { ...(first as Measured) }
  for (const one of rest) {
    whole.days = Math.max(whole.days, one.days)
    whole.from = whole.from < one.from ? whole.from : one.from
    whole.to = whole.to > one.to ? whole.to : one.to
    whole.figures = [...whole.figures, ...one.figures.filter(({ point }) => point !== null)]
    if (one.byGame === 'left') whole.byGame = 'left'
  }
  return whole
}

type Side = 'before' | 'after'
/** Figures by day, or by day and game. */
type Read = Map<string, (string | null)[]>

class Measuring {
  readonly #reading: Reading
  readonly #order: MeasureOrder
  readonly #table: PointTable
  readonly #given: readonly Point[]

  constructor(reading: Reading, order: MeasureOrder, { table, points }: Standing) {
    this.#reading = reading
    this.#order = order
    this.#table = table
    this.#given = points
  }

  async measure(): Promise<Measured | null> {
    const { former, clock, sides } = this.#order
    // The last day that was over when the table last changed.
    const last = shiftDay(businessDay(clock, new Date(former.updatedAt)), -1)
    const touched = sides.touched && (await this.#touched(sides.touched, last))
    if (touched && touched.length === 0) return null
    const span = await this.#span(last)
    if (span === null) return null
    const whole = touched?.filter((day) => day >= span.from && day <= span.to)
    if (whole && whole.length === 0) return null
    const points = this.#points()
    const changed = await this.#compare(points, span, whole)
    if (changed === null) return null
    return { ...changed, figures: changed.figures.slice(0, mostFigures) }
  }

  async #touched(relations: readonly string[], last: string): Promise<string[]> {
    const days = new Set<string>()
    for (const relation of relations) {
      const read = await this.#read(relation, 'after', [dateId], [], null)
      for (const day of read.keys()) if (day <= last) days.add(day)
    }
    return [...days].sort()
  }

  /** The days that were whole: from the first with rows to the last, and not beyond the last that was over. */
  async #span(last: string): Promise<{ from: string; to: string } | null> {
    const { sides, former } = this.#order
    const { cast, identifier } = this.#reading.dialect === 'clickhouse' ? clickhouse : duckdb
    const column = identifier(this.#table.date_column as string)
    const ends = ['min', 'max'].map((end) => cast(`${end}(${column})`, 'varchar', null))
    const before = await this.#reading.over(sides.before, former.name)
    const [row] = await this.#reading.rows(`SELECT ${ends.join(', ')} FROM ${identifier(before)}`)
    const [least, most] = (row ?? []).map((end) => (typeof end === 'string' ? end.slice(0, 10) : null))
    if (!least || !most) return null
    // Rows before the cut-off hour belong to the day before.
    const from = this.#table.time_column && this.#order.clock.cutoffHour > 0 ? shiftDay(least, -1) : least
    const to = most < last ? most : last
    return from <= to ? { from, to } : null
  }

  /** Points that both sides can compute from the table alone. */
  #points(): Point[] {
    return this.#given
      .filter(({ types }) => types !== 'computed')
      .filter((point) => (['before', 'after'] as const).every((side) => this.#computes(point, side)))
      .slice(0, mostPoints)
  }

  #computes(point: Point, side: Side): boolean {
    try {
      const { tables } = this.#compiled(this.#order.former.name, side, [dateId], [point], null)
      return tables.length === 1
    } catch (error) {
      if (error instanceof ReportProblem) return false
      throw error
    }
  }

  async #compare(
    points: readonly Point[],
    span: { from: string; to: string },
    whole: readonly string[] | undefined,
  ): Promise<Measured | null> {
    const isMany = whole !== undefined && whole.length > mostDays
    const asked = isMany ? [] : points
    const within = whole ? new Set(whole) : null
    const range = whole ? { from: whole[0] as string, to: whole.at(-1) as string } : span
    const before = await this.#side('before', [dateId], asked, range, isMany ? undefined : whole)
    const after = await this.#side('after', [dateId], asked, range, isMany ? undefined : whole)
    const days = [...new Set([...before.keys(), ...after.keys()])]
      .filter((day) => within?.has(day) ?? true)
      .filter((day) => differs(before.get(day), after.get(day)))
      .sort()
    const [first] = days
    const final = days.at(-1)
    if (first === undefined || final === undefined) return null
    const rows = (read: Read) => days.reduce((sum, day) => sum + Number(read.get(day)?.[0] ?? 0), 0)
    const hasFigures = !isMany && days.length <= mostDays
    const listed = days.slice(-mostListed)
    const figures: RestatedFigure[] = listed.flatMap((day) =>
      [null, ...(hasFigures ? asked.map(({ id }) => id) : [])].flatMap((point, at) => {
        const own = { before: before.get(day)?.[at] ?? null, after: after.get(day)?.[at] ?? null }
        return isSame(own.before, own.after) ? [] : [{ day, point, game: null, ...own }]
      }),
    )
    const base = {
      days: days.length,
      from: first,
      to: final,
      rowsBefore: rows(before),
      rowsAfter: rows(after),
      hasFigures,
    }
    const byGame = hasFigures ? await this.#games(asked, days, figures) : null
    const state = this.#table.game_column === null ? 'none' : byGame === null ? 'left' : 'kept'
    return { ...base, figures: [...figures, ...(byGame ?? [])], byGame: state }
  }

  /** Of each changed figure the figures of all games: their sum is a reader's. Null where they are too many. */
  async #games(
    points: readonly Point[],
    days: readonly string[],
    changed: readonly RestatedFigure[],
  ): Promise<RestatedFigure[] | null> {
    if (this.#table.game_column === null) return []
    const range = { from: days[0] as string, to: days.at(-1) as string }
    const dims = [dateId, gameId]
    const before = await this.#side('before', dims, points, range, days)
    const after = await this.#side('after', dims, points, range, days)
    const keys = [...new Set([...before.keys(), ...after.keys()])].sort()
    const places = new Map<number | null, number>([
      [null, 0],
      ...points.map(({ id }, at): [number, number] => [id, at + 1]),
    ])
    const isChanged = new Set(changed.map(({ day, point }) => `${day} ${point}`))
    const found = keys.flatMap((key) => {
      const [day = '', game = ''] = JSON.parse(key) as [string, string | null]
      return [...places].flatMap(([point, at]) => {
        // What two games change by the same is no change of the whole, but one of each.
        const own = { before: before.get(key)?.[at] ?? null, after: after.get(key)?.[at] ?? null }
        if (!isChanged.has(`${day} ${point}`) && isSame(own.before, own.after)) return []
        return [{ day, point, game: game ?? '', ...own }]
      })
    })
    return found.length + changed.length > mostFigures ? null : found
  }

  #side(
    side: Side,
    dims: readonly number[],
    points: readonly Point[],
    range: { from: string; to: string },
    days?: readonly string[],
  ): Promise<Read> {
    return this.#read(this.#order.sides[side], side, dims, points, { range, days })
  }

  async #read(
    relation: string,
    side: Side,
    dims: readonly number[],
    points: readonly Point[],
    within: Within | null,
  ): Promise<Read> {
    const name = await this.#reading.over(relation, this.#order.former.name)
    const { sql, params } = this.#compiled(name, side, dims, points, within)
    // The total comes first.
    const [, ...rows] = await this.#reading.rows(sql, params)
    const texts = (cells: readonly unknown[]) => cells.map((cell) => (cell === null ? null : String(cell)))
    return new Map(
      rows
        .filter(([day]) => day !== null)
        .map((cells) => {
          const key = dims.length === 1 ? String(cells[0]) : JSON.stringify(cells.slice(0, dims.length))
          return [key, texts(cells.slice(dims.length, dims.length + 1 + points.length))]
        }),
    )
  }

  /** Rows are counted first. */
  #compiled(
    name: string,
    side: Side,
    dims: readonly number[],
    points: readonly Point[],
    within: Within | null,
  ) {
    const { former, next, clock } = this.#order
    const { dialect, typeOf } = this.#reading
    const given = side === 'before' ? former.columns : next.columns
    const columns = given.map((column) => ({ ...column, type: typeOf(column.type) }))
    const model: Model = {
      dimensions: [dimension(dateId, 'date'), dimension(gameId, 'game')],
      points: [rowsPoint(this.#table), ...points],
      pointTables: [{ ...this.#table, table_truename: name, joins: [] }],
      dimensionTables: [],
      tables: [{ ...former, name, columns }],
    }
    const context: CompileContext = { ...allRows, ...clock, now: new Date(), dialect }
    return compileReport(
      {
        dims: [...dims],
        points: [rowsId, ...points.map(({ id }) => id)],
        limit: maxLimit,
        ...(within && { dateRange: within.range }),
        ...(within?.days && { filters: [{ dim: dateId, op: 'in', values: [...within.days] }] }),
      },
      model,
      context,
    )
  }
}

interface Within {
  range: { from: string; to: string }
  days?: readonly string[] | undefined
}

type Cells = (string | null)[] | undefined

function differs(before: Cells, after: Cells): boolean {
  const count = Math.max(before?.length ?? 0, after?.length ?? 0)
  return Array.from({ length: count }, (_, at) => isSame(before?.[at] ?? null, after?.[at] ?? null)).includes(
    false,
  )
}

/** Doubles may differ by the order in which they were added. */
function isSame(one: string | null, other: string | null): boolean {
  if (one === other) return true
  const [a, b] = [Number(one ?? 0), Number(other ?? 0)]
  return Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}
