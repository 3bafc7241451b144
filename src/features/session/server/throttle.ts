// At most ten tries an account and ten an address are evaluated in a quarter of an hour. A try is noted before it
// is evaluated, so that many at once gain nothing, and taken back when it was right. What a clock that was ahead noted
// is forgotten, or it would lock for as long as the clock was wrong.
import { type Kysely, sql } from 'kysely'
import type { Metadata } from '#server/metadata/open.ts'
import type { Database } from '#server/metadata/schema.ts'

const most = 10
const windowMs = 15 * 60_000
/** By how much the clocks of servers that share a store may differ. */
const skewMs = 60_000

export type Throttled = 'account' | 'address'

/** Notes a try and returns its id; or whose tries were too many, and notes nothing. */
export function noteTry(metadata: Metadata, account: string, address: string): Promise<number | Throttled> {
  return metadata.transaction(async (db) => {
    // Elsewhere transactions that write stand in line anyway.
    if (metadata.dialect === 'postgres') await sql`lock table login_try in exclusive mode`.execute(db)
    const now = Date.now()
    const since = new Date(now - windowMs).toISOString()
    const ahead = new Date(now + skewMs).toISOString()
    await db
      .deleteFrom('login_try')
      .where((where) => where.or([where('at', '<', since), where('at', '>', ahead)]))
      .execute()
    if ((await countTries(db, 'account', account)) >= most) return 'account'
    if ((await countTries(db, 'address', address)) >= most) return 'address'
    const noted = { account, address, at: new Date(now).toISOString() }
    const { id } = await db.insertInto('login_try').values(noted).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

export async function takeBackTry(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('login_try').where('id', '=', id).execute()
}

async function countTries(db: Kysely<Database>, column: Throttled, value: string): Promise<number> {
  const { count } = await db
    .selectFrom('login_try')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(column, '=', value)
    .executeTakeFirstOrThrow()
  return count
}
