// What changed of some points, as one reader may know it. A reader of some games gets the sum of these games' figures
// where figures add up, and else that there was a change; a reader under row rules never a figure.
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Model, Point } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { RestatedFigure } from '#shared/imports/restatedSchema.ts'
import { pointsBehind } from './behind.ts'

/** So many days back a changed figure is told. */
const toldDays = 7

export interface RestatedAsked {
  model: Model
  points: readonly number[]
  /** Both inclusive; null: all days. */
  range: { from: string; to: string } | null
  since?: Date
}

/** One load's change of one figure, within the reader's rows; null where it is not known. */
interface Step {
  day: string
  point: number | null
  table: string
  at: string
  how: RestatedFigure['how']
  source: string
  known: { before: string | null; after: string | null } | null
}

export async function restatedFor(
  { metadata: { db } }: Pick<Deps, 'metadata'>,
  reader: RowScope,
  { model, points: ids, range, since = new Date(Date.now() - toldDays * 86_400_000) }: RestatedAsked,
): Promise<RestatedFigure[]> {
  const points = pointsBehind(ids, model)
  const tables = new Map(
    model.pointTables
      .filter((table) => points.some(({ table_id }) => table_id === table.id))
      .map((table) => [table.table_truename, table.name]),
  )
  if (tables.size === 0) return []
  const loads = await db
    .selectFrom('restatement')
    .selectAll()
    .where('state', '=', 'done')
    .where('at', '>=', since.toISOString())
    .where('table_name', 'in', [...tables.keys()])
    .orderBy('at')
    .orderBy('id')
    .execute()
  if (loads.length === 0) return []
  const rows = await db
    .selectFrom('restated_figure')
    .selectAll()
    .where(
      'restatement_id',
      'in',
      loads.map(({ id }) => id),
    )
    .where((eb) =>
      eb.or([
        eb('point_id', 'is', null),
        eb(
          'point_id',
          'in',
          points.map(({ id }) => id),
        ),
      ]),
    )
    .where('day', '>=', range?.from ?? '')
    .where('day', '<=', range?.to ?? '9999-12-31')
    .orderBy('day')
    .orderBy('id')
    .execute()
  const byLoad = Map.groupBy(rows, ({ restatement_id }) => restatement_id)
  const seesAll = reader.games === 'all' && reader.rules.length === 0
  const steps = loads.flatMap((load) => {
    const own = (byLoad.get(load.id) ?? []).filter(
      ({ point_id }) => (point_id === null) === (load.figures === 0),
    )
    const source = seesAll ? load.source : ''
    const about = { table: load.table_name, at: load.at, how: load.how, source }
    return stepsOf(own, load.by_game, reader, points).map((step) => ({ ...step, ...about }))
  })
  return told(steps, points, tables)
}

interface StoredFigure {
  day: string
  point_id: number | null
  cgi: string | null
  before: string | null
  after: string | null
}

function stepsOf(
  rows: readonly StoredFigure[],
  byGame: 'none' | 'kept' | 'left',
  { games, rules }: RowScope,
  points: readonly Point[],
): Pick<Step, 'day' | 'point' | 'known'>[] {
  const groups = Map.groupBy(rows, ({ day, point_id }) => `${day} ${point_id}`)
  return [...groups.values()].flatMap((group) => {
    const { day, point_id: point } = group[0] as StoredFigure
    const whole = group.find(({ cgi }) => cgi === null)
    const base = { day, point }
    if (games === 'all') return whole ? [{ ...base, known: rules.length > 0 ? null : whole }] : []
    // A table without a game column may be limited through the dimension table that knows the games.
    if (byGame !== 'kept') return whole ? [{ ...base, known: null }] : []
    const own = group.filter(({ cgi }) => cgi !== null && games.includes(cgi))
    if (own.every(({ before, after }) => isSameFigure(before, after))) return []
    if (rules.length > 0) return [{ ...base, known: null }]
    if (games.length === 1) return [{ ...base, known: own[0] as StoredFigure }]
    return [{ ...base, known: addsUp(points.find(({ id }) => id === point)) ? sumOf(own) : null }]
  })
}

/** The number of rows adds up, too. */
function addsUp(point: Point | undefined): boolean {
  if (point === undefined) return true
  return point.types === 'additive' && ['sum', 'count', 'countIf'].includes(point.info.aggregate ?? 'sum')
}

function sumOf(figures: readonly StoredFigure[]) {
  const sum = (side: 'before' | 'after') => {
    const known = figures.flatMap((figure) => figure[side] ?? [])
    return known.length === 0 ? null : String(known.reduce((total, text) => total + Number(text), 0))
  }
  return { before: sum('before'), after: sum('after') }
}

export function isSameFigure(one: string | null, other: string | null): boolean {
  const [a, b] = [Number(one ?? 0), Number(other ?? 0)]
  return one === other || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b))
}

/** Consecutive changes of one figure are one: from the first former figure to the present one. */
function told(
  steps: readonly Step[],
  points: readonly Point[],
  tables: ReadonlyMap<string, string>,
): RestatedFigure[] {
  const groups = Map.groupBy(steps, ({ table, day, point }) => JSON.stringify([table, day, point]))
  const found = [...groups.values()].map((group): RestatedFigure => {
    const chain = connected(group)
    const [first, last] = [chain[0] as Step, chain.at(-1) as Step]
    const point = points.find(({ id }) => id === last.point)
    const about = {
      day: last.day,
      point: last.point,
      name: point?.name ?? `「${tables.get(last.table) ?? last.table}」的行数`,
      format: point?.info.format ?? (point ? null : ('integer' as const)),
      unit: point?.info.unit ?? '',
      at: last.at,
      how: last.how,
      source: last.source,
      loads: chain.length,
    }
    if (!first.known || !last.known)
      return { ...about, state: 'hidden', before: null, between: null, after: null }
    const [before, after] = [first.known.before, last.known.after]
    if (!isSameFigure(before, after)) return { ...about, state: 'changed', before, between: null, after }
    return { ...about, state: 'restored', before, between: first.known.after, after }
  })
  // Within a day in the order in which the report shows its points.
  const placeOf = ({ point }: RestatedFigure) => points.findIndex(({ id }) => id === point)
  return found.sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : placeOf(a) - placeOf(b)))
}

/** The last steps that follow one another: where the definition changed in between, the figures do not. */
function connected(steps: readonly Step[]): readonly Step[] {
  let from = 0
  for (let at = 1; at < steps.length; at += 1) {
    const [former, next] = [steps[at - 1]?.known, steps[at]?.known]
    if (former && next && !isSameFigure(former.after, next.before)) from = at
  }
  return steps.slice(from)
}
