// The demo's roles and accounts, and their games. All share one password, so the server listens on loopback
// only.
import type { Kysely } from 'kysely'
import type { GameScope } from '#semantic/model/types.ts'
import { noteDemoPasswords } from '#server/metadata/demoPasswords.ts'
import type { Database } from '#server/metadata/schema.ts'
import { type PermissionKey, permissionKeys } from '#shared/permissions.ts'
import { authorityOf, createUser, upsertRole } from '#features/session/server/index.ts'

export const demoPassword = 'analytics-demo'

export const demoGames = [
  { cgi: 'yhxt', name: '云海仙途' },
  { cgi: 'fhsg', name: '烽火三国' },
  { cgi: 'xgwy', name: '星港物语' },
  { cgi: 'mcxy', name: '萌宠小院' },
]

interface Account {
  username: 'admin' | 'analyst' | 'sql' | 'viewer'
  role: string
  keys: readonly PermissionKey[]
  games: GameScope
}

const accounts: Account[] = [
  { username: 'admin', role: '管理员', keys: permissionKeys, games: 'all' },
  {
    username: 'analyst',
    role: '数据分析师',
    keys: [
      'search_customReport',
      'manage_dictionary',
      'search_document',
      'search_gameFlow',
      'search_turnoverPredict',
      'search_rangeSearch',
      'search_eventList',
      'search_testTools',
    ],
    games: ['yhxt', 'fhsg'],
  },
  {
    username: 'sql',
    role: '数据工程师',
    keys: ['search_sqlQuery', 'search_customReport', 'search_log', 'search_document'],
    games: 'all',
  },
  { username: 'viewer', role: '运营只读', keys: [], games: ['yhxt'] },
]

export type DemoUser = Account['username']
export type UserIds = Record<DemoUser, number>

export const makeGames = async (db: Kysely<Database>): Promise<void> => {
  await db.insertInto('game').values(demoGames).execute()
}

/** `roleEnding` distinguishes the roles from those the installation already has. */
export async function makeAccounts(
  db: Kysely<Database>,
  passwordHash: string,
  roleEnding = '',
): Promise<UserIds> {
  const ids = {} as UserIds
  for (const { username, role, keys, games } of accounts) {
    const roleId = await upsertRole(db, `${role}${roleEnding}`, authorityOf(keys))
    ids[username] = await createUser(db, { email: emailOf(username), username, passwordHash, roleId, games })
  }
  return ids
}

export async function makePeople(db: Kysely<Database>, passwordHash: string): Promise<UserIds> {
  await makeGames(db)
  const ids = await makeAccounts(db, passwordHash)
  await noteDemoPasswords(db)
  return ids
}

const emailOf = (username: DemoUser): string => `${username}@example.com`

/** Names that must be free for the accounts. */
export const demoAccounts = (roleEnding = '') =>
  accounts.map(({ username, role }) => ({
    username,
    email: emailOf(username),
    role: `${role}${roleEnding}`,
  }))
