// Whose things use a point, each with their own: a note to them tells nobody of another's.
import { referencedIds } from '#semantic/model/references.ts'
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import { pagesById, rowsAtOnce } from '#server/metadata/pages.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { AlarmDefinition } from './alarms.ts'
import { reachOf } from './uses.ts'

export async function peopleUsing(db: Db, model: Model, point: number): Promise<Map<number, string[]>> {
  const points = new Set(reachOf(model, 'point', new Set([point])).points.keys())
  const found = new Map<number, string[]>()
  const note = (userId: number, thing: string) => {
    const things = found.get(userId) ?? []
    if (!things.includes(thing)) things.push(thing)
    found.set(userId, things)
  }
  const views = await noteReports(db, points, note)
  const alarms = await db
    .selectFrom('alarm')
    .select(['name', 'owner_id', 'watch'])
    .where(living('alarm'))
    .execute()
  for (const { name, owner_id, watch } of alarms) {
    const { points: watched } = JSON.parse(watch) as AlarmDefinition['watch']
    if (watched.some((id) => points.has(id))) note(owner_id, `告警「${name}」`)
  }
  const subscriptions = await db
    .selectFrom('subscription')
    .select(['name', 'owner_id', 'view_id'])
    .where(living('subscription'))
    .execute()
  for (const { name, owner_id, view_id } of subscriptions)
    if (view_id !== null && views.has(view_id)) note(owner_id, `订阅「${name}」`)
  points.delete(point)
  const readers =
    points.size === 0
      ? []
      : await db
          .selectFrom('point')
          .select(['id', 'name', 'owner_id'])
          .where('id', 'in', [...points])
          .execute()
  for (const { name, owner_id } of readers) note(owner_id, `指标「${name}」`)
  return found
}

/** Returns the views that show it. */
async function noteReports(
  db: Db,
  points: ReadonlySet<number>,
  note: (userId: number, thing: string) => void,
): Promise<Set<number>> {
  const views = new Set<number>()
  const query = (after: number) =>
    db
      .selectFrom('report')
      .innerJoin('view_meta', 'view_meta.id', 'report.view_meta_id')
      .select(['report.id', 'report.report_name', 'report.info', 'report.owner_id', 'report.view_meta_id'])
      .select(['view_meta.name', 'view_meta.owner_id as view_owner'])
      .where(living('report'))
      .where(living('view_meta'))
      .where('report.id', '>', after)
      .orderBy('report.id')
      .limit(rowsAtOnce)
  for await (const page of pagesById(query))
    for (const { info, report_name, name, owner_id, view_owner, view_meta_id } of page) {
      if (referencedIds(JSON.parse(info) as ReportInfo).points.isDisjointFrom(points)) continue
      views.add(view_meta_id)
      for (const owner of new Set([owner_id, view_owner])) note(owner, `报表「${name} / ${report_name}」`)
    }
  return views
}
