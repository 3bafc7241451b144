// Replaces a point in alarms: the preview, and the change with the alarms' own history.
import type { Model, ReportInfo } from '#semantic/model/types.ts'
import type { Db } from '#server/objects/types.ts'
import { mapLeaves } from '#shared/branches.ts'
import { type AlarmDefinition, alarmsNaming, type WatchingAlarm } from '../using/alarms.ts'

export interface ChangedAlarm {
  alarm: WatchingAlarm
  after: AlarmDefinition
  problem: string
}

export async function changedAlarms(
  db: Db,
  caller: Parameters<typeof alarmsNaming>[1],
  { from, to, affected }: { from: number; to: number; affected: ReadonlySet<number> },
  problemOf: (before: ReportInfo, after: ReportInfo) => string,
  model: Model,
): Promise<ChangedAlarm[]> {
  const found = await alarmsNaming(db, caller, { dims: new Set(), points: affected })
  return found.map((alarm) => {
    const after = withPoint(alarm, from, to)
    const problem = alarm.refused ?? problemOf(infoOf(alarm, model), infoOf(after, model))
    return { alarm, after, problem }
  })
}

function withPoint({ watch, conditions }: AlarmDefinition, from: number, to: number): AlarmDefinition {
  const other = (id: number) => (id === from ? to : id)
  return {
    watch: { ...watch, points: [...new Set(watch.points.map(other))] },
    conditions: mapLeaves(conditions, (condition) => ({
      ...condition,
      ...(condition.point !== undefined && { point: other(condition.point) }),
    })),
  }
}

/** With the alarm's grain. */
function infoOf({ watch }: AlarmDefinition, model: Model): ReportInfo {
  const types = watch.grain === 'hour' ? 'time' : 'date'
  const period = model.dimensions.find(
    (dimension) => dimension.types === types && dimension.table_id === null && !dimension.info.expression,
  )
  return {
    dims: [...(period ? [period.id] : []), ...watch.dims],
    points: watch.points,
    grain: watch.grain === 'hour' ? 'hour' : 'day',
    dateRange: { relative: 'yesterday' },
    ...(watch.filters && { filters: watch.filters }),
  }
}

export async function applyAlarms(db: Db, changed: readonly ChangedAlarm[], userId: number): Promise<void> {
  const at = new Date().toISOString()
  for (const { alarm, after } of changed) {
    const before = { watch: JSON.stringify(alarm.watch), conditions: JSON.stringify(alarm.conditions) }
    const values = { watch: JSON.stringify(after.watch), conditions: JSON.stringify(after.conditions) }
    if (before.watch === values.watch && before.conditions === values.conditions) continue
    await db
      .updateTable('alarm')
      .set({ ...values, revision: alarm.revision + 1, modified_at: at, modified_by: userId })
      .where('id', '=', alarm.id)
      .execute()
    const change = (field: 'watch' | 'conditions', title: string) =>
      before[field] === values[field] ? [] : [{ field, title, from: before[field], to: values[field] }]
    const changes = [...change('watch', '监控内容'), ...change('conditions', '条件')]
    await db
      .insertInto('object_change')
      .values({
        kind: 'alarm',
        object_id: String(alarm.id),
        at,
        user_id: userId,
        action: 'change',
        changes: JSON.stringify(changes),
        before: null,
      })
      .execute()
  }
}
