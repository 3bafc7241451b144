// The migration by which users and roles become objects that people manage: their names are claimed, as those of all
// objects are, and the audit is found by who and by what.
import { type Kysely, sql } from 'kysely'
import { nameKey } from '../objects/texts.ts'
import type { Change } from './table.ts'

export const management = '0015-management'

type AnyTable = Kysely<Record<string, Record<string, unknown>>>

/** What two names of people or roles share when they are one: blanks make no difference either. */
export const plainNameKey = (name: string): string => nameKey(name).replaceAll(/\s/g, '')

/** Of names that were alike before the first one keeps the claim; the others are found when they are next saved. */
export const claimPeople: Change = async (db) => {
  const store = db as AnyTable
  const claim = async (kind: string, id: unknown, names: unknown[]) => {
    const keys = new Set(names.map((name) => plainNameKey(String(name))))
    const rows = [...keys].map((name_key) => ({ kind, scope: '', name_key, object_id: String(id) }))
    for (const row of rows)
      await store
        .insertInto('object_name')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
  for (const { id, name } of await store.selectFrom('role').select(['id', 'name']).orderBy('id').execute())
    await claim('role', id, [name])
  for (const { id, email, username } of await store
    .selectFrom('user')
    .select(['id', 'email', 'username'])
    .orderBy('id')
    .execute())
    await claim('user', id, [email, username])
}

export const indexAudit: Change = async (db) => {
  await sql`create index audit_by_user on audit (user_id, id)`.execute(db)
  await sql`create index audit_by_action on audit (action, id)`.execute(db)
}
