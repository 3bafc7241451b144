// Whether accounts of the demo, whose password everybody knows, can still sign in.
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

const key = 'demo_passwords'

export async function hasDemoPasswords(db: Kysely<Database>): Promise<boolean> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirst()
  return row?.value === 'true'
}

export async function setDemoPasswords(db: Kysely<Database>, present: boolean): Promise<void> {
  const value = JSON.stringify(present)
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}
