// Users with their rights as they are now, for what runs without their session: jobs, what they have shared or
// published, runs under way.
import { type Kysely, sql } from 'kysely'
import { holdsRows, noRows, type RowScope } from '#semantic/model/rowScope.ts'
import { type SessionUser, type UserRow, userColumns, userOf } from './http/session.ts'
import type { Database } from './metadata/schema.ts'
import type { Caller } from './objects/types.ts'

interface Which {
  /** With those who are disabled: as far as they saw before. */
  disabled?: boolean
}

/** Without those who are disabled or gone. */
export async function presentUsers(
  db: Kysely<Database>,
  ids: readonly number[],
  { disabled = false }: Which = {},
): Promise<Map<number, SessionUser>> {
  if (ids.length === 0) return new Map()
  const able = disabled ? sql`true` : sql`u.disabled = 0`
  const { rows } = await sql<UserRow>`
    select ${sql.raw(userColumns)} from "user" u join "role" r on r.id = u.role_id
    where ${able} and u.id in (${sql.join([...new Set(ids)])})`.execute(db)
  return new Map(rows.map((row) => [row.id, userOf(row)]))
}

/** Null where they are disabled or gone. */
export async function presentUser(
  db: Kysely<Database>,
  id: number,
  which?: Which,
): Promise<SessionUser | null> {
  return (await presentUsers(db, [id], which)).get(id) ?? null
}

/** What each of them sees, also while they are disabled; of everybody without ids. */
export async function scopesOf(
  db: Kysely<Database>,
  ids?: readonly number[],
): Promise<Map<number, RowScope>> {
  const some = ids === undefined ? sql`true` : sql`u.id in (${sql.join(ids)})`
  const { rows } = await sql<UserRow>`
    select ${sql.raw(userColumns)} from "user" u join "role" r on r.id = u.role_id where ${some}`.execute(db)
  return new Map(rows.map((row) => [row.id, userOf(row)]))
}

export interface SeenPerson {
  id: number
  email: string
  username: string
}

/** Those alone whose rows the caller sees: what others did may tell of rows that the caller may not know. */
export async function seenPeople(db: Kysely<Database>, caller: Caller): Promise<SeenPerson[]> {
  const users = await db.selectFrom('user').select(['id', 'email', 'username']).execute()
  const scopes = await scopesOf(db)
  return users.filter(({ id }) => holdsRows(caller, scopes.get(id) ?? noRows))
}
