// The runs of a query's text as it is saved whose rows are kept, and those that were made before it was saved.
import type { Kysely } from 'kysely'
import type { Database } from '../../../../server/metadata/schema.ts'
import { statementsOf } from '../../../../shared/sql/statements.ts'
import { plainText } from './looking.ts'

type Db = Kysely<Database>

/** Runs that are looked through for those whose text is the saved one. */
const mostRuns = 50

/** Ids, the latest first; of those that belong to no saved query where `queryId` is null. */
export async function doneRuns(
  db: Db,
  runnerId: number,
  queryId: string | null,
  sql: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('sql_run')
    .select(['id', 'sql'])
    .where('query_id', queryId === null ? 'is' : '=', queryId)
    .where('user_id', '=', runnerId)
    .where('kind', '=', 'query')
    .where('status', '=', 'done')
    .where('expires_at', 'is not', null)
    .orderBy('started_at', 'desc')
    .limit(mostRuns)
    .execute()
  const texts = textsOf(sql)
  // A run may have been of a text that was never saved, or is no longer: its rows are not this query's.
  return rows.filter((row) => texts.has(plainText(row.sql))).map((row) => row.id)
}

/** The whole text, and each of its statements: what the workspace runs of it. */
function textsOf(sql: string): Set<string> {
  const statements = statementsOf(sql).map(({ start, end }) => plainText(sql.slice(start, end)))
  return new Set([plainText(sql), ...statements])
}

/** People run first and save then: what the text showed before it had a name is its result, too. */
export async function takeRuns(db: Db, runnerId: number, queryId: string, sql: string): Promise<void> {
  const ids = await doneRuns(db, runnerId, null, sql)
  if (ids.length > 0)
    await db.updateTable('sql_run').set({ query_id: queryId }).where('id', 'in', ids).execute()
}
