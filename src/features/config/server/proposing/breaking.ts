// What works on a table as it is, and would not on what replaces it: found by compiling both ways, not by names.
import { checkDimension, compileReport } from '#semantic/compile.ts'
import { dimsIn } from '#semantic/model/conditions.ts'
import { referencedIds } from '#semantic/model/references.ts'
import type {
  CompileContext,
  Dimension,
  Model,
  Point,
  PointTable,
  ReportInfo,
} from '#semantic/model/types.ts'
import { breathe } from '#server/limits/breath.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { living } from '#server/scopes/life.ts'
import { sees } from '#server/scopes/predicate.ts'
import type { TableChange } from '#server/warehouse/import/proposal.ts'
import type { Broken, BrokenThing } from '#server/warehouse/import/replacement.ts'
import { leavesOf, type Part } from '#shared/branches.ts'
import { problemOf, readReports, seesReports } from '../replacing/replace.ts'
import { readDefinitions } from '../repo.ts'
import { brokenQueries, usualMostMs } from './brokenQueries.ts'

const context: CompileContext = {
  games: 'all',
  rules: [],
  now: new Date(),
  zone: 'Asia/Shanghai',
  cutoffHour: 0,
  dialect: 'duckdb',
}

const alike = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/**
 * `caller` null: somebody at the server's terminal, who may know of everything. `mostMs`: how long saved queries are
 * compared.
 */
export async function whatBreaks(
  db: Db,
  change: TableChange,
  caller: Caller | null,
  mostMs = usualMostMs,
): Promise<Broken> {
  const models = await modelsOf(db, change)
  const compare = new Comparing(models.before, models.after)
  const points = await brokenPoints(compare, change)
  const dims = await brokenDimensions(compare, change, points)
  const found: (BrokenThing & { isSeen: boolean })[] = [
    ...named('point', points),
    ...named('dimension', dims),
  ]
  const pointIds = new Set(points.map(({ id }) => id))
  const dimIds = new Set(dims.map(({ id }) => id))
  const views = new Set<number>()
  const isSeen = caller ? seesReports(db, caller) : () => true
  for (const row of await readReports(db)) {
    await breathe()
    const info = JSON.parse(row.info) as ReportInfo
    const ids = referencedIds(info)
    const isNamed = !ids.points.isDisjointFrom(pointIds) || !ids.dims.isDisjointFrom(dimIds)
    if (!isNamed && ids.points.isDisjointFrom(compare.touched)) continue
    if (!compare.breaks(info)) continue
    views.add(row.view_meta_id)
    found.push({ kind: 'report', name: `${row.view_name} / ${row.report_name}`, isSeen: isSeen(row) })
  }
  const sql = await brokenSql(db, caller, change, mostMs)
  const alarms = await brokenAlarms(db, caller, { points: pointIds, dims: dimIds, queries: sql.queries })
  found.push(...alarms, ...sql.found, ...(await brokenSubscriptions(db, caller, views, sql.queries)))
  const seen = found.filter((thing) => thing.isSeen)
  return {
    things: seen.map(({ isSeen: _, ...thing }) => thing),
    hidden: found.length - seen.length,
    unchecked: sql.unchecked,
  }
}

const named = (kind: BrokenThing['kind'], all: readonly { name: string }[]) =>
  all.map(({ name }) => ({ kind, name, isSeen: true }))

async function modelsOf(db: Db, change: TableChange): Promise<{ before: Model; after: Model }> {
  const { dimensions, points, pointTables, dimensionTables, segments } = await readDefinitions(db)
  const rest = { dimensions, points, dimensionTables, segments }
  const before = { ...rest, pointTables, tables: [...change.tables] }
  const isOwn = ({ table_truename }: PointTable) => alike(table_truename, change.before.name)
  const after = {
    ...rest,
    // The import sets these columns anew.
    pointTables: pointTables.map((table) =>
      isOwn(table)
        ? {
            ...table,
            date_column: change.dateColumn,
            time_column: change.timeColumnOf(table.time_column),
            game_column: change.gameColumn,
          }
        : table,
    ),
    tables: change.tables.map((table) => (alike(table.name, change.before.name) ? change.after : table)),
  }
  return { before, after }
}

class Comparing {
  readonly before: Model
  readonly after: Model
  /** Points that the table's rows may reach: its own, and all computed ones. */
  touched: ReadonlySet<number> = new Set()

  constructor(before: Model, after: Model) {
    this.before = before
    this.after = after
  }

  breaks(info: ReportInfo): boolean {
    const compiles = (model: Model) => problemOf(() => compileReport(info, model, context)) === ''
    return !compiles(this.after) && compiles(this.before)
  }
}

async function brokenPoints(compare: Comparing, { before: table }: TableChange): Promise<Point[]> {
  const { pointTables, points } = compare.before
  const own = new Set(
    pointTables.filter(({ table_truename }) => alike(table_truename, table.name)).map(({ id }) => id),
  )
  const possible = points.filter(({ table_id }) => table_id === null || own.has(table_id))
  compare.touched = new Set(possible.map(({ id }) => id))
  const broken: Point[] = []
  for (const point of possible) {
    await breathe()
    if (compare.breaks({ dims: [], points: [point.id] })) broken.push(point)
  }
  return broken
}

/** Those of the table alone, and those by which its remaining points can't be divided any more. */
async function brokenDimensions(
  compare: Comparing,
  { before: table }: TableChange,
  points: readonly Point[],
): Promise<Dimension[]> {
  const { pointTables } = compare.before
  const tables = pointTables.filter(({ table_truename }) => alike(table_truename, table.name))
  const left = compare.before.points.filter((point) => !points.includes(point))
  const probes = tables.flatMap(({ id }) => left.find(({ table_id }) => table_id === id) ?? [])
  const isWrong = (dimension: Dimension, model: Model) => checkDimension(dimension, model).length > 0
  const broken: Dimension[] = []
  for (const dimension of compare.before.dimensions) {
    await breathe()
    const isOwn = dimension.table_truename !== null && alike(dimension.table_truename, table.name)
    const isBroken =
      (isOwn && isWrong(dimension, compare.after) && !isWrong(dimension, compare.before)) ||
      probes.some(({ id }) => compare.breaks({ dims: [dimension.id], points: [id] }))
    if (isBroken) broken.push(dimension)
  }
  return broken
}

async function brokenAlarms(
  db: Db,
  caller: Caller | null,
  {
    points,
    dims,
    queries,
  }: Record<'points' | 'dims', ReadonlySet<number>> & { queries: ReadonlySet<string> },
) {
  const { seen } = scopedTable(db, 'alarm')
  const rows = await db
    .selectFrom('alarm')
    .select(['name', 'owner_id', 'games', 'watch', 'conditions'])
    .where(living('alarm'))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ name, watch: text, conditions, ...row }) => {
    const watch = JSON.parse(text) as {
      points?: number[]
      dims?: number[]
      filters?: ReportInfo['filters']
      query?: { id: string }
    }
    const asked = leavesOf(JSON.parse(conditions) as Part<{ point?: number }>[])
    const isBroken =
      (watch.query !== undefined && queries.has(watch.query.id)) ||
      (watch.points ?? []).some((id) => points.has(id)) ||
      asked.some(({ point }) => point !== undefined && points.has(point)) ||
      (watch.dims ?? []).some((id) => dims.has(id)) ||
      dimsIn(watch.filters).some((id) => dims.has(id))
    return isBroken ? [{ kind: 'alarm' as const, name, isSeen: !caller || sees(seen, caller, row) }] : []
  })
}

async function brokenSubscriptions(
  db: Db,
  caller: Caller | null,
  views: ReadonlySet<number>,
  queries: ReadonlySet<string>,
) {
  const { seen } = scopedTable(db, 'subscription')
  const rows = await db
    .selectFrom('subscription')
    .select(['name', 'owner_id', 'view_id', 'query_id'])
    .where(living('subscription'))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ name, owner_id, view_id, query_id }) =>
    (view_id !== null && views.has(view_id)) || (query_id !== null && queries.has(query_id))
      ? [{ kind: 'subscription' as const, name, isSeen: !caller || sees(seen, caller, { owner_id }) }]
      : [],
  )
}

/** SQL over columns that go or change their type. */
async function brokenSql(db: Db, caller: Caller | null, change: TableChange, mostMs: number) {
  const { before, after } = change
  const types = new Map(after.columns.map(({ name, type }) => [name.toLowerCase(), type]))
  const changed = before.columns.filter(({ name, type }) => types.get(name.toLowerCase()) !== type)
  const lost = changed.map(({ name }) => name.toLowerCase()).filter((name) => !types.has(name))
  if (changed.length === 0) return { queries: new Set<string>(), found: [], unchecked: 0 }
  return brokenQueries(db, caller, { change, lost, mostMs })
}
