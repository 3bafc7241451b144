// What a source must know of its loads that were held back: whether one waits, and what was decided.
import type { Db } from '#server/objects/types.ts'
import type { HeldBatch } from './guarding.ts'

/** What the source stops at, in words; null where nothing waits. */
export async function openHold(db: Db, source: number): Promise<string | null> {
  const row = await db
    .selectFrom('data_hold')
    .select(['source', 'rows', 'problems'])
    .where('source_id', '=', source)
    .where('state', 'in', ['held', 'releasing'])
    .orderBy('id')
    .executeTakeFirst()
  if (!row) return null
  const problems = (JSON.parse(row.problems) as string[]).map((line) => `  ${line}`)
  return [
    `${row.source}（${row.rows} 行）没有通过数据校验，已扣下；在「扣下的数据」里决定后接着载入：`,
    ...problems,
  ].join('\n')
}

interface SettledHold {
  id: number
  batch: HeldBatch
  isReleased: boolean
  rows: number
}

/** Decisions that the source has not taken note of, oldest first. */
export async function settledHolds(db: Db, source: number): Promise<SettledHold[]> {
  const rows = await db
    .selectFrom('data_hold')
    .select(['id', 'batch', 'state', 'rows'])
    .where('source_id', '=', source)
    .where('settled', '=', 0)
    .where('state', 'in', ['released', 'discarded'])
    .orderBy('id')
    .execute()
  return rows.map(({ id, batch, state, rows: count }) => ({
    id,
    batch: JSON.parse(batch ?? '{}') as HeldBatch,
    isReleased: state === 'released',
    rows: count,
  }))
}
