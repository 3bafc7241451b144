// At most ten tries an account and ten an address are evaluated in a quarter of an hour. A try is noted before it
// is evaluated, so that many at once gain nothing, and taken back when it was right.
import { type Kysely, sql } from 'kysely'
import type { Metadata } from '../../../server/metadata/open.ts'
import type { Database } from '../../../server/metadata/schema.ts'
import { AppError } from '../../../shared/errors.ts'

const most = 10
const windowMs = 15 * 60_000

/** Notes a try and returns its id. Throws login_throttled where there were too many. */
export function noteTry(metadata: Metadata, account: string, address: string): Promise<number> {
  return metadata.transaction(async (db) => {
    // Elsewhere transactions that write stand in line anyway.
    if (metadata.dialect === 'postgres') await sql`lock table login_try in exclusive mode`.execute(db)
    const now = Date.now()
    const since = new Date(now - windowMs).toISOString()
    await db.deleteFrom('login_try').where('at', '<', since).execute()
    if (
      (await countTries(db, 'account', account)) >= most ||
      (await countTries(db, 'address', address)) >= most
    ) {
      throw new AppError('login_throttled')
    }
    const noted = { account, address, at: new Date(now).toISOString() }
    const { id } = await db.insertInto('login_try').values(noted).returning('id').executeTakeFirstOrThrow()
    return id
  })
}

export async function takeBackTry(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('login_try').where('id', '=', id).execute()
}

async function countTries(
  db: Kysely<Database>,
  column: 'account' | 'address',
  value: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('login_try')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where(column, '=', value)
    .executeTakeFirstOrThrow()
  return count
}
