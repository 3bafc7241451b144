// The caller's runs, searched and paged.
import type { ExpressionBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { SessionUser } from '../../../../server/http/session.ts'
import type { Metadata } from '../../../../server/metadata/open.ts'
import type { Database } from '../../../../server/metadata/schema.ts'
import type { Run, RunKind, RunStatus } from '../../contract.ts'
import { runOf } from './rows.ts'

export interface HistoryQuestion {
  text?: string | undefined
  status?: RunStatus | undefined
  kind?: RunKind | undefined
  page?: number | undefined
  size?: number | undefined
}

const usualSize = 50
/** Rows that are read at once: each may hold a statement of a megabyte. */
const batch = 20

type Where = ExpressionBuilder<Database, 'sql_run'>

/** JSON text in pieces. What is under way stands as it is now; `live` is by the runs' ids. */
export async function* historyText(
  metadata: Metadata,
  user: SessionUser,
  live: Map<string, Run>,
  question: HistoryQuestion,
): AsyncGenerator<string> {
  const { page = 1, size = usualSize } = question
  const found = metadata.db
    .selectFrom('sql_run')
    .where('user_id', '=', user.id)
    .where((where) => where.and(conditions(where, question, live)))
  const { count } = await found.select((select) => select.fn.countAll().as('count')).executeTakeFirstOrThrow()
  yield `{"total":${Number(count)},"rows":[`
  const ids = await found
    .select('id')
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  for (let at = 0; at < ids.length; at += batch) {
    const wanted = ids.slice(at, at + batch).map(({ id }) => id)
    const rows = await metadata.db.selectFrom('sql_run').selectAll().where('id', 'in', wanted).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const runs = wanted.flatMap((id) => {
      const row = byId.get(id)
      return row ? [live.get(id) ?? runOf(row, user)] : []
    })
    const texts = runs.map((run) => JSON.stringify({ ...run, columns: [], data: [] }))
    yield (at === 0 ? '' : ',') + texts.join()
  }
  yield ']}'
}

function conditions(where: Where, { text, status, kind }: HistoryQuestion, live: Map<string, Run>) {
  return [
    ...(kind === undefined ? [] : [where('kind', '=', kind)]),
    ...(status === undefined ? [] : [statusIs(where, status, live)]),
    ...words(text).map((word) =>
      where.or([contains('sql', word), contains('title', word), contains('problem', word)]),
    ),
  ]
}

/** Rows say how runs ended; of those under way the server knows better. */
function statusIs(where: Where, status: RunStatus, live: Map<string, Run>) {
  const ids = [...live.values()].filter((run) => run.status === status).map(({ queryId }) => queryId)
  const stands = where.and([
    where('status', '=', status),
    ...(live.size > 0 ? [where('id', 'not in', [...live.keys()])] : []),
  ])
  return ids.length > 0 ? where.or([stands, where('id', 'in', ids)]) : stands
}

/** Every word must be found; a text with spaces is searched by its words. */
const words = (text = ''): string[] => text.trim().split(/\s+/).filter(Boolean)

function contains(column: 'sql' | 'title' | 'problem', word: string) {
  const pattern = `%${word.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${pattern} escape '\\'`
}
