// The migration by which users and roles become managed objects: their names must be unique like those of all
// objects, and the audit gets indexes by user and object.
import { type Kysely, sql } from 'kysely'
import { nameKey } from '../objects/texts.ts'
import type { Change } from './table.ts'

export const management = '0015-management'

type AnyTable = Kysely<Record<string, Record<string, unknown>>>

/** The key under which two names of people or roles count as equal; blanks are ignored too. */
const plainNameKey = (name: string): string => nameKey(name).replaceAll(/\s/g, '')

/**
 * If existing names were equal, the first one keeps the name; the others are reported when they are next
 * saved.
 */
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
