// Drops everybody's results, files and temp tables that may hold rows of some tables, pinned ones too.
import { setTimeout as delay } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import { removeFile } from '../temporary/files.ts'
import { temporarySchema } from '../temporary/names.ts'
import { giveUp } from './expiry.ts'

const lookMs = 500

/**
 * Whether a statement may have read one of the tables: it names one, a temp table, or reads by a name that it puts
 * together. Too many rather than too few.
 */
export function mayRead(sql: string, tables: readonly string[]): boolean {
  const text = sql.toLowerCase()
  return [
    ...tables.map((name) => name.toLowerCase()),
    `${temporarySchema}.`,
    `"${temporarySchema}"`,
    'query',
  ].some((one) => text.includes(one))
}

/** Waits for statements under way, which may have begun before the rows were gone. */
export async function eraseKept(
  deps: Deps,
  tables: readonly string[],
  signal: AbortSignal,
): Promise<{ results: number; temporary: number }> {
  const { db } = deps.metadata
  const begun = new Date().toISOString()
  const underWay = () =>
    db
      .selectFrom('sql_run')
      .select('id')
      .where('status', '=', 'running')
      .where('started_at', '<=', begun)
      .executeTakeFirst()
  // Each look needs the answer of the one before.
  while (await underWay()) await delay(lookMs, undefined, { signal })
  const runs = await db
    .selectFrom('sql_run')
    .select(['id', 'file', 'pinned', 'sql', 'kind'])
    .where('expires_at', 'is not', null)
    .where('status', 'not in', ['queued', 'running'])
    .execute()
  const ours = runs.filter(({ sql, kind }) => kind === 'compare' || mayRead(sql, tables))
  for (const run of ours) await giveUp({ deps }, run)
  const made = await db.selectFrom('temporary_table').select(['id', 'owner_id', 'file', 'sql']).execute()
  const gone = made.filter(({ sql }) => mayRead(sql, tables))
  for (const { id, owner_id, file } of gone) {
    await db.deleteFrom('temporary_table').where('id', '=', id).execute()
    await removeFile(deps, owner_id, file)
  }
  return { results: ours.length, temporary: gone.length }
}
