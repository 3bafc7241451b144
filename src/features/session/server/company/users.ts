// Users whose e-mail, name, role and games the company keeps: made at the first sign-in, and kept like there.
import { differences, noteChanges } from '#server/objects/history.ts'
import { claimNames, freeNames } from '#server/objects/names.ts'
import { cleanName, nameKey } from '#server/objects/texts.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import { type User, usersKind } from '../objectKinds.ts'

/** Of no user: the history and the list of users name nobody. */
const nobody = { id: 0, role: undefined, games: 'all', rules: [], personal: true, authorityInfo: {} } as const
const longestName = 60

type Followed = Partial<Pick<User, 'email' | 'username' | 'role_id' | 'games' | 'disabled'>>

/** Writes what differs, with its history; returns the names of the changed fields. */
export async function followUser(db: Db, present: User, values: Followed): Promise<string[]> {
  const kind = usersKind({ ...(await roleNamesIn(db)), dims: new Map(), nameOf: (value) => value })
  const changes = differences<User>(kind, present, values)
  if (changes.length === 0) return []
  const next = { ...present, ...values }
  await freeNames(db, kind, present)
  await db
    .updateTable('user')
    .set({
      ...values,
      modified_at: new Date().toISOString(),
      modified_by: nobody.id,
      revision: present.revision + 1,
    })
    .where('id', '=', present.id)
    .execute()
  await claimNames(db, kind, next)
  await noteChanges(db, kind, nobody, 'change', [{ id: present.id, changes }])
  return changes.map(({ field }) => field)
}

async function roleNamesIn(db: Db) {
  const roles = await db.selectFrom('role').select(['id', 'name', 'deleted_as']).execute()
  return {
    roles: new Map(roles.map(({ id, name, deleted_as }) => [id, { name: deleted_as ?? name, rules: [] }])),
  }
}

/** The first of these names that no other user has. */
export async function freeNameOf(
  db: Db,
  { name, account, email }: { name: string; account: string; email: string },
  except = 0,
): Promise<string> {
  const wanted = [name, `${name}（${account}）`, account, email].flatMap((one) => fitting(one) ?? [])
  for (const one of wanted) if (await isFree(db, one, except)) return one
  return email
}

function fitting(name: string): string | null {
  try {
    return cleanName(name, '用户名', longestName)
  } catch {
    return null
  }
}

async function isFree(db: Db, name: string, except: number): Promise<boolean> {
  const taken = await db
    .selectFrom('object_name')
    .select('object_id')
    .where('kind', '=', 'user')
    .where('name_key', '=', nameKey(name.replaceAll(/\s/g, '')))
    .where('object_id', '<>', String(except))
    .executeTakeFirst()
  return taken === undefined
}

/** The living user with the address, whoever that is. */
export const userWithEmail = (db: Db, email: string): Promise<User | undefined> =>
  db.selectFrom('user').selectAll().where('email', '=', email).where(living('user')).executeTakeFirst()
