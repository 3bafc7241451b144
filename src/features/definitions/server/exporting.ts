// Exports views and everything they depend on as a file.
import { Readable } from 'node:stream'
import { referencedIds } from '#semantic/model/references.ts'
import type { Dimension, DimensionTable, Point, PointTable } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { BlobReply } from '#server/http/reply.ts'
import type { SessionUser } from '#server/http/session.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import { exportFileName } from '#shared/exportName.ts'
import { type DefinitionsFile, fileFormat, fileVersion } from '../contract.ts'
import { carriedDictionaries } from './dictionaries.ts'
import { namedPoints } from './formulas.ts'
import { type Held, readHeld } from './house.ts'

export async function exportFile(
  deps: Deps,
  user: SessionUser,
  { viewIds, all = false }: { viewIds: number[]; all?: boolean | undefined },
): Promise<BlobReply> {
  const { db } = deps.metadata
  const held = await readHeld(deps, db, user)
  const seen = held.views.filter((view) => view.isSeen)
  const missing = viewIds.find((id) => !seen.some((view) => view.id === id))
  if (missing !== undefined) throw new AppError('object_missing')
  if (viewIds.length === 0 && !all)
    throw new AppError('parameter_wrong', '请至少选择一个视图，或全部指标和维度')
  assertMovable(held, new Set(viewIds))
  const named = fileOf(held, new Set(viewIds), all)
  const ids = named.dictionaries.map(({ id }) => id)
  const file = { ...named, dictionaries: await carriedDictionaries(db, ids, user.games) }
  const detail = { views: file.views.length, points: file.points.length, dimensions: file.dimensions.length }
  await writeAudit(db, { userId: user.id, action: 'definitions.export', detail })
  return {
    fileName: exportFileName('报表定义', new Date(), deps.settings.zone, 'json'),
    contentType: 'application/json; charset=utf-8',
    body: Readable.from([JSON.stringify(file, null, 2)]),
  }
}

/** A segment holds players of this installation; without it the report would cover all players. */
function assertMovable({ model, views }: Held, viewIds: ReadonlySet<number>): void {
  const segments = model.dimensions.filter(({ info }) => info.segment !== undefined)
  if (segments.length === 0) return
  for (const view of views) {
    if (!viewIds.has(view.id)) continue
    for (const { reportName, info } of view.reports) {
      const { dims } = referencedIds(info)
      const segment = segments.find(({ id }) => dims.has(id))
      if (segment)
        throw new AppError(
          'parameter_wrong',
          `视图「${view.name}」的报表「${reportName}」用到人群「${segment.name}」：人群是本系统的玩家名单，不能带到别处，请先从报表里去掉它`,
        )
    }
  }
}

export function fileOf(held: Held, viewIds: ReadonlySet<number>, all: boolean): DefinitionsFile {
  const { model } = held
  const views = held.views.filter(({ id }) => viewIds.has(id))
  const used = views.flatMap(({ reports }) => reports.map(({ info }) => referencedIds(info)))
  const dimensionIds = new Set(used.flatMap(({ dims }) => [...dims]))
  const pointIds = new Set(used.flatMap(({ points }) => [...points]))
  const points = all ? model.points : closedPoints(model.points, pointIds)
  const movable = model.dimensions.filter(({ info }) => info.segment === undefined)
  const dimensions = all ? movable : movable.filter(({ id }) => dimensionIds.has(id))
  const tableIds = new Set(points.map(({ table_id }) => table_id))
  const pointTables = model.pointTables.filter(({ id }) => all || tableIds.has(id))
  const joined = tablesJoined(pointTables, model.dimensionTables, dimensions)
  const dimensionTables = model.dimensionTables.filter(({ id }) => all || joined.has(id))
  const categoryIds = new Set([
    ...dimensions.map(({ dim_typeId }) => dim_typeId),
    ...points.map(({ point_typeId }) => point_typeId),
  ])
  const dictionaryIds = new Set(dimensions.map(({ info }) => info.dictId))
  return {
    format: fileFormat,
    version: fileVersion,
    exportedAt: new Date().toISOString(),
    categories: held.categories
      .filter(({ id }) => categoryIds.has(id))
      .map(({ id, kind, name }) => ({ id, kind, name })),
    dictionaries: held.dictionaries
      .filter(({ id }) => dictionaryIds.has(id))
      .map(({ id, name }) => ({ id, name })),
    dimensionTables: dimensionTables.map(({ create_time: _, ...table }) => table),
    pointTables: pointTables.map(({ create_time: _, ...table }) => table),
    dimensions: dimensions.map(({ create_time: _, table_truename: __, ...dimension }) => dimension),
    points: points.map(({ create_time: _, info: { verified: __, retired: ___, ...info }, ...point }) => ({
      ...point,
      info,
    })),
    views: views.map(({ name, folder, reports }) => ({
      name,
      folder,
      reports: reports.map(({ reportName, remark, info }) => ({ reportName, remark, info })),
    })),
  }
}

/** Tables that the dimensions use and the facts join, including indirect joins. */
function tablesJoined(
  pointTables: readonly PointTable[],
  dimensionTables: readonly DimensionTable[],
  dimensions: readonly Dimension[],
): ReadonlySet<number> {
  const tables = new Map(dimensionTables.map((table) => [table.id, table]))
  const found = new Set([
    ...dimensions.flatMap(({ table_id }) => table_id ?? []),
    ...pointTables.flatMap(({ joins }) => joins.map(({ dimTableId }) => dimTableId)),
  ])
  // Iterating a Set includes items added during the loop.
  for (const id of found) for (const { dimTableId } of tables.get(id)?.joins ?? []) found.add(dimTableId)
  return found
}

/** The given points and all points their formulas name. */
function closedPoints(points: readonly Point[], ids: ReadonlySet<number>): Point[] {
  const wanted = new Set(points.filter(({ id }) => ids.has(id)))
  // Iterating a Set includes items added during the loop.
  for (const point of wanted) for (const named of namedPoints(point, points)) wanted.add(named)
  return points.filter((point) => wanted.has(point))
}
