// The caller's runs, searched and paged.
import { setImmediate } from 'node:timers/promises'
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { SessionUser } from '#server/http/session.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Database } from '#server/metadata/schema.ts'
import type { ParameterValue } from '#shared/sql/parameters.ts'
import type { Run, RunKind, RunParameters, RunStatus } from '#features/code/contract.ts'
import { runOf } from './rows.ts'

interface HistoryQuestion {
  text?: string | undefined
  status?: RunStatus | undefined
  kind?: RunKind | undefined
  page?: number | undefined
  size?: number | undefined
}

const usualSize = 50
/** Rows read at once: each may hold a statement of a megabyte. */
const batch = 20

type Where = ExpressionBuilder<Database, 'sql_run'>

/** JSON text in pieces. Running queries appear in their present state; `live` is by run id. */
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
  const ordered = found.select('id').orderBy('started_at', 'desc').orderBy('id')
  const asked = wordsOf(question.text)
  const from = (page - 1) * size
  const all = asked.length > 0 ? await answering(metadata, ordered, asked) : null
  const total = all?.length ?? (await countOf(found))
  yield `{"total":${total},"rows":[`
  const ids = all?.slice(from, from + size) ?? (await ordered.limit(size).offset(from).execute())
  for (let at = 0; at < ids.length; at += batch) {
    const wanted = ids.slice(at, at + batch).map(({ id }) => id)
    const rows = await metadata.db.selectFrom('sql_run').selectAll().where('id', 'in', wanted).execute()
    const byId = new Map(rows.map((row) => [row.id, row]))
    const runs = wanted.flatMap((id) => {
      const row = byId.get(id)
      return row ? [live.get(id) ?? runOf(row, user)] : []
    })
    const texts = runs.map((run) =>
      JSON.stringify({ ...run, params: beginningOf(run.params), columns: [], data: [] }),
    )
    yield (at === 0 ? '' : ',') + texts.join()
  }
  yield ']}'
}

/** Characters of a list or a text in the list of runs. */
const mostShown = 2_000

/** Shortens lists of thousands of values; the run itself returns them whole. */
function beginningOf(params: RunParameters = {}): RunParameters {
  if (JSON.stringify(params).length <= mostShown) return params
  const short = (value: ParameterValue): ParameterValue =>
    Array.isArray(value)
      ? value.slice(0, 20).map((item) => (typeof item === 'string' ? item.slice(0, 40) : item))
      : typeof value === 'string'
        ? value.slice(0, 200)
        : value
  return Object.fromEntries(
    Object.entries(params).map(([name, given]) => [
      name,
      typeof given === 'object' && given !== null && 'type' in given
        ? { ...given, value: short(given.value) }
        : short(given),
    ]),
  )
}

const countOf = async (found: SelectQueryBuilder<Database, 'sql_run', object>): Promise<number> => {
  const { count } = await found.select((select) => select.fn.countAll().as('count')).executeTakeFirstOrThrow()
  return Number(count)
}

/** Bytes of text, and rows, that are searched at once: other requests run in between. */
const sliceBytes = 1_000_000
const sliceRows = 200

/** Runs that contain each word, in order. */
async function answering(
  { db }: Metadata,
  ordered: SelectQueryBuilder<Database, 'sql_run', { id: string }>,
  asked: readonly string[],
): Promise<{ id: string }[]> {
  // The store computes the sizes without sending the texts.
  const size = sql<number>`octet_length(sql) + octet_length(title) + coalesce(octet_length(problem), 0)`
  const found: { id: string }[] = []
  for (const slice of slicesOf(await ordered.select(size.as('size')).execute())) {
    const rows = await db
      .selectFrom('sql_run')
      .select(['id', 'sql', 'title', 'problem'])
      .where('id', 'in', slice)
      .execute()
    const texts = new Map(rows.map((row) => [row.id, row]))
    found.push(...slice.filter((id) => holds(texts.get(id), asked)).map((id) => ({ id })))
    await setImmediate()
  }
  return found
}

function slicesOf(rows: readonly { id: string; size: number }[]): string[][] {
  const chunks: string[][] = []
  let [slice, bytes]: [string[], number] = [[], 0]
  for (const row of rows) {
    const size = Number(row.size)
    if (slice.length >= sliceRows || (slice.length > 0 && bytes + size > sliceBytes)) {
      chunks.push(slice)
      ;[slice, bytes] = [[], 0]
    }
    slice.push(row.id)
    bytes += size
  }
  return slice.length > 0 ? [...chunks, slice] : chunks
}

type Texts = { sql: string; title: string; problem: string | null }

function holds(row: Texts | undefined, asked: readonly string[]): boolean {
  if (!row) return false
  // Each word must be within one text: joined by line breaks, no word can span two.
  const text = [row.sql, row.title, row.problem ?? ''].join('\n').toLowerCase()
  return asked.every((word) => text.includes(word))
}

function conditions(where: Where, { status, kind }: HistoryQuestion, live: Map<string, Run>) {
  return [
    ...(kind === undefined ? [] : [where('kind', '=', kind)]),
    ...(status === undefined ? [] : [statusIs(where, status, live)]),
  ]
}

/** Rows say how runs ended; running ones are known to the server. */
function statusIs(where: Where, status: RunStatus, live: Map<string, Run>) {
  const ids = [...live.values()].filter((run) => run.status === status).map(({ queryId }) => queryId)
  const stands = where.and([
    where('status', '=', status),
    ...(live.size > 0 ? [where('id', 'not in', [...live.keys()])] : []),
  ])
  return ids.length > 0 ? where.or([stands, where('id', 'in', ids)]) : stands
}

/** Every word must match; a text with spaces is split into words. */
const wordsOf = (text = ''): string[] => [...new Set(text.toLowerCase().trim().split(/\s+/).filter(Boolean))]
