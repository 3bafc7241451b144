// 修订记录: which loads changed whole days, newest first.
import { restatedFigures } from '#semantic/model/shown/restated.ts'
import type { Point } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import { userNames } from '#server/objects/history.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { scopedTable } from '#server/scopes/known.ts'
import { readModel, viewOfTable } from '#features/config/server/index.ts'
import type { Restatement } from '../contract.ts'

const dayMs = 86_400_000
const mostLoads = 300
const mostFigures = 20_000
/** Figures that are told of one load. */
const mostTold = 3

export async function listRestatements(deps: Deps, caller: Caller, days?: number): Promise<Restatement[]> {
  const { db } = deps.metadata
  const since = days === undefined ? null : new Date(Date.now() - days * dayMs).toISOString()
  const loads = await db
    .selectFrom('restatement')
    .selectAll()
    .where('state', '=', 'done')
    .$if(since !== null, (query) => query.where('at', '>=', since ?? ''))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(mostLoads)
    .execute()
  if (loads.length === 0) return []
  const model = await readModel(deps)
  const seesAll = caller.games === 'all' && caller.rules.length === 0
  const figures = seesAll ? await figuresOf(db, loads, model.points) : new Map<number, string[]>()
  const names = await userNames(
    db,
    loads.flatMap(({ by_user }) => by_user ?? []),
  )
  const sources = await sourceNames(
    db,
    caller,
    loads.flatMap(({ source_id }) => source_id ?? []),
  )
  const views = await viewsOf(db, [...new Set(loads.map(({ table_name }) => table_name))])
  return loads.map((load) => ({
    id: load.id,
    at: load.at,
    table: load.table_name,
    title:
      model.pointTables.find(({ table_truename }) => table_truename === load.table_name)?.name ??
      load.table_name,
    firstDay: load.first_day,
    lastDay: load.last_day,
    days: load.days,
    how: load.how,
    source: seesAll ? load.source : '',
    sourceName: sources.get(load.source_id ?? 0) ?? '',
    by: names.get(load.by_user ?? 0) ?? '',
    rowsBefore: seesAll ? Number(load.rows_before) : null,
    rowsAfter: seesAll ? Number(load.rows_after) : null,
    figures: figures.get(load.id) ?? [],
    viewId: views.get(load.table_name) ?? null,
  }))
}

async function viewsOf(db: Db, tables: readonly string[]): Promise<Map<string, number | null>> {
  const views = await Promise.all(tables.map((table) => viewOfTable(db, table)))
  return new Map(tables.map((table, at) => [table, views[at] ?? null]))
}

async function sourceNames(db: Db, caller: Caller, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('source')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .where(seenBy(db, scopedTable(db, 'source'), caller))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** The largest changes of each load, by their share. */
async function figuresOf(
  db: Db,
  loads: readonly { id: number }[],
  points: readonly Point[],
): Promise<Map<number, string[]>> {
  const rows = await db
    .selectFrom('restated_figure')
    .select(['restatement_id', 'day', 'point_id', 'before', 'after'])
    .where(
      'restatement_id',
      'in',
      loads.map(({ id }) => id),
    )
    .where('cgi', 'is', null)
    .where('point_id', 'is not', null)
    .orderBy('id', 'desc')
    .limit(mostFigures)
    .execute()
  const byId = new Map(points.map((point) => [point.id, point]))
  const told = new Map<number, string[]>()
  for (const [load, own] of Map.groupBy(rows, ({ restatement_id }) => restatement_id)) {
    const known = own.flatMap((row) => {
      const point = byId.get(row.point_id ?? 0)
      return point ? [{ ...row, point }] : []
    })
    const first = known.toSorted((one, other) => shareOf(other) - shareOf(one)).slice(0, mostTold)
    const lines = first.map(
      ({ day, point: { name, info }, before, after }) =>
        `${day} ${restatedFigures({ name, format: info.format ?? null, unit: info.unit ?? '', before, after })}`,
    )
    told.set(load, [
      ...lines,
      ...(known.length > lines.length ? [`另有 ${known.length - lines.length} 处`] : []),
    ])
  }
  return told
}

function shareOf({ before, after }: { before: string | null; after: string | null }): number {
  const [from, to] = [Number(before ?? 0), Number(after ?? 0)]
  return Math.abs(to - from) / Math.max(Math.abs(from), Math.abs(to), Number.MIN_VALUE)
}
