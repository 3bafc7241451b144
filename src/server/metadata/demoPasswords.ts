// Whether an account still has the demo's password, which everybody knows. The hashes of the demo's accounts are
// noted when they are made: as long as one is in use, so is the password.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

const key = 'demo_passwords'

export async function hasDemoPasswords(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  const hashes = row ? (JSON.parse(row.value) as string[]) : []
  if (hashes.length === 0) return false
  const users = db.selectFrom('user').select('id').where('password_hash', 'in', hashes)
  return (await users.limit(1).executeTakeFirst()) !== undefined
}

/** All present users have the demo's password. */
export async function noteDemoPasswords(db: Kysely<Database>): Promise<void> {
  const users = await db.selectFrom('user').select('password_hash').execute()
  const value = JSON.stringify(users.map(({ password_hash }) => password_hash))
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
