// Keeps what checks found: a run of each, and the days that are marked from now on.
import type { Db } from '#server/objects/types.ts'
import type { CheckReason } from '../contract.ts'
import type { Evaluated } from './judging/evaluate.ts'
import type { StoredCheck } from './objectKind.ts'

interface Found {
  reason: CheckReason
  /** Of a load: its file's name. */
  source: string
  hold: number | null
  /** Days that were looked at; null: all. Marks of others stay. */
  days: ReadonlySet<string> | null
}

/** So many runs of a check are kept. */
const keptRuns = 400

export async function noteRuns(
  db: Db,
  checks: readonly Pick<StoredCheck, 'id' | 'table_name'>[],
  evaluated: readonly Evaluated[],
  { reason, source, hold, days }: Found,
): Promise<void> {
  const at = new Date().toISOString()
  const tables = new Map(checks.map(({ id, table_name }) => [id, table_name]))
  for (const { id, state, figure, text, days: bad, examples, ms } of evaluated) {
    await db
      .insertInto('data_check_run')
      .values({
        check_id: id,
        state,
        reason,
        at,
        ms,
        figure: figure !== null && Number.isFinite(figure) ? figure : null,
        text,
        source,
        hold_id: hold,
        days: JSON.stringify(bad.slice(-mostDays)),
        examples: JSON.stringify(examples),
      })
      .execute()
    await forgetOld(db, id)
    // What was not published marks nothing, and what could not be computed says nothing of the days.
    if (hold === null && state !== 'broken')
      await noteMarks(db, { id, table: tables.get(id) ?? '', at }, bad, days)
  }
}

const mostDays = 400

async function noteMarks(
  db: Db,
  { id, table, at }: { id: number; table: string; at: string },
  bad: readonly { day: string | null; text: string }[],
  days: ReadonlySet<string> | null,
): Promise<void> {
  let gone = db.deleteFrom('data_check_mark').where('check_id', '=', id)
  if (days !== null) gone = gone.where('day', 'in', ['', ...days])
  await gone.execute()
  const rows = bad
    .slice(-mostDays)
    .map(({ day, text }) => ({ check_id: id, table_name: table, day: day ?? '', text, at }))
  if (rows.length > 0)
    await db
      .insertInto('data_check_mark')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['check_id', 'day'])
          .doUpdateSet(({ ref }) => ({ text: ref('excluded.text'), at: ref('excluded.at') })),
      )
      .execute()
}

async function forgetOld(db: Db, id: number): Promise<void> {
  const last = await db
    .selectFrom('data_check_run')
    .select('id')
    .where('check_id', '=', id)
    .orderBy('id', 'desc')
    .offset(keptRuns)
    .limit(1)
    .executeTakeFirst()
  if (last)
    await db.deleteFrom('data_check_run').where('check_id', '=', id).where('id', '<=', last.id).execute()
}
