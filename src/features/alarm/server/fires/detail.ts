// A fire with its data at that moment, the main contributors to the change, and who was notified.

import type { Point } from '#semantic/model/types.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import type { AlarmFinding, AlarmFireDetail, AlarmMover, AlarmWatch } from '#features/alarm/contract.ts'
import { readModel } from '#features/config/server/index.ts'
import { deliveriesOf } from '#features/receivers/server/index.ts'
import { isMinute } from '../checking/periods.ts'
import { watchedIn } from '../queries/points.ts'
import type { MomentData } from '../telling/describing.ts'
import { messageKey } from '../telling/untold.ts'
import { readFires } from './acknowledge.ts'
import { shownFires } from './list.ts'

export async function readFire(deps: Deps, caller: Caller, id: number): Promise<AlarmFireDetail> {
  const { db } = deps.metadata
  const [row] = await readFires(db, caller, [id])
  if (!row) throw new Error('readFires answers with all or throws')
  const [shown] = await shownFires(db, [row])
  const { periods = [], lines = [] } = JSON.parse(row.data) as Partial<MomentData>
  const findings = JSON.parse(row.findings) as AlarmFinding[]
  // Columns of a query have no number beyond their rule: their names are those of that moment.
  const names = new Map(findings.map(({ point, pointName }) => [point, pointName]))
  const isOfQuery = isMinute(row.period)
  const points = isOfQuery ? new Map<number, Point>() : await pointsOfFire(deps, row.alarm_id)
  const first = row.told_with ?? row.id
  const deliveries = await deliveriesOf(
    db,
    { kind: 'alarm', id: first === row.id ? row.alarm_id : await alarmOf(db, first, row.alarm_id) },
    { keys: [messageKey('fire', first), messageKey('recovery', first)] },
  )
  return {
    ...(shown as NonNullable<typeof shown>),
    findings,
    periods,
    series: lines.map((line) => {
      const point = points.get(line.point)
      return {
        ...line,
        pointName: point?.name ?? names.get(line.point) ?? '已删除的指标',
        unit: point?.info.unit ?? '',
        format: point?.info.format ?? null,
      }
    }),
    movers: row.movers === null ? null : (JSON.parse(row.movers) as AlarmMover[]),
    moverProblem: row.mover_problem,
    conditionText: row.condition_text,
    watchText: row.watch_text,
    deliveries: deliveries.map(({ receiver, kind, status, tries, problem, at, endedAt }) => ({
      receiver,
      kind,
      status,
      tries,
      problem,
      at: endedAt ?? at,
    })),
  }
}

/** The summary of a maintenance window is kept under the alarm of its first fire. */
async function alarmOf(db: Db, fire: number, own: number): Promise<number> {
  const found = await db.selectFrom('alarm_fire').select('alarm_id').where('id', '=', fire).executeTakeFirst()
  return found?.alarm_id ?? own
}

/** The points as the rule watches them, by their own figures or by those of activity. */
async function pointsOfFire(deps: Deps, alarm: number): Promise<ReadonlyMap<number, Point>> {
  const found = await deps.metadata.db
    .selectFrom('alarm')
    .select('watch')
    .where('id', '=', alarm)
    .executeTakeFirst()
  const watch = found ? (JSON.parse(found.watch) as AlarmWatch) : {}
  return watchedIn(await readModel(deps), { watch })
}
