// Acknowledges fires: records who handles them, and when.
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { chunks } from '#server/objects/reading.ts'
import { cleanText } from '#server/objects/texts.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import { seenBy } from '#server/scopes/condition.ts'
import { AppError } from '#shared/errors.ts'
import type { StoredFire } from '../objectKinds.ts'
import { alarmFire } from '../tables.ts'

const atOnce = 1_000

/** All or none. The first person stays; ended fires stay ended. A new note replaces the old one. */
export function acknowledge(
  { metadata }: Deps,
  caller: Caller,
  { ids, note }: { ids: readonly number[]; note?: string | undefined },
): Promise<null> {
  const said = note === undefined ? undefined : cleanText(note, '备注', 2_000)
  return metadata.transaction(async (db) => {
    const rows = await readFires(db, caller, ids)
    const acknowledged_at = new Date().toISOString()
    const fresh = rows.filter((row) => row.acknowledged_at === null).map(({ id }) => id)
    const firing = rows.filter(({ state }) => state === 'firing').map(({ id }) => id)
    const set = async (ids: readonly number[], values: Partial<StoredFire>) => {
      for (const part of chunks(ids, atOnce))
        await db.updateTable('alarm_fire').set(values).where('id', 'in', part).execute()
    }
    await set(fresh, { acknowledged_at, acknowledged_by: caller.id })
    await set(firing, { state: 'acknowledged' })
    if (said !== undefined)
      await set(
        rows.map(({ id }) => id),
        { note: said },
      )
    const detail = { count: rows.length, ids: rows.slice(0, 100).map(({ id }) => id) }
    await writeAudit(db, { userId: caller.id, action: 'alarm.acknowledge', detail })
    return null
  })
}

/** Throws object_missing unless the caller can see all of them. */
export async function readFires(db: Db, caller: Caller, ids: readonly number[]): Promise<StoredFire[]> {
  const wanted = [...new Set(ids)]
  const found: StoredFire[] = []
  for (const part of chunks(wanted, atOnce))
    found.push(
      ...(await db
        .selectFrom('alarm_fire')
        .selectAll()
        .where(seenBy(db, alarmFire, caller))
        .where('id', 'in', part)
        .execute()),
    )
  if (found.length < wanted.length) throw new AppError('object_missing')
  return found
}
