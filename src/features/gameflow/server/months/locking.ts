// Records of closed months can't be changed. A lock makes a user who writes a record and a user who closes
// its month wait for each other.
import { sql } from 'kysely'
import type { Metadata } from '#server/metadata/open.ts'
import type { Db } from '#server/objects/types.ts'
import { AppError } from '#shared/errors.ts'
import { type DayRange, monthOf } from '../figures/days.ts'

const lockNumber = 250_026

/** Held until the transaction ends. SQLite runs one write transaction at a time anyway. */
export async function holdMonths(
  { dialect }: Pick<Metadata, 'dialect'>,
  db: Db,
  how: 'closing' | 'writing',
): Promise<void> {
  if (dialect !== 'postgres') return
  if (how === 'closing') await sql`select pg_advisory_xact_lock(${lockNumber})`.execute(db)
  else await sql`select pg_advisory_xact_lock_shared(${lockNumber})`.execute(db)
}

export const monthTitle = (month: string): string => `${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`

/** Throws month_closed. Call this inside the writing transaction. */
export async function assertOpen(db: Db, cgi: string, { from, to }: DayRange): Promise<void> {
  const closed = await db
    .selectFrom('flow_month')
    .select('month')
    .where('reopened_at', 'is', null)
    .where('cgi', '=', cgi)
    .where('month', '>=', monthOf(from))
    .where('month', '<=', monthOf(to))
    .limit(1)
    .executeTakeFirst()
  if (!closed) return
  const game = await db.selectFrom('game').select('name').where('cgi', '=', cgi).executeTakeFirst()
  throw new AppError(
    'month_closed',
    `${game?.name ?? cgi} 的 ${monthTitle(closed.month)}已月结，不能再改；确需修改请先在「月结」页重新打开`,
  )
}
