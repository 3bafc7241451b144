// An erasure that was not finished: noted with its reason, and told to who ordered it.
import type { Kysely } from 'kysely'
import type { JobRun } from '#server/jobs/declare.ts'
import type { Database } from '#server/metadata/schema.ts'
import { asPlain } from '#shared/message.ts'
import { pages } from '#shared/pages.ts'
import { tellInboxes } from '#features/inbox/server/index.ts'

export async function noteFailure(
  db: Kysely<Database>,
  { id, payload, problem, status }: JobRun,
): Promise<void> {
  const { erasure } = payload as { erasure: number }
  const reason = problem?.message ?? (status === 'canceled' ? '已取消' : '没有做完')
  const failed = await db
    .updateTable('erasure')
    .set({ state: 'failed', ended_at: new Date().toISOString(), problem: reason })
    .where('id', '=', erasure)
    .where('state', '!=', 'done')
    .returning(['player', 'by_id'])
    .executeTakeFirst()
  if (!failed) return
  const lines = [
    `玩家 ${failed.player} 的数据没有删完。`,
    `原因：${reason}`,
    '已删除的不会回来；可以用「查找一位玩家的数据」再删除一次，从剩下的接着做。',
  ]
  await tellInboxes(db, [failed.by_id], {
    key: `erasure ${id} failed`,
    title: `删除没有做完：玩家 ${failed.player}`,
    text: lines.map(asPlain).join('\n'),
    level: 'warning',
    source: { kind: 'erasing', id: null },
    link: pages.configPointTable(),
    at: new Date(),
  })
}
