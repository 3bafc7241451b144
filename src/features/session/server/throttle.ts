// Evaluates at most ten attempts per account and ten per address in fifteen minutes. An attempt is recorded
// before it is evaluated, so parallel attempts gain nothing, and removed when it succeeds. Records with a
// time in the future (from a wrong clock) are dropped; they would lock the account until then.
import { type Kysely, sql } from 'kysely'
import { Rate } from '#server/limits/rate.ts'
import { writeAudit } from '#server/metadata/audit.ts'
import type { Metadata } from '#server/metadata/open.ts'
import type { Database } from '#server/metadata/schema.ts'
import { AppError } from '#shared/errors.ts'

const most = 10
const windowMs = 15 * 60_000
/** The largest expected difference between the clocks of servers that share a store. */
const skewMs = 60_000

type Throttled = 'account' | 'address'

/** Records an attempt and returns its id. Throws login_throttled where a limit is exceeded. */
export type Throttle = (account: string, address: string) => Promise<number>

export function makeThrottle(metadata: Metadata): Throttle {
  // The audit records refusals only now and then, or repeated attempts would fill it.
  const told = new Rate({ most: 1, windowMs, refusal: 'login_throttled' })
  return async (account, address) => {
    const noted = await noteTry(metadata, account, address)
    if (typeof noted === 'number') return noted
    told.take(`${noted} ${noted === 'account' ? account : address}`)
    const detail = { by: noted, account, address }
    await writeAudit(metadata.db, { userId: null, action: 'session.throttle', detail })
    throw new AppError('login_throttled')
  }
}

/** Returns which limit was exceeded, and then records nothing. */
function noteTry(metadata: Metadata, account: string, address: string): Promise<number | Throttled> {
  return metadata.transaction(async (db) => {
    // Other databases run write transactions one at a time anyway.
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
