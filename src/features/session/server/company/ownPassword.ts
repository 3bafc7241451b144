// Whether a password is the account's own, wherever it is kept.
import type { Deps } from '#server/deps.ts'
import { AppError } from '#shared/errors.ts'
import { checkPassword } from '../password.ts'
import type { Account } from '../repo.ts'

/** Throws sign_in_away where the directory can't say. The caller counts the attempt. */
export async function isOwnPassword(deps: Deps, account: Account, password: string): Promise<boolean> {
  const { settings, metadata } = deps
  const directory = settings.installation.signIn.ldap
  const stored = await metadata.db
    .selectFrom('outside_account')
    .select(['subject', 'account'])
    .where('user_id', '=', account.id)
    .where('method', '=', 'ldap')
    .executeTakeFirst()
  if (!directory || !stored)
    return (await checkPassword(password, account.passwordHash, settings.passwordCost)).right
  const { provePerson } = await import('./ldap/signIn.ts')
  try {
    const typed = { name: stored.account, password }
    const { proven } = await provePerson(directory, typed, async () => undefined)
    return proven.subject === stored.subject
  } catch (error) {
    if (error instanceof AppError && error.code !== 'sign_in_away') return false
    throw error
  }
}
