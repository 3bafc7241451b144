// Which alarms use a receiver: while any does, it can't be deleted.

import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { pages } from '#shared/pages.ts'
import type { ReceiverUse } from '#features/receivers/server/index.ts'

export async function readReceiverUses(db: Db, receiverId: number): Promise<ReceiverUse[]> {
  const rows = await db
    .selectFrom('alarm')
    .select(['id', 'name', 'games', 'receiver_ids'])
    .where(living('alarm'))
    .where('receiver_ids', 'like', `%${receiverId}%`)
    .orderBy('id')
    .execute()
  return rows
    .filter(({ receiver_ids }) => (JSON.parse(receiver_ids) as number[]).includes(receiverId))
    .map(({ id, name, games }) => ({ id, name, games, link: pages.alarmEdit({ id }) }))
}

/** The number of alarms per receiver. */
export async function countReceiverUses(db: Db): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('alarm')
    .select('receiver_ids')
    .where(living('alarm'))
    .where('receiver_ids', '<>', '[]')
    .execute()
  const counts = new Map<number, number>()
  for (const { receiver_ids } of rows)
    for (const id of new Set(JSON.parse(receiver_ids) as number[])) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
