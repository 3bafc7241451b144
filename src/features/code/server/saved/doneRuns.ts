// Finished runs with a kept result of a query's saved text, including those made before it was saved.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { statementsOf } from '#shared/sql/statements.ts'
import { plainText } from './looking.ts'
import type { SavedQueryRow } from './objectKind.ts'
import { readQuery } from './repo.ts'

type Db = Kysely<Database>

/** The most runs whose text is compared with the saved one. */
const mostRuns = 50

interface Asked {
  /** Null: runs that belong to no saved query. */
  id: string | null
  sql: string
  takenRuns: readonly string[]
}

/** Ids of the user's own runs, the latest first. */
export async function doneRuns(db: Db, runnerId: number, { id, sql, takenRuns }: Asked): Promise<string[]> {
  const rows = await db
    .selectFrom('sql_run')
    .select(['id', 'sql'])
    .where((where) =>
      where.or([
        where('query_id', id === null ? 'is' : '=', id),
        ...(takenRuns.length > 0 ? [where('id', 'in', [...takenRuns])] : []),
      ]),
    )
    .where('user_id', '=', runnerId)
    .where('kind', '=', 'query')
    .where('status', '=', 'done')
    .where('expires_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(mostRuns)
    .execute()
  const texts = textsOf(sql)
  // A run may have used an unsaved text: its rows are not this query's.
  return rows.filter((row) => texts.has(plainText(row.sql))).map((row) => row.id)
}

/** The whole text and each of its statements, because the workspace runs single statements. */
function textsOf(sql: string): Set<string> {
  const statements = statementsOf(sql).map(({ start, end }) => plainText(sql.slice(start, end)))
  return new Set([plainText(sql), ...statements])
}

/**
 * People run first and save later: results of the text before it was saved belong to the query, too. Runs
 * made under the query that it was copied `from` also stay with that one, whose readers would otherwise lose
 * them.
 */
export async function takeRuns(
  db: Db,
  runnerId: number,
  { id, sql }: Pick<SavedQueryRow, 'id' | 'sql'>,
  from: string | undefined,
): Promise<void> {
  const nameless = await doneRuns(db, runnerId, { id: null, sql, takenRuns: [] })
  if (nameless.length > 0)
    await db.updateTable('sql_run').set({ query_id: id }).where('id', 'in', nameless).execute()
  const source = from === undefined ? undefined : await readQuery(db, from)
  const taken = source ? await doneRuns(db, runnerId, { ...source, sql }) : []
  if (taken.length > 0)
    await db
      .updateTable('saved_query')
      .set({ taken_runs: JSON.stringify(taken) })
      .where('id', '=', id)
      .execute()
}
