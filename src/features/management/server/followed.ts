// Users whose account the company keeps: where it comes from, and what can't be changed here.
import type { Db } from '#server/objects/types.ts'
import type { Settings } from '#server/settings.ts'
import { AppError } from '#shared/errors.ts'
import { haltWords, methodOf, methodTitle, type User } from '#features/session/server/index.ts'
import type { ManagedUser } from '../contract.ts'

type Source = NonNullable<ManagedUser['source']>
type Installed = Pick<Settings, 'installation'>

/** By user. Users whose password is kept here have none. */
export async function sourcesOf(db: Db, settings: Installed): Promise<Map<number, Source>> {
  const rows = await db.selectFrom('outside_account').selectAll().execute()
  return new Map(
    rows.map(({ user_id, method, account, checked_at, stopped_why }) => [
      user_id,
      {
        method,
        title: methodTitle(settings, method),
        account,
        checkedAt: checked_at,
        stopped: stopped_why === null ? null : haltWords[stopped_why],
      },
    ]),
  )
}

/** Proven company accounts that wait to be linked, by user. */
export async function claimsOf(
  db: Db,
  settings: Installed,
): Promise<Map<number, NonNullable<ManagedUser['claim']>>> {
  const rows = await db.selectFrom('account_claim').selectAll().execute()
  return new Map(
    rows.map(({ user_id, method, account, name, at }) => [
      user_id,
      { title: methodTitle(settings, method), account, name, at },
    ]),
  )
}

type Kept = Pick<User, 'email' | 'username' | 'role_id' | 'games'>
const kept = { email: 'email', username: 'username', role_id: 'role', games: 'games' } as const

/** Throws, at the field, where the change is the company's to make. */
export async function assertOurs(
  db: Db,
  settings: Installed,
  present: Kept & { id: number },
  values: Kept,
): Promise<void> {
  const method = await methodOf(db, present.id)
  if (method === null) return
  const names = Object.keys(kept) as (keyof Kept)[]
  const changed = names.filter((name) => present[name] !== values[name])
  if (changed.length === 0) return
  const words = `由${methodTitle(settings, method)}决定，不能在这里改`
  const fields = Object.fromEntries(changed.map((name) => [kept[name], words]))
  throw new AppError('parameter_wrong', words, { fields })
}
