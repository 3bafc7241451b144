// How the ways of signing in stand, for the page about the installation: the directory and providers are asked as at a
// sign-in, nobody signs in.
import type { Deps } from '#server/deps.ts'
import type { Db } from '#server/objects/types.ts'
import { living } from '#server/scopes/life.ts'
import type { Grant } from '#server/signIn/grants.ts'
import { AppError } from '#shared/errors.ts'
import { localHolders } from '../managers.ts'
import { asReader } from './ldap/signIn.ts'

interface MethodStanding {
  title: string
  /** Where it is. */
  place: string
  /** What is wrong, in Chinese; null: it answers. */
  problem: string | null
  accounts: number
  stopped: number
  /** Roles that the settings give and that do not exist. */
  missingRoles: string[]
}

interface SignInStanding {
  methods: MethodStanding[]
  /** Managers who get in while the company's sign-in is down. */
  localManagers: number
}

export async function signInStanding(deps: Deps): Promise<SignInStanding> {
  const { ldap, providers } = deps.settings.installation.signIn
  const { db } = deps.metadata
  const of = async (
    key: string,
    told: { title: string; groups: readonly Grant[] },
    place: string,
    ask: () => Promise<unknown>,
  ): Promise<MethodStanding> => ({
    title: told.title,
    place,
    problem: await problemIn(ask),
    ...(await countsOf(db, key)),
    missingRoles: await missingIn(db, told.groups),
  })
  const methods = [
    ...(ldap
      ? [of('ldap', ldap, ldap.url, () => asReader(ldap, async (client) => baseOf(client, ldap)))]
      : []),
    ...providers.map((one) =>
      of(one.key, one, one.issuer ?? one.kind, async () => {
        const { clientSecret } = await import('./provider/asking.ts')
        clientSecret(one)
        if (one.kind === 'oidc') await (await import('./provider/openId.ts')).lookAtProvider(one)
      }),
    ),
  ]
  return { methods: await Promise.all(methods), localManagers: (await localHolders(db)).length }
}

type Asked = Parameters<Parameters<typeof asReader>[1]>[0]

const baseOf = (client: Asked, { base }: { base: string }) =>
  client.search(base, { scope: 'base', attributes: ['1.1'] })

async function problemIn(ask: () => Promise<unknown>): Promise<string | null> {
  try {
    await ask()
    return null
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function countsOf(db: Db, method: string): Promise<{ accounts: number; stopped: number }> {
  const rows = await db
    .selectFrom('outside_account')
    .select('stopped_why')
    .where('method', '=', method)
    .execute()
  return { accounts: rows.length, stopped: rows.filter(({ stopped_why }) => stopped_why !== null).length }
}

async function missingIn(db: Db, groups: readonly Grant[]): Promise<string[]> {
  const roles = await db.selectFrom('role').select('name').where(living('role')).execute()
  const names = new Set(roles.map(({ name }) => name))
  return [...new Set(groups.flatMap(({ role }) => role ?? []))].filter((role) => !names.has(role))
}
