// Drops the cached results computed from a point table.
import type { Deps } from '#server/deps.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import { AppError } from '#shared/errors.ts'
import { readPointTables } from './repo.ts'

export async function cleanTableCache(
  { metadata: { db }, cache }: Deps,
  userId: number,
  id: number,
): Promise<{ entries: number }> {
  const table = (await readPointTables(db)).find((one) => one.id === id)
  if (!table) throw new AppError('object_missing', '指标表不存在或已被删除')
  await writeAudit(db, { userId, action: 'pointTable.cleanCache', detail: { id, name: table.name } })
  return { entries: await cache.clean(table.table_truename) }
}
