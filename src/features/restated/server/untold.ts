// Loads that changed whole days, and those who were told the former figures do not know yet.
import type { RowScope } from '#semantic/model/rowScope.ts'
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import { tableKey } from '#server/warehouse/import/publishing.ts'
import type { RestatedHow } from '#shared/imports/restated.ts'

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

interface LoadsAsked {
  /** Names of physical tables. */
  tables: readonly string[]
  /** Both inclusive. */
  range: { from: string; to: string }
  since: Date
}

/** Loads that changed days of tables, and what they loaded to who sees all rows. */
export async function restatedLoads(
  { metadata }: Pick<Deps, 'metadata'>,
  reader: RowScope,
  { tables, range, since }: LoadsAsked,
): Promise<{ at: string; how: RestatedHow; source: string }[]> {
  const keys = new Set(tables.map(tableKey))
  const rows = await metadata.db
    .selectFrom('restatement')
    .select(['table_name', 'at', 'how', 'source'])
    .where('state', '=', 'done')
    .where('at', '>=', since.toISOString())
    .where('first_day', '<=', range.to)
    .where('last_day', '>=', range.from)
    .orderBy('id')
    .execute()
  const seesAll = reader.games === 'all' && reader.rules.length === 0
  return rows.flatMap(({ table_name, at, how, source }) =>
    keys.has(tableKey(table_name)) ? [{ at, how, source: seesAll ? source : '' }] : [],
  )
}
