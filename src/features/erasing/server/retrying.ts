// A failed erasure once more: it goes on from what is left.
import type { Deps } from '#server/deps.ts'
import type { SessionUser } from '#server/http/session.ts'
import type { Jobs } from '#server/jobs/jobs.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import type { ErasureState } from '#features/erasing/contract.ts'
import { eraseJob } from './job.ts'
import { assertMay } from './keptOut.ts'
import { shown } from './service.ts'

export async function retryErasure(
  deps: Deps,
  jobs: Jobs,
  user: SessionUser,
  id: number,
): Promise<ErasureState> {
  const row = await jobs.transaction(async (db, enqueue) => {
    const again = await db
      .updateTable('erasure')
      .set({ state: 'waiting', problem: null, ended_at: null, by_id: user.id })
      .where('id', '=', id)
      .where('state', '=', 'failed')
      .where('wanted', '!=', '')
      .returningAll()
      .executeTakeFirst()
    if (!again) throw new AppError('object_missing', '没有可以接着做的这一次删除，请再输入一次编号')
    // Only what is there can be refused; the change is undone.
    assertMay(user)
    await writeAudit(db, { userId: user.id, action: 'table.erasePlayer', detail: { player: again.player } })
    await enqueue({ kind: eraseJob, payload: { erasure: id }, userId: null, lane: 'erasing' })
    return again
  })
  return shown(deps, { ...row, username: user.username }, [])
}
