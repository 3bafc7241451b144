// Loads that changed whole days, and those who were told the former figures do not know yet.
import type { Db } from '#server/objects/types.ts'

const mostAtOnce = 500

export const restatementsSince = (
  db: Db,
  at: string,
): Promise<{ id: number; at: string; first_day: string; last_day: string }[]> =>
  db
    .selectFrom('restatement')
    .select(['id', 'at', 'first_day', 'last_day'])
    .where('state', '=', 'done')
    .where('at', '>=', at)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()

export const untoldRestatements = (
  db: Db,
): Promise<{ id: number; at: string; first_day: string; last_day: string }[]> =>
  db
    .selectFrom('restatement')
    .select(['id', 'at', 'first_day', 'last_day'])
    .where('state', '=', 'done')
    .where('told', '=', 0)
    .orderBy('id')
    .limit(mostAtOnce)
    .execute()

export async function markRestatementsTold(db: Db, ids: readonly number[]): Promise<void> {
  await db.updateTable('restatement').set({ told: 1 }).where('id', 'in', ids).execute()
}
