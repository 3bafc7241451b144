// Writes the demo's folders, views and reports into the store.
import type { Kysely } from 'kysely'
import type { BoardTile } from '#semantic/model/board/types.ts'
import type { ReportFilter, ReportInfo } from '#semantic/model/types.ts'
import type { Database } from '#server/metadata/schema.ts'
import { dateOf, dayText } from '#shared/day.ts'
import { springFestival } from '#shared/days/springFestival.ts'
import type { DemoTile } from './dailyBoard.ts'
import type { DimensionName } from './dimensions.ts'
import type { UserIds } from './people.ts'
import type { PointName } from './points.ts'
import { type DemoFolder, type DemoReport, type DemoView, folders, privateViews } from './views.ts'

export interface DefinitionIds {
  dimensions: Record<DimensionName, number>
  points: Record<PointName, number>
}

interface Writing {
  db: Kysely<Database>
  users: UserIds
  ids: DefinitionIds
  modifiedAt: string
}

export async function makeReports(writing: Writing): Promise<void> {
  await addFolders(writing, folders, null)
  for (const [index, view] of privateViews.entries()) await addView(writing, view, null, index + 1)
}

async function addFolders(
  writing: Writing,
  list: readonly DemoFolder[],
  parentId: number | null,
): Promise<void> {
  for (const [index, folder] of list.entries()) {
    const row = {
      name: folder.name,
      parent_id: parentId,
      position: index + 1,
      ...madeBy(writing, writing.users.admin),
    }
    const { id } = await writing.db
      .insertInto('view_type')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [place, view] of folder.views.entries()) await addView(writing, view, id, place + 1)
    await addFolders(writing, folder.folders ?? [], id)
  }
}

async function addView(
  writing: Writing,
  view: DemoView,
  typeId: number | null,
  position: number,
): Promise<void> {
  const { db, users, ids } = writing
  const ownerId = users[view.privateOf ?? 'admin']
  const row = {
    name: view.name,
    type_id: typeId,
    position,
    shared: view.privateOf ? 0 : 1,
    ...madeBy(writing, ownerId),
  }
  const { id } = await db.insertInto('view_meta').values(row).returning('id').executeTakeFirstOrThrow()
  const reports = view.reports.map((report, index) => ({
    view_meta_id: id,
    report_name: report.name,
    remark: report.remark ?? '',
    position: index + 1,
    info: JSON.stringify(infoOf(report, ids)),
    ...madeBy(writing, ownerId),
  }))
  const made = await db.insertInto('report').values(reports).returning(['id', 'report_name']).execute()
  if (!view.board) return
  const numbers = new Map(made.map((report) => [report.report_name, report.id]))
  const board = JSON.stringify({
    tiles: view.board.map((tile, at) => tileOf(tile, at, numbers, ids)),
    bar: {},
  })
  await db.updateTable('view_meta').set({ board }).where('id', '=', id).execute()
}

function tileOf(
  tile: DemoTile,
  at: number,
  reports: ReadonlyMap<string, number>,
  { points }: DefinitionIds,
): BoardTile {
  const { x, y, w, h } = tile
  const placed = { id: `t${at + 1}`, x, y, w, h }
  if (tile.kind === 'text')
    return { ...placed, kind: 'text', text: tile.text, ...(tile.title && { title: tile.title }) }
  const report = reports.get(tile.report) ?? 0
  if (tile.kind === 'figure') {
    const key = `p${points[tile.of]}`
    return { ...placed, kind: 'figure', report, key, of: 'day', ...(tile.goal && { goal: tile.goal }) }
  }
  const keys = tile.of?.map((name) => `p${points[name]}`)
  const chart = { ...(tile.chart && { kind: tile.chart }), ...(keys && { keys }) }
  return { ...placed, kind: tile.kind, report, chart, ...(tile.title && { title: tile.title }) }
}

const madeBy = ({ modifiedAt }: Writing, userId: number) => ({
  owner_id: userId,
  created_at: modifiedAt,
  modified_at: modifiedAt,
  modified_by: userId,
})

function infoOf(report: DemoReport, { dimensions, points }: DefinitionIds): ReportInfo {
  const days = report.dims.find((name) => name === '日期' || name === '时间')
  const order = report.by
    ? [{ key: `p${points[report.by]}`, desc: true }]
    : days && [{ key: `d${dimensions[days]}`, desc: true }]
  const filters = (report.controls ?? []).map((control): ReportFilter => {
    const [name, values] = typeof control === 'string' ? [control, []] : control
    return { dim: dimensions[name], op: operatorOf(name), values }
  })
  return {
    dims: report.dims.map((name) => dimensions[name]),
    points: report.points.map((name) => points[name]),
    dateRange: report.range === 'springFestival' ? lastSpringFestival() : { relative: report.range },
    ...(report.grain && { grain: report.grain }),
    ...(filters.length > 0 && { filters }),
    ...(order && { order }),
    ...(report.limit && { limit: report.limit }),
    ...figuresOf(report, { dimensions, points }),
  }
}

function figuresOf(report: DemoReport, { dimensions, points }: DefinitionIds): Partial<ReportInfo> {
  const { cohorts, compare, subtotals, fillDates, shares, calculations = [], top, chart, pivot } = report
  return {
    ...cohorts,
    ...(cohorts?.columns && {
      columns: [...report.dims.map((name) => `d${dimensions[name]}`), ...cohorts.columns],
    }),
    ...(compare && { compare }),
    ...(subtotals && { subtotals }),
    ...(fillDates && { fillDates }),
    ...(shares && { shares: shares.map((name) => points[name]) }),
    ...(calculations.length > 0 && {
      calculations: calculations.map(({ of, ...own }, index) => ({
        number: index + 1,
        of: points[of],
        ...own,
      })),
    }),
    ...(top && { top: { dim: dimensions[top.dim], count: top.count, by: points[top.by] } }),
    ...(chart && { chart: { kind: chart } }),
    ...(pivot && { pivot: pivot.map((name) => dimensions[name]) }),
  }
}

/** From a week before the festival to two weeks after, like the games' seasons. */
function lastSpringFestival(): { from: string; to: string } {
  const today = Math.floor(Date.now() / 86_400_000)
  const { year } = dateOf(today)
  const festival = [springFestival(year), springFestival(year - 1)].find((day) => day + 14 < today)
  const day = festival ?? springFestival(year - 1)
  return { from: dayText(day - 7), to: dayText(day + 14) }
}

/** The operator of the dimension's control: texts contain, numbers lie between, others are selected. */
function operatorOf(name: DimensionName): ReportFilter['op'] {
  if (name === '订单号' || name === '玩家昵称' || name === '玩家编号') return 'contains'
  return name === '等级' ? 'between' : 'in'
}
