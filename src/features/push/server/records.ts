// Pages of records: the newest run first, within a run the last record first. Runs store their counts per
// outcome and each record its sequence number, so that any page of a million records is found directly.
import type { Deps } from '#server/deps.ts'
import { hasPartIn } from '#server/metadata/textParts.ts'
import { gamesOf } from '#server/objects/games.ts'
import type { Caller, Db } from '#server/objects/types.ts'
import type { PushOutcome, PushRecord, PushRecordQuery } from '../contract.ts'
import { keepDays } from './gateway/apps.ts'

const usualSize = 50

export async function findRecords(
  { metadata: { db }, settings }: Deps,
  caller: Caller,
  { page = 1, size = usualSize, ...question }: PushRecordQuery,
) {
  const games = await gamesOf(db, caller)
  const names = new Map(games.map(({ cgi, name }) => [cgi, name]))
  const offset = (page - 1) * size
  const found =
    (await ofTarget(db, names, question, offset, size)) ?? (await ofRuns(db, names, question, offset, size))
  const rows = found.rows.map(
    ({ run, record }): PushRecord => ({
      id: `${run.id}-${record.seq}`,
      taskId: run.task_id,
      title: run.title,
      cgi: run.cgi,
      game: names.get(run.cgi) ?? run.cgi,
      target: record.target,
      at: record.at,
      outcome: record.outcome,
      answer: record.answer,
    }),
  )
  return { rows, total: found.total, page, size, games, keepDays: keepDays(settings) }
}

type Question = Pick<PushRecordQuery, 'query' | 'cgi' | 'outcome' | 'taskId'>
type Names = ReadonlyMap<string, string>
interface Counted {
  id: number
  task_id: number | null
  title: string
  cgi: string
  sent: number
  failed: number
  unknown: number
}
interface Record {
  seq: number
  target: string
  at: string
  outcome: PushOutcome
  answer: string
}
interface Found {
  rows: { run: Pick<Counted, 'id' | 'task_id' | 'title' | 'cgi'>; record: Record }[]
  total: number
}

const visible = (db: Db, names: Names, { cgi, taskId }: Question) => {
  const games = cgi === undefined ? [...names.keys()] : names.has(cgi) ? [cgi] : []
  let runs = db
    .selectFrom('push_run')
    .where('push_run.kept', '=', 1)
    .where('push_run.cgi', 'in', games.length > 0 ? games : [''])
  if (taskId !== undefined) runs = runs.where('push_run.task_id', '=', taskId)
  return runs
}

/** Where the search text is a complete id: the records of that target; null where there are none. */
async function ofTarget(
  db: Db,
  names: Names,
  question: Question,
  offset: number,
  size: number,
): Promise<Found | null> {
  const target = question.query?.trim() ?? ''
  if (target === '') return null
  let found = visible(db, names, question)
    .innerJoin('push_record', 'push_record.run_id', 'push_run.id')
    .where('push_record.target', '=', target)
  if (question.outcome !== undefined) found = found.where('push_record.outcome', '=', question.outcome)
  const { count } = await found
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) return null
  const rows = await found
    .select([
      'push_run.id',
      'push_run.task_id',
      'push_run.title',
      'push_run.cgi',
      'push_record.seq',
      'push_record.target',
      'push_record.at',
      'push_record.outcome',
      'push_record.answer',
    ])
    .orderBy('push_run.id', 'desc')
    .orderBy('push_record.seq', 'desc')
    .limit(size)
    .offset(offset)
    .execute()
  return { rows: rows.map((row) => ({ run: row, record: row })), total: Number(count) }
}

async function ofRuns(
  db: Db,
  names: Names,
  question: Question,
  offset: number,
  size: number,
): Promise<Found> {
  let wanted = visible(db, names, question)
  const part = question.query?.trim() ?? ''
  if (part !== '') wanted = wanted.where(hasPartIn(db, ['title'], part))
  const runs = await wanted
    .select(['id', 'task_id', 'title', 'cgi', 'sent', 'failed', 'unknown'])
    .orderBy('id', 'desc')
    .execute()
  const { outcome } = question
  const countOf = (run: Counted) => (outcome ? run[outcome] : run.sent + run.failed + run.unknown)
  const rows: Found['rows'] = []
  let total = 0
  for (const run of runs) {
    const count = countOf(run)
    const skipped = Math.max(0, offset - total)
    const missing = size - rows.length
    if (missing > 0 && skipped < count) {
      const part = { skipped, most: Math.min(missing, count - skipped), count }
      for (const record of await recordsOf(db, run.id, outcome, part)) rows.push({ run, record })
    }
    total += count
  }
  return { rows, total }
}

/**
 * The last first. Without an outcome filter positions are known; with one they are counted along its index.
 */
function recordsOf(
  db: Db,
  run: number,
  outcome: PushOutcome | undefined,
  { skipped, most, count }: { skipped: number; most: number; count: number },
): Promise<Record[]> {
  const all = db
    .selectFrom('push_record')
    .select(['seq', 'target', 'at', 'outcome', 'answer'])
    .where('run_id', '=', run)
    .orderBy('seq', 'desc')
    .limit(most)
  if (outcome === undefined) return all.where('seq', '<=', count - skipped).execute()
  const places = db
    .selectFrom('push_record')
    .select('seq')
    .where('run_id', '=', run)
    .where('outcome', '=', outcome)
    .orderBy('seq', 'desc')
    .limit(most)
    .offset(skipped)
  return all.where('seq', 'in', db.selectFrom(places.as('places')).select('places.seq')).execute()
}
