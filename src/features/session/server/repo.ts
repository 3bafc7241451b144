// Reads users, roles and games for the session.
import type { Kysely } from 'kysely'
import type { Database } from '#server/metadata/schema.ts'
import { lifeColumn, living } from '#server/scopes/life.ts'

export interface Account {
  id: number
  email: string
  username: string
  passwordHash: string
  disabled: boolean
  /** JSON array of cgi, or `"*"`. */
  games: string
  roleId: number
  roleName: string
  /** JSON of AuthorityInfo. */
  authorityInfo: string
  /** JSON arrays of RowRule: the user's own, and their role's. */
  rules: string
  roleRules: string
  /** Whether the role asks for a second step at sign-in. */
  needsStep: boolean
}

/**
 * Finds by e-mail address or user name, ignoring case; if a name equals another user's e-mail address, the
 * e-mail address wins.
 */
export async function findAccount(db: Kysely<Database>, name: string): Promise<Account | undefined> {
  const lower = name.trim().toLowerCase()
  const found = await accounts(db)
    .where((where) =>
      where.or([where('user.email', '=', lower), where(where.fn('lower', ['user.username']), '=', lower)]),
    )
    .execute()
  const account = found.find(({ email }) => email === lower) ?? found[0]
  return account && accountOf(account)
}

export async function accountById(db: Kysely<Database>, id: number): Promise<Account | undefined> {
  const found = await accounts(db).where('user.id', '=', id).executeTakeFirst()
  return found && accountOf(found)
}

const accounts = (db: Kysely<Database>) =>
  db
    .selectFrom('user')
    .innerJoin('role', 'role.id', 'user.role_id')
    .select([
      'user.id',
      'user.email',
      'user.username',
      'user.password_hash as passwordHash',
      'user.disabled',
      'user.games',
      'role.id as roleId',
      'role.name as roleName',
      'role.authority_info as authorityInfo',
      'user.row_rules as rules',
      'role.row_rules as roleRules',
      'role.second_step as secondStep',
      `role.${lifeColumn} as roleDeletedAt`,
    ])
    .where(living('user'))

type Found = Awaited<ReturnType<ReturnType<typeof accounts>['execute']>>[number]

function accountOf({ roleDeletedAt, secondStep, ...told }: Found): Account {
  // A deleted role grants nothing to the users who still have it.
  const authorityInfo = roleDeletedAt === null ? told.authorityInfo : '{}'
  return { ...told, authorityInfo, disabled: told.disabled !== 0, needsStep: secondStep !== 0 }
}

/** The games of a user's list, with names; all known games for `"*"`. */
export async function readGames(
  db: Kysely<Database>,
  games: string,
): Promise<{ cgi: string; name: string }[]> {
  const scope = JSON.parse(games) as '*' | string[]
  if (scope !== '*' && scope.length === 0) return []
  const known = db.selectFrom('game').select(['cgi', 'name']).orderBy('cgi')
  if (scope === '*') return known.execute()
  const named = new Map((await known.where('cgi', 'in', scope).execute()).map(({ cgi, name }) => [cgi, name]))
  return scope.map((cgi) => ({ cgi, name: named.get(cgi) ?? cgi }))
}
