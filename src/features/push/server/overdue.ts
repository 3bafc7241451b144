// What each night's clearing does, and what a start does about tasks that it overlooked.
import { setImmediate } from 'node:timers/promises'
import type { PushDeps } from './deps.ts'
import { keepDays } from './gateway/apps.ts'
import { latestMs } from './running/arranging.ts'
import { settleTask } from './running/ending.ts'

const atOnce = 500

/** Tasks whose time passed while no server ran. */
export async function noteOverlooked(deps: PushDeps): Promise<void> {
  const before = new Date(Date.now() - latestMs).toISOString()
  const ids = await deps.metadata.db
    .selectFrom('push_task')
    .select('id')
    .where('state', '=', 'waiting')
    .where('next_at', '<', before)
    .execute()
  const problem = '到时间时服务没有运行，没有发送；可复制为新任务'
  for (const { id } of ids)
    await deps.metadata.transaction((db) => settleTask(deps, db, id, { state: 'failed', problem }))
}

/** Deletes expired records; returns how many there were. */
export async function clearRecords(
  { metadata: { db }, settings }: PushDeps,
  signal: AbortSignal,
): Promise<number> {
  const days = keepDays(settings)
  if (days === 0) return 0
  const before = new Date(Date.now() - days * 86_400_000).toISOString()
  // First removed from lists; what a kill leaves is deleted the next night.
  await db
    .updateTable('push_run')
    .set({ kept: 0 })
    .where('kept', '=', 1)
    .where('ended_at', '<', before)
    .execute()
  const over = db.selectFrom('push_run').select('id').where('kept', '=', 0)
  let given = 0
  for (;;) {
    signal.throwIfAborted()
    const oldest = await db
      .selectFrom('push_record')
      .select(['run_id', 'seq'])
      .where('run_id', 'in', over)
      .orderBy('run_id')
      .orderBy('seq')
      .limit(atOnce)
      .execute()
    const [first] = oldest
    if (!first) return given
    const own = oldest.filter(({ run_id }) => run_id === first.run_id)
    await db
      .deleteFrom('push_record')
      .where('run_id', '=', first.run_id)
      .where('seq', '<=', own.at(-1)?.seq ?? first.seq)
      .execute()
    given += own.length
    await setImmediate()
  }
}
