// Detects accounts that still have the publicly known demo password. The hashes of the demo's accounts are
// recorded when they are created: as long as one of the hashes is in use, so is the password.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

const key = 'demo_passwords'

export async function hasDemoPasswords(db: Kysely<Database>): Promise<boolean> {
  const hashes = await readHashes(db)
  if (hashes.length === 0) return false
  const users = db.selectFrom('user').select('id').where('password_hash', 'in', hashes)
  return (await users.limit(1).executeTakeFirst()) !== undefined
}

async function readHashes(db: Kysely<Database>): Promise<string[]> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row ? (JSON.parse(row.value) as string[]) : []
}

/** All existing users have the demo's password. */
export async function noteDemoPasswords(db: Kysely<Database>): Promise<void> {
  const users = await db.selectFrom('user').select('password_hash').execute()
  await writeHashes(db, [...new Set(users.map(({ password_hash }) => password_hash))])
}

/** For an account that is added later. */
export async function noteDemoPassword(db: Kysely<Database>, hash: string): Promise<void> {
  await writeHashes(db, [...new Set([...(await readHashes(db)), hash])])
}

/** Deletes the record once no account has the password any more. */
export async function forgetDemoPasswords(db: Kysely<Database>): Promise<void> {
  if (await hasDemoPasswords(db)) return
  await db.deleteFrom('setting').where('key', '=', key).execute()
}

/** The demo's password under a new hash is still the demo's password. */
export async function renoteDemoPassword(db: Kysely<Database>, before: string, after: string): Promise<void> {
  const hashes = await readHashes(db)
  if (hashes.includes(before)) await writeHashes(db, [...hashes, after])
}

async function writeHashes(db: Kysely<Database>, hashes: string[]): Promise<void> {
  const value = JSON.stringify(hashes)
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
